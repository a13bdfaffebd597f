// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "operator_device_images.hpp"

#include "device_memory.hpp"
#include "operator_images.hpp"

namespace bench {
namespace {

using cv::cuda::GpuMat;

size_t bytesOf(const GpuMat& image)
{
    return size_t(image.size().area()) * image.elemSize();
}

// OpenCV's own download needs an OpenCV with CUDA.
cv::Mat downloaded(const GpuMat& image)
{
    cv::Mat copy(image.size(), image.type());
    BENCH_CUDA(cudaMemcpy(copy.data, image.data, bytesOf(image), cudaMemcpyDeviceToHost));
    return copy;
}

}  // namespace

OperatorDeviceImages::OperatorDeviceImages(int type)
{
    cv::Mat content(OperatorJob::size(), type);
    fillRandom(content);
    const size_t bytes = content.total() * content.elemSize();
    for (int i = 0; i < kImageSets; ++i) {
        memory_.push_back(deviceMemory(bytes * 7 / 2));
        uchar* const first = memory_.back().get();
        const auto image = [&](size_t number) {
            return GpuMat(content.size(), type, first + number * bytes, content.step);
        };
        sets_.push_back({image(0), image(1), image(2)});
        for (size_t number : {0, 1})
            BENCH_CUDA(cudaMemcpy(first + number * bytes, content.data, bytes, cudaMemcpyHostToDevice));
        clearResult(sets_.back());
    }
}

const DeviceImages& OperatorDeviceImages::next()
{
    const DeviceImages& set = sets_[next_];
    next_ = (next_ + 1) % sets_.size();
    return set;
}

void checkRows(const OperatorJob& job, const std::string& whose, const DeviceImages& images)
{
    checkRows(job, whose, downloaded(images.src.rowRange(checkedRows())),
              downloaded(images.second.rowRange(checkedRows())), downloaded(images.dst.rowRange(checkedRows())));
}

void clearResult(const DeviceImages& images)
{
    BENCH_CUDA(cudaMemset(images.dst.data, 0x5a, bytesOf(images.dst)));
    BENCH_CUDA(cudaStreamSynchronize(cudaStreamLegacy));
}

}  // namespace bench
