// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Notes the images of a batch, and makes one call of them.

#include "batch.hpp"

#include <algorithm>

#include "../op/batch/op.hpp"
#include "batch_overlap.hpp"
#include "opencv2/core/check.hpp"
#include "striper/no_devices.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Notes calls instead of running them.
class NotingImpl final : public Striper::Impl
{
public:
    explicit NotingImpl(Striper::Impl& other) : Impl(other.params(), noDevices()) {}

    //! Forgets what was noted. Then results are opened only if nothing is to be allocated for them, or all are.
    void start(size_t count, bool opensAll)
    {
        images.clear();
        src.clear();
        dst.clear();
        complete = true;
        images.reserve(count);
        src.reserve(count);
        dst.reserve(count);
        opensAll_ = opensAll;
    }

    void run(const Call& call) override
    {
        src.insert(src.end(), call.src.begin(), call.src.end());
        if (!opensAll_ && !call.dstFits) {
            complete = false;
            return;
        }
        std::vector<ImageAccess> to = call.openDst();
        std::unique_ptr<StripeOp> op = call.makeOp(to);
        const StripePlanes planes = planesOfCall(*op, call.src, to);
        images.push_back({std::move(op), planes});
        dst.insert(dst.end(), std::make_move_iterator(to.begin()), std::make_move_iterator(to.end()));
    }

    std::vector<BatchImage> images;
    std::vector<ImageAccess> src, dst;
    bool complete = true;  //!< all results were opened

private:
    bool opensAll_ = true;
};

void requireCount(InputArray src, OutputArray dst, size_t count, const char* function)
{
    if (count == 0)
        CV_Error_(Error::StsBadArg, ("%s: src is an array without images", function));
    for (const _InputArray* array : {&static_cast<const _InputArray&>(src), static_cast<const _InputArray*>(&dst)}) {
        if (array->kind() == _InputArray::STD_VECTOR_UMAT) {
            CV_Error_(Error::StsBadArg, ("%s: %s is an array of UMat; a batch has Mat or cuda::GpuMat", function,
                                         array == &src ? "src" : "dst"));
        }
    }
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

//! A batch on its way, with headers of its results, which replace the caller's at the end.
class Batch
{
public:
    Batch(InputArray src, OutputArray dst, const char* function, const BatchStep& step, Striper::Impl& striper)
        : src_(src),
          dst_(dst),
          function_(function),
          step_(step),
          count_(imageCount(src)),
          onDevice_(isOnDevice(dst)),
          mats_(onDevice_ ? 0 : count_),
          gpuMats_(onDevice_ ? count_ : 0),
          noted_(std::make_shared<NotingImpl>(striper)),
          notes_(noted_)
    {
    }

    void run(const StreamRef& stream, Striper& striper, const std::function<void()>& allocate)
    {
        // Where a GpuMat is to be allocated is known when the sources have been opened.
        note(!onDevice_);
        const std::vector<ImageAccess> sources = std::move(noted_->src);
        const auto openDst = [&] {
            if (allocate)
                allocate();
            if (!noted_->complete)
                note(true);
            requireNoOverlapInBatch(sources, noted_->dst, count_, function_);
            return std::move(noted_->dst);
        };
        const auto makeOp = [&](const std::vector<ImageAccess>&) {
            return std::make_unique<BatchOp>(std::move(noted_->images));
        };
        striper.impl().run(
            {function_, sources, std::cref(openDst), std::cref(makeOp), stream, onDevice_, noted_->complete, count_});
        replaceResults();
    }

private:
    void note(bool opensAll)
    {
        noted_->start(count_, opensAll);
        const bool given = imageCount(dst_) != 0;
        for (size_t i = 0; i < count_; ++i) {
            const auto noteImage = [&](InputArray image) {
                if (onDevice_)
                    step_(i, image, given ? gpuMats_[i] = gpuMatsOf(dst_)[i] : gpuMats_[i], notes_);
                else if (given && dst_.fixedSize())  // images of a constant vector are not replaced
                    step_(i, image, static_cast<const Mat&>(mats_[i] = dst_.getMatRef(static_cast<int>(i))), notes_);
                else
                    step_(i, image, given ? mats_[i] = dst_.getMatRef(static_cast<int>(i)) : mats_[i], notes_);
            };
            namingImage(i, function_, [&] { withImage(src_, i, noteImage); });
            if (!onDevice_)
                requireType(mats_[i], dst_, i, function_);
        }
    }

    void replaceResults()
    {
        if (!onDevice_ && imageCount(dst_) == 0) {
            *static_cast<std::vector<Mat>*>(dst_.getObj()) = std::move(mats_);
            return;
        }
        if (onDevice_)
            gpuMatsOf(dst_).resize(count_);
        for (size_t i = 0; i < count_; ++i) {
            if (onDevice_)
                gpuMatsOf(dst_)[i] = gpuMats_[i];
            else
                dst_.getMatRef(static_cast<int>(i)) = mats_[i];
        }
    }

    const _InputArray& src_;
    const _OutputArray& dst_;
    const char* const function_;
    const BatchStep& step_;
    const size_t count_;
    const bool onDevice_;
    std::vector<Mat> mats_;
    std::vector<cuda::GpuMat> gpuMats_;
    const std::shared_ptr<NotingImpl> noted_;
    Striper notes_;
};

}  // namespace

bool isArrayOfImages(const _InputArray& array)
{
    switch (array.kind()) {
    case _InputArray::STD_VECTOR_MAT:
    case _InputArray::STD_ARRAY_MAT:
    case _InputArray::STD_VECTOR_UMAT:
    case _InputArray::STD_VECTOR_CUDA_GPU_MAT:
        return true;
    default:
        return false;
    }
}

size_t imageCount(InputArray images)
{
    if (images.kind() == _InputArray::STD_VECTOR_CUDA_GPU_MAT)
        return static_cast<const std::vector<cuda::GpuMat>*>(images.getObj())->size();
    return images.total();
}

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
