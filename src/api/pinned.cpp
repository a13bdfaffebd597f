// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Mats in page-locked memory, and memory of Mats that is page-locked for a while.

#include "opencv2/cudastripe/pinned.hpp"

#include "../device/cuda/cuda_device.hpp"

namespace cv { namespace cudastripe {
namespace {

// If it throws, Mat takes ordinary memory.
class PinnedAllocator final : public MatAllocator
{
public:
    UMatData* allocate(int dims, const int* sizes, int type, void* given, size_t* steps, AccessFlag access,
                       UMatUsageFlags usage) const override
    {
        if (given)
            return Mat::getStdAllocator()->allocate(dims, sizes, type, given, steps, access, usage);
        auto data = std::make_unique<UMatData>(this);
        data->size = CV_ELEM_SIZE(type);
        for (int i = dims - 1; i >= 0; --i) {
            if (steps)
                steps[i] = data->size;
            CV_Assert(!__builtin_mul_overflow(data->size, static_cast<size_t>(sizes[i]), &data->size));
        }
        auto memory = std::make_unique<std::shared_ptr<void>>(allocatePageLocked(data->size));
        CV_Assert(*memory);
        data->data = data->origdata = static_cast<uchar*>(memory->get());
        data->handle = memory.release();
        return data.release();
    }
    bool allocate(UMatData* data, AccessFlag, UMatUsageFlags) const override { return data != nullptr; }
    void deallocate(UMatData* data) const override
    {
        delete static_cast<std::shared_ptr<void>*>(data->handle);
        delete data;
    }
};

}  // namespace

Mat pinned(int rows, int cols, int type)
{
    static PinnedAllocator& allocator = *new PinnedAllocator;  // outlives every static Mat
    size_t bytes = 0;
    if (rows < 0 || cols < 0 || __builtin_mul_overflow(CV_ELEM_SIZE(type) * size_t(cols), size_t(rows), &bytes)) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::pinned: rows is %d and cols is %d; both must be 0 or more, and the "
                   "image must fit into memory",
                   rows, cols));
    }
    Mat image;
    if (canPageLock())
        image.allocator = &allocator;
    image.create(rows, cols, type);
    if (image.allocator && image.u && image.u->currAllocator != image.allocator) {
        CV_Error_(Error::StsNoMem,
                  ("cudastripe::pinned: the driver gives no page-locked memory for %d x %d of %s; free "
                   "some, or use an ordinary Mat",
                   cols, rows, typeToString(type).c_str()));
    }
    return image;
}

Pin::Pin(const Mat& image)
{
    if (image.empty())
        CV_Error(Error::StsBadArg, "cudastripe::Pin: image is empty; allocate it first");
    size_t sizeBytes = image.elemSize();
    for (int i = 0; i < image.dims; ++i)
        sizeBytes += image.step[i] * static_cast<size_t>(image.size[i] - 1);
    if (auto lock = pageLock(image.data, sizeBytes))
        lock_ = std::make_shared<std::pair<Mat, std::shared_ptr<void>>>(image, std::move(lock));  // the lock ends first
}

}}  // namespace cv::cudastripe
