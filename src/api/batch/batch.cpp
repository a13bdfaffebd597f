// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Notes the images of a batch, and makes one call of them.

#include "batch.hpp"

#include <algorithm>

#include "notes.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

void requireCount(InputArray src, OutputArray dst, size_t count, const char* function)
{
    requireSources(src, function);
    requireMats(dst, "dst", function);
    const size_t given = imageCount(dst);
    const bool fixed = dst.fixedSize() || dst.kind() == _InputArray::STD_ARRAY_MAT;
    if (given != count && (given != 0 || fixed)) {
        CV_Error_(Error::StsUnmatchedSizes,
                  ("%s: src has %zu images and dst has %zu; give as many, or an empty vector", function, count, given));
    }
}

void requireType(const Mat& image, const _OutputArray& dst, size_t i, const char* function)
{
    if (dst.fixedType() && image.type() != dst.type()) {
        CV_Error_(Error::StsUnmatchedFormats,
                  ("%s: image %zu: dst is an array of images of %s; the result is of %s: give an array of Mat",
                   function, i, typeToString(dst.type()).c_str(), typeToString(image.type()).c_str()));
    }
}

//! A batch on its way, with headers of new results, which replace the caller's at the end.
class Batch
{
public:
    Batch(InputArray src, OutputArray dst, const char* function, const BatchStep& step, const StreamRef& stream,
          Striper::Impl& striper)
        : src_(src),
          dst_(dst),
          function_(function),
          step_(step),
          stream_(stream),
          count_(imageCount(src)),
          given_(imageCount(dst) != 0),
          onDevice_(isOnDevice(dst)),
          striper_(striper),
          notes_(std::make_shared<BatchNotes>(striper)),
          noting_(notes_)
    {
    }

    bool run(const std::function<void()>& allocate)
    {
        // The device for new GpuMats is known only when the sources have been opened.
        note(!onDevice_);
        const std::vector<ImageAccess> sources = std::move(notes_->src);
        const auto openDst = [&](OutputArray) {
            if (allocate)
                allocate();
            if (!notes_->complete)
                note(true);
            requireNoOverlapInBatch(sources, notes_->dst, function_);
            return std::move(notes_->dst);
        };
        const auto makeOp = [&](const std::vector<ImageAccess>&) {
            return std::make_unique<BatchOp>(std::move(notes_->images));
        };
        const bool done = striper_.run(
            {function_, sources, std::cref(openDst), std::cref(makeOp), stream_, dst_, notes_->complete, true});
        if (done)
            replaceResults();
        return done;
    }

private:
    //! A result in memory that the caller does not know yet, or a copy of the caller's header.
    template <class Image>
    struct Result
    {
        size_t number;
        Image image;
    };
    template <class Image>
    using Results = std::vector<Result<Image>>;

    void note(bool opensAll)
    {
        notes_->start(opensAll);
        mats_.clear();
        gpuMats_.clear();
        given_ = imageCount(dst_) != 0;
        const ImageHeaders sources(src_), results(dst_);
        for (size_t i = 0; i < count_; ++i) {
            const ImageHeader from = sources[i], to = given_ ? results[i] : ImageHeader();
            if (notes_->sourceAlike(from) && repeat(i, from, to))
                continue;
            namingImage(i, function_, [&] { noteCall(i, from); });
            if (!onDevice_)
                requireType(mats_.back().image, dst_, i, function_);
        }
    }

    // A Mat without memory is allocated like the one before, if that had none, too: a tensor that the caller gave as
    // one image stays one, but a new one is a blob.
    bool repeat(size_t i, const ImageHeader& from, ImageHeader to)
    {
        const ImageHeader& before = notes_->destination();
        const bool creates = !to.data && !onDevice_ && !dst_.fixedSize();
        if (creates && !created_)
            return false;
        Mat created = creates && given_ ? dst_.getMatRef(static_cast<int>(i)) : Mat();  // its allocator is the caller's
        if (creates) {
            created.create(before.rows, before.cols, before.type);
            to = headerOf(created);
        }
        if (!notes_->repeat(from, to))
            return false;
        keepAlike(notes_->src, src_, i);
        if (creates)
            keepAlike(notes_->dst, created, i);
        else if (to.data)
            keepAlike(notes_->dst, dst_, i);
        if (creates)
            mats_.push_back({i, std::move(created)});
        return true;
    }

    // A stream may still use images that the caller frees.
    void keepAlike(std::vector<ImageAccess>& opened, const _InputArray& images, size_t i) const
    {
        if (!stream_.given() || opened.empty())
            return;
        if (images.isGpuMatVector())
            opened.back().alikeGpuMats.push_back(gpuMatsOf(images)[i]);
        else
            opened.back().alikeMats.push_back(images.getMat(images.isMat() ? -1 : static_cast<int>(i)));
    }

    void noteCall(size_t i, const ImageHeader& from)
    {
        withImage(src_, i, [&](InputArray image) {
            if (onDevice_)
                noteCall(gpuMats_, given_ ? gpuMatsOf(dst_)[i] : cuda::GpuMat(), i, image, from);
            else
                noteCall(mats_, given_ ? dst_.getMatRef(static_cast<int>(i)) : Mat(), i, image, from);
        });
    }

    template <class Image>
    void noteCall(Results<Image>& results, const Image& given, size_t i, InputArray image, const ImageHeader& from)
    {
        created_ = given.empty();
        results.push_back({i, given});
        Image& result = results.back().image;
        // Images of a constant vector are not replaced.
        const bool fixed = given_ && dst_.fixedSize();
        step_(i, image, fixed ? _OutputArray(static_cast<const Image&>(result)) : _OutputArray(result), noting_);
        notes_->setHeaders(from, headerOf(result));
    }

    void replaceResults()
    {
        if (!given_ && onDevice_)
            gpuMatsOf(dst_).resize(count_);
        else if (!given_)
            static_cast<std::vector<Mat>*>(dst_.getObj())->resize(count_);
        for (const Result<cuda::GpuMat>& result : gpuMats_)
            gpuMatsOf(dst_)[result.number] = result.image;
        for (const Result<Mat>& result : mats_)
            dst_.getMatRef(static_cast<int>(result.number)) = result.image;
    }

    const _InputArray& src_;
    const _OutputArray& dst_;
    const char* const function_;
    const BatchStep& step_;
    const StreamRef& stream_;
    const size_t count_;
    bool given_, created_ = false;  // destinations; the last image's was allocated
    const bool onDevice_;
    Results<Mat> mats_;
    Results<cuda::GpuMat> gpuMats_;
    Striper::Impl& striper_;
    const std::shared_ptr<BatchNotes> notes_;
    Striper noting_;
};

}  // namespace

bool runBatch(InputArray src, OutputArray dst, const char* function, const BatchStep& step, const StreamRef& stream,
              Striper& striper, const std::function<void()>& allocate)
{
    requireCount(src, dst, imageCount(src), function);
    return Batch(src, dst, function, step, stream, striper.impl()).run(allocate);
}

}}  // namespace cv::cudastripe
