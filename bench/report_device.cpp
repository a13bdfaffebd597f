// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_device.hpp"

namespace bench {

ReportDevice::ReportDevice(const FrameMemory& memory, const ReportWorkload& workload, const ReportSize& size)
{
    const cv::Size out = workload.outSize(size.pixels);
    const size_t inStep = workload.inBytes(size.pixels), outStep = workload.outBytes(size.pixels);
    for (size_t i = 0; i < static_cast<size_t>(framesInRotation(workload, size)); ++i) {
        // With steps of whole rows: OpenCV without CUDA cannot make them, but takes them as they are.
        images_.push_back({cv::cuda::GpuMat(size.pixels, workload.inType, memory.in() + i * inStep), cv::cuda::GpuMat(),
                           cv::cuda::GpuMat(out, workload.outType, memory.out() + i * outStep)});
    }
}

DeviceImages ReportDevice::next()
{
    const DeviceImages& images = images_[next_];
    next_ = (next_ + 1) % images_.size();
    return images;
}

}  // namespace bench
