// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_cases.hpp"
#include "report_device.hpp"

namespace bench {
namespace {

size_t bytesOf(const cv::Mat& image)
{
    return image.total() * image.elemSize();
}

void upload(const HostFrame& frame, const DeviceImages& images, const CudaStream& stream)
{
    BENCH_CUDA(
        cudaMemcpyAsync(images.src.data, frame.in.data, bytesOf(frame.in), cudaMemcpyHostToDevice, stream.get()));
}

void download(const DeviceImages& images, const HostFrame& frame, const CudaStream& stream)
{
    BENCH_CUDA(
        cudaMemcpyAsync(frame.out.data, images.dst.data, bytesOf(frame.out), cudaMemcpyDeviceToHost, stream.get()));
}

// Always from and to page-locked memory: nothing over the bus is faster.
void addBounds(ReportGroup& group)
{
    const auto device = group.device;
    const auto pinned = group.pinned;
    const auto both = [=](const HostFrame&) {
        const HostFrame& frame = pinned->next();
        const DeviceImages images = device->next();
        upload(frame, images, device->up);
        download(images, frame, device->down);
        device->up.wait();
        device->down.wait();
    };
    group.cases.push_back({"bound/both", both, group.bytes(), ReportCase::Check::Nothing});
}

}  // namespace

void addGpuCases(ReportGroup& group)
{
    addBounds(group);
}

}  // namespace bench
