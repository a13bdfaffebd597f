// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Notes the images of a batch, and makes one call of them.

#include "batch.hpp"

#include <algorithm>
#include <optional>

#include "../op/batch/op.hpp"
#include "batch_overlap.hpp"
#include "opencv2/core/check.hpp"
#include "striper/striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Notes calls instead of running them.
class NotingImpl final : public Striper::Impl
{
public:
    explicit NotingImpl(Striper::Impl& other) : Impl(other.params(), noDevices()) {}

    void reserve(size_t count)
    {
        images.reserve(count);
        src.reserve(count);
        dst.reserve(count);
    }

    void run(const Call& call) override
    {
        std::vector<ImageAccess> to = call.openDst();
        std::unique_ptr<StripeOp> op = call.makeOp(to);
        const StripePlanes planes = planesOfCall(*op, call.src, to);
        images.push_back({std::move(op), planes});
        src.insert(src.end(), call.src.begin(), call.src.end());
        dst.insert(dst.end(), std::make_move_iterator(to.begin()), std::make_move_iterator(to.end()));
    }

    std::vector<BatchImage> images;
    std::vector<ImageAccess> src, dst;

private:
    static DeviceSource noDevices()
    {
        return {[] { return std::vector<std::shared_ptr<Device>>(); }, nullptr};
    }
};

std::vector<cuda::GpuMat>& gpuMats(const _OutputArray& dst)
{
    return *static_cast<std::vector<cuda::GpuMat>*>(dst.getObj());
}

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
    if (given != count && (given != 0 || dst.fixedSize())) {
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

void runNoted(NotingImpl& noted, OutputArray dst, const char* function, const StreamRef& stream, Striper& striper)
{
    const size_t count = noted.images.size();
    requireNoOverlapInBatch(noted.src, noted.dst, count, function);
    const auto openDst = [&] { return std::move(noted.dst); };
    const auto makeOp = [&](const std::vector<ImageAccess>&) {
        return std::make_unique<BatchOp>(std::move(noted.images));
    };
    striper.impl().run(
        {function, noted.src, std::cref(openDst), std::cref(makeOp), stream, isOnDevice(dst), true, count});
}

//! A scope in which images are allocated on the device of a call.
class AllocationScope
{
public:
    AllocationScope(const StreamRef& stream, Striper& striper, const char* function)
        : devices_(striper.impl().deviceSet().open()), entered_(*devices_)
    {
        StreamOwner owner;
        if (stream.given() && !devices_->empty())
            bound_.emplace(*streamOwner(*devices_, stream, function, owner)->device);
    }

private:
    const std::shared_ptr<const DeviceList> devices_;
    const DevicesEntered entered_;
    std::optional<DeviceScope> bound_;
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
              Striper& striper)
{
    const size_t count = imageCount(src);
    requireCount(src, dst, count, function);
    const bool onDevice = isOnDevice(dst);
    std::optional<AllocationScope> scope;
    if (onDevice)
        scope.emplace(stream, striper, function);
    const auto noting = std::make_shared<NotingImpl>(striper.impl());
    Striper notes(noting);
    noting->reserve(count);
    std::vector<Mat> mats(onDevice ? 0 : count);
    std::vector<cuda::GpuMat> gpu(onDevice ? count : 0);
    const bool given = imageCount(dst) != 0;
    for (size_t i = 0; i < count; ++i) {
        const auto note = [&](InputArray image) {
            if (onDevice)
                step(i, image, given ? gpu[i] = gpuMats(dst)[i] : gpu[i], notes);
            else
                step(i, image, given ? mats[i] = dst.getMatRef(static_cast<int>(i)) : mats[i], notes);
        };
        namingImage(i, function, [&] { withImage(src, i, note); });
        if (!onDevice)
            requireType(mats[i], dst, i, function);
    }
    scope.reset();
    runNoted(*noting, dst, function, stream, striper);
    if (onDevice) {
        gpuMats(dst) = std::move(gpu);
    } else if (!given) {
        *static_cast<std::vector<Mat>*>(dst.getObj()) = std::move(mats);
    } else {
        for (size_t i = 0; i < count; ++i)
            dst.getMatRef(static_cast<int>(i)) = mats[i];
    }
}

}}  // namespace cv::cudastripe
