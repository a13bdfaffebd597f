// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_frames.hpp"

#include "device_memory.hpp"

namespace bench {
namespace {

// OpenCV's own download needs an OpenCV with CUDA.
cv::Mat downloaded(const cv::cuda::GpuMat& image)
{
    cv::Mat copy(image.size(), image.type());
    BENCH_CUDA(cudaMemcpy(copy.data, image.data, copy.total() * copy.elemSize(), cudaMemcpyDeviceToHost));
    return copy;
}

}  // namespace

cv::Mat DeviceFrame::downloadedIn() const
{
    return downloaded(in);
}

cv::Mat DeviceFrame::downloadedOut() const
{
    return downloaded(out);
}

DeviceFrames::DeviceFrames(const FrameSize& size)
{
    cv::Mat content(size.pixels, CV_8UC4);
    cv::randu(content, 0, 256);
    for (int i = 0; i < size.frames; ++i) {
        memory_.push_back(deviceMemory(size.bytes()));
        uchar* const in = memory_.back().get();
        uchar* const out = in + size.inBytes();
        const size_t width = static_cast<size_t>(size.pixels.width);
        frames_.push_back({cv::cuda::GpuMat(size.pixels, CV_8UC4, in, width * 4),
                           cv::cuda::GpuMat(size.pixels, CV_8UC3, out, width * 3)});
        BENCH_CUDA(cudaMemcpy(in, content.data, size.inBytes(), cudaMemcpyHostToDevice));
        BENCH_CUDA(cudaMemset(out, 0, size.outBytes()));
    }
    BENCH_CUDA(cudaStreamSynchronize(cudaStreamLegacy));
}

const DeviceFrame& DeviceFrames::next()
{
    const DeviceFrame& frame = frames_[next_];
    next_ = (next_ + 1) % frames_.size();
    return frame;
}

}  // namespace bench
