// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Describes the images of a batch, and makes one operation of them.

#include "batch.hpp"

#include "../../op/batch/op.hpp"
#include "../striper/call_opener.hpp"
#include "opencv2/core/check.hpp"
#include "waiting.hpp"

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

//! A batch that is being described. At the end, the headers of its results replace the caller's.
class Batch
{
public:
    Batch(InputArray src, OutputArray dst, const char* function, const Describe& describe, bool holds, Repeats repeats)
        : src_(src),
          dst_(dst),
          function_(function),
          describe_(describe),
          count_(imageCount(src)),
          onDevice_(isOnDevice(dst)),
          holds_(holds),
          repeats_(repeats)
    {
    }

    bool run(const StreamRef& stream, Striper& striper, const std::function<void()>& allocate)
    {
        threads_ = striper.params().threads;
        // The device for new GpuMats is known only when the sources have been opened.
        describeAll(!onDevice_);
        const auto open = [&](const Operation::Images& src, const _OutputArray&) {
            if (allocate)
                allocate();
            if (!complete_)
                describeAll(true);
            requireNoOverlapInBatch(src, written_, function_);
            return Operation::Opened{std::move(written_), std::make_unique<BatchOp>(std::move(images_))};
        };
        const bool done =
            cudastripe::run({function_, std::move(read_), dst_, complete_, std::cref(open), true}, stream, striper);
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

    // Opens destinations that need no allocation, or all if `opensAll`.
    void describeAll(bool opensAll)
    {
        images_.clear();
        read_.clear();
        written_.clear();
        mats_.clear();
        gpuMats_.clear();
        waiting_.clear();
        complete_ = true;
        mayRepeat_ = false;
        given_ = imageCount(dst_) != 0;
        (onDevice_ ? gpuMats_.reserve(count_) : mats_.reserve(count_));  // operations refer to them
        const ImageHeaders sources(src_), results(dst_);
        for (size_t i = 0; i < count_; ++i) {
            const ImageHeader from = sources[i], to = given_ ? results[i] : ImageHeader();
            if (mayRepeat_ && differOnlyInAddress(from, from_) && repeat(i, from, to))
                continue;
            namingImage(i, function_, [&] {
                withImage(src_, i, [&](InputArray image) {
                    if (onDevice_)
                        describe(gpuMats_, given_ ? gpuMatsOf(dst_)[i] : cuda::GpuMat(), i, image, opensAll);
                    else
                        describe(mats_, given_ ? dst_.getMatRef(static_cast<int>(i)) : Mat(), i, image, opensAll);
                });
            });
            from_ = from;
            if (!onDevice_)
                requireType(mats_.back().image, dst_, i, function_);
        }
        openWaiting();
    }

    void openWaiting()
    {
        openTogether(waiting_, threads_);
        for (Waiting& each : waiting_) {
            namingImage(each.number, function_, [&] { each.rethrow(); });
            add(each);
        }
        waiting_.clear();
    }

    void add(Waiting& image)
    {
        images_.push_back({std::move(image.opened.op), image.planes, {}});
        append(read_, image.operation.src, image.number);
        append(written_, image.opened.dst, image.number);
    }

    template <class Image>
    void describe(Results<Image>& results, const Image& given, size_t i, InputArray image, bool opensAll)
    {
        created_ = given.empty();
        results.push_back({i, given});
        Image& result = results.back().image;
        // Images of a constant vector are not replaced.
        const bool fixed = given_ && dst_.fixedSize();
        Waiting waiting = {
            i, describe_(i, image, fixed ? _OutputArray(static_cast<const Image&>(result)) : _OutputArray(result))};
        const Operation& operation = waiting.operation;
        opened_ = opensAll || operation.dstFits;
        complete_ = complete_ && opened_;
        if (repeats_ == Repeats::Differ && operation.dstFits) {
            waiting_.push_back(std::move(waiting));
            return;
        }
        bool repeats = repeats_ == Repeats::AreAlike && operation.src.size() == 1;
        if (opened_) {
            waiting.open();
            waiting.rethrow();
            const Operation::Images& dst = waiting.opened.dst;
            repeats = repeats && dst.size() == 1 && !dst[0].alsoRead;
        }
        to_ = headerOf(result);
        // A header of more than two dimensions does not say whether the next one is a repeat.
        mayRepeat_ = repeats && to_.rows >= 0;
        if (opened_)
            add(waiting);
        else
            append(read_, waiting.operation.src, i);
    }

    static void append(Operation::Images& list, Operation::Images& images, size_t number)
    {
        for (ImageAccess& image : images) {
            image.number = number;
            list.push_back(std::move(image));
        }
    }

    // Adds an image as a repeat of the last one; false if it is none. A Mat without memory gets the last result's shape
    // only if that was allocated, too: a tensor that the caller gave may have two dimensions, but a new one has four.
    bool repeat(size_t i, const ImageHeader& from, ImageHeader to)
    {
        const bool creates = !to.data && !onDevice_ && !dst_.fixedSize();
        if (creates && !created_)
            return false;
        Mat created = creates && given_ ? dst_.getMatRef(static_cast<int>(i)) : Mat();  // its allocator is the caller's
        if (creates) {
            created.create(to_.rows, to_.cols, to_.type);
            to = headerOf(created);
        }
        if (!isLikeLast(from, to))
            return false;
        read_.back().repeats.push_back(partOf(from));
        keepRepeat(read_, src_, i);
        if (opened_) {
            images_.back().shifts.push_back({from.data - from_.data, to.data - to_.data});
            written_.back().repeats.push_back(to.data);
        }
        if (creates)
            keepRepeat(written_, created, i);
        else if (to.data)
            keepRepeat(written_, dst_, i);
        if (creates)
            mats_.push_back({i, std::move(created)});
        return true;
    }

    // The first byte that is read of a repeat; a chain may crop its images.
    uchar* partOf(const ImageHeader& from) const { return from.data + (read_.back().plane.base - from_.data); }

    // True if the pair is a repeat of the last one. If its images overlap, they must lie as far apart as those of the
    // last pair, which was accepted.
    bool isLikeLast(const ImageHeader& from, const ImageHeader& to) const
    {
        if (!opened_)
            return (!to.data && !to_.data) || differOnlyInAddress(to, to_);
        const auto rangeAt = [](const uchar* first, const ImageAccess& image) {
            return HostRange::of(first, image.range().sizeBytes());
        };
        return differOnlyInAddress(to, to_) &&
               (to.data - from.data == to_.data - from_.data ||
                !rangeAt(partOf(from), read_.back()).overlaps(rangeAt(to.data, written_.back())));
    }

    // A stream may still use images that the caller frees.
    void keepRepeat(std::vector<ImageAccess>& opened, const _InputArray& images, size_t i) const
    {
        if (!holds_ || opened.empty())
            return;
        if (images.isGpuMatVector())
            opened.back().repeatGpuMats.push_back(gpuMatsOf(images)[i]);
        else
            opened.back().repeatMats.push_back(images.getMat(images.isMat() ? -1 : static_cast<int>(i)));
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
    const Describe& describe_;
    const size_t count_;
    const bool onDevice_;
    const bool holds_;  // images: the call has a stream
    const Repeats repeats_;
    int threads_ = 0;     // of the Striper
    bool given_ = false;  // destinations
    Results<Mat> mats_;
    Results<cuda::GpuMat> gpuMats_;

    std::vector<Waiting> waiting_;
    std::vector<BatchImage> images_;
    Operation::Images read_, written_;
    bool complete_ = true;  // all destinations were opened
    // The last image that was described, and its result.
    ImageHeader from_ = {}, to_ = {};
    bool created_ = false;    // its destination was allocated
    bool opened_ = false;     // its destination was opened
    bool mayRepeat_ = false;  // it has one source and one destination
};

}  // namespace

bool runBatch(InputArray src, OutputArray dst, const char* function, const Describe& describe, const StreamRef& stream,
              Striper& striper, const std::function<void()>& allocate, Repeats repeats)
{
    requireCount(src, dst, imageCount(src), function);
    return Batch(src, dst, function, describe, stream.given(), repeats).run(stream, striper, allocate);
}

}}  // namespace cv::cudastripe
