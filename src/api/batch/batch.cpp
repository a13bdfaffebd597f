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
    Batch(InputArray src, OutputArray dst, const char* function, const BatchStep& step, Striper::Impl& striper)
        : src_(src),
          dst_(dst),
          function_(function),
          step_(step),
          count_(imageCount(src)),
          given_(imageCount(dst) != 0),
          onDevice_(isOnDevice(dst)),
          notes_(std::make_shared<BatchNotes>(striper)),
          noting_(notes_)
    {
    }

    void run(const StreamRef& stream, Striper& striper, const std::function<void()>& allocate)
    {
        // The device for new GpuMats is known only when the sources have been opened.
        note(!onDevice_);
        const std::vector<ImageAccess> sources = std::move(notes_->src);
        const auto openDst = [&] {
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
        const auto hold = [&] { return heldImages(); };
        striper.impl().run({function_, sources, std::cref(openDst), std::cref(makeOp), stream, onDevice_,
                            notes_->complete, true, std::cref(hold)});
        replaceResults();
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

    // A Mat without memory is allocated like the one before.
    bool repeat(size_t i, const ImageHeader& from, ImageHeader to)
    {
        const ImageHeader& before = notes_->destination();
        if (to.data || onDevice_ || dst_.fixedSize())
            return notes_->repeat(from, to);
        Mat result = given_ ? dst_.getMatRef(static_cast<int>(i)) : Mat();  // its allocator is the caller's
        result.create(before.rows, before.cols, before.type);
        if (!notes_->repeat(from, headerOf(result)))
            return false;
        mats_.push_back({i, std::move(result)});
        return true;
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

    // The stream may still use images that the caller frees, or that the call itself replaces.
    std::shared_ptr<void> heldImages() const
    {
        struct Held
        {
            std::vector<Mat> mats;
            std::vector<cuda::GpuMat> gpuMats;
            Results<Mat> newMats;
            Results<cuda::GpuMat> newGpuMats;
        };
        const auto held = std::make_shared<Held>();
        for (const _InputArray* array : {&src_, static_cast<const _InputArray*>(&dst_)}) {
            const int count = static_cast<int>(imageCount(*array));
            if (array->isGpuMatVector())
                held->gpuMats.insert(held->gpuMats.end(), gpuMatsOf(*array).begin(), gpuMatsOf(*array).end());
            for (int i = 0; !array->isGpuMatVector() && i < count; ++i)
                held->mats.push_back(array->getMat(i));
        }
        held->newMats = mats_;
        held->newGpuMats = gpuMats_;
        return held;
    }

    const _InputArray& src_;
    const _OutputArray& dst_;
    const char* const function_;
    const BatchStep& step_;
    const size_t count_;
    bool given_;
    const bool onDevice_;
    Results<Mat> mats_;
    Results<cuda::GpuMat> gpuMats_;
    const std::shared_ptr<BatchNotes> notes_;
    Striper noting_;
};

}  // namespace

void throwNaming(const Exception& error, size_t image, const char* function)
{
    const String prefix = String(function) + ": ";
    const String text = error.err.compare(0, prefix.size(), prefix) == 0 ? error.err.substr(prefix.size()) : error.err;
    CV_Error_(error.code, ("%simage %zu: %s", prefix.c_str(), image, text.c_str()));
}

void runBatch(InputArray src, OutputArray dst, const char* function, const BatchStep& step, const StreamRef& stream,
              Striper& striper, const std::function<void()>& allocate)
{
    requireCount(src, dst, imageCount(src), function);
    Batch(src, dst, function, step, striper.impl()).run(stream, striper, allocate);
}

}}  // namespace cv::cudastripe
