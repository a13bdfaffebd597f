// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cases.hpp"
#include "kernel_case.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {
namespace {

using cv::cudastripe::ChannelOrder;
using cv::cudastripe::StreamHandle;
using cv::cudastripe::YuvFormat;

void convert(const DeviceFrame& frame, const CudaStream& stream)
{
    cv::cuda::GpuMat out = frame.out;
    cv::cudastripe::cvtColor(frame.in, out, cv::COLOR_BGR2YUV, StreamHandle(stream.get()));
}

void convertByTutorial(const DeviceFrame& frame, const CudaStream& stream)
{
    cv::cuda::GpuMat out = frame.out;
    cv::cudastripe::cvtToYuv(frame.in, out, YuvFormat::tutorial(), ChannelOrder::BGR, StreamHandle(stream.get()));
}

// The first half of the allocation onto its second half: as many bytes are read and written as in a conversion.
void copy(const DeviceFrame& frame, const CudaStream& stream, size_t sizeBytes)
{
    BENCH_CUDA(
        cudaMemcpyAsync(frame.in.data + sizeBytes, frame.in.data, sizeBytes, cudaMemcpyDeviceToDevice, stream.get()));
}

void checkAgainstOpenCv(const DeviceFrame& frame)
{
    cv::Mat expected;
    cv::cvtColor(frame.downloadedIn(), expected, cv::COLOR_BGR2YUV);
    if (cv::norm(frame.downloadedOut(), expected, cv::NORM_INF) != 0)
        CV_Error(cv::Error::StsInternal, "the kernel differs from cv::cvtColor");
}

}  // namespace

void registerKernelCases(const FrameSize& size, const SharedLazy<DeviceFrames>& frames)
{
    const size_t half = size.bytes() / 2;
    registerKernelCase(size, {"kernel/device", frames, convert, checkAgainstOpenCv, size.bytes()});
    registerKernelCase(size, {"kernel/device_tutorial", frames, convertByTutorial, {}, size.bytes()});
    registerKernelCase(size, {"kernel/copy",
                              frames,
                              [=](const DeviceFrame& frame, const CudaStream& stream) { copy(frame, stream, half); },
                              {},
                              size.bytes()});
}

}  // namespace bench
