// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>

#include "cases.hpp"
#include "cuda_handles.hpp"
#include "host_case.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {
namespace {

// Upload, kernel and download of some rows behind one another in one stream.
void enqueueRows(const HostFrame& frame, const DeviceFrame& onDevice, const cv::Range& rows, cudaStream_t stream)
{
    const cv::Mat in = frame.in.rowRange(rows), out = frame.out.rowRange(rows);
    const cv::cuda::GpuMat deviceIn = onDevice.in.rowRange(rows);
    cv::cuda::GpuMat deviceOut = onDevice.out.rowRange(rows);
    const size_t height = static_cast<size_t>(rows.size());
    BENCH_CUDA(cudaMemcpyAsync(deviceIn.data, in.data, in.step * height, cudaMemcpyHostToDevice, stream));
    cv::cudastripe::cvtColor(deviceIn, deviceOut, cv::COLOR_BGR2YUV, cv::cudastripe::StreamHandle(stream));
    BENCH_CUDA(cudaMemcpyAsync(out.data, deviceOut.data, out.step * height, cudaMemcpyDeviceToHost, stream));
}

FrameWork onDefaultStream(const SharedLazy<DeviceFrames>& device)
{
    return [=](const HostFrame& frame) {
        enqueueRows(frame, device->get().next(), cv::Range(0, frame.in.rows), nullptr);
        BENCH_CUDA(cudaStreamSynchronize(nullptr));
    };
}

// The published scheme: rows in equal chunks, each with a stream of its own, depth first.
FrameWork onStreams(const SharedLazy<DeviceFrames>& device, int count)
{
    const auto streams = std::make_shared<std::vector<CudaStream>>(count);
    return [=](const HostFrame& frame) {
        const DeviceFrame& onDevice = device->get().next();
        const int rows = frame.in.rows, chunk = (rows + count - 1) / count;
        for (int i = 0; i < count; ++i) {
            const int lower = i * chunk, upper = std::min(lower + chunk, rows);
            if (lower < upper)
                enqueueRows(frame, onDevice, cv::Range(lower, upper), (*streams)[static_cast<size_t>(i)].get());
        }
        for (const CudaStream& stream : *streams)
            stream.wait();
    };
}

}  // namespace

void registerStreamCases(const FrameSize& size, const Frames& frames)
{
    const auto device = frames.device;
    registerHostCase(
        size, {"default_stream/pinned", frames.pageLocked, [=] { return onDefaultStream(device); }, size.bytes()});
    registerHostCase(size,
                     {"streams16/pinned", frames.pageLocked, [=] { return onStreams(device, 16); }, size.bytes()});
}

}  // namespace bench
