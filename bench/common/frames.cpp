// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frames.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA
#include "gpu.hpp"
#endif

namespace bench {
namespace {

void fillRandom(cv::Mat& image)
{
    cv::randu(image, 0, image.depth() == CV_8U ? 256 : 1);
}

}  // namespace

Memory pageableMemory(size_t sizeBytes)
{
    return Memory(static_cast<uchar*>(cv::fastMalloc(sizeBytes)), cv::fastFree);
}

HostFrames hostFrames(int count, const cv::Size& size, int inType, int outType, const Allocate& allocate)
{
    HostFrames frames;
    const size_t pixels = size_t(size.area()), inBytes = pixels * CV_ELEM_SIZE(inType);
    for (int i = 0; i < count; ++i) {
        const Memory memory = allocate(inBytes + pixels * CV_ELEM_SIZE(outType));
        cv::Mat in(size, inType, memory.get()), out(size, outType, memory.get() + inBytes);
        fillRandom(in);
        out.setTo(0);
        frames.add({in, out, cv::Mat(), memory});
    }
    return frames;
}

#ifdef HAVE_CUDASTRIPE_CUDA

Memory pageLockedMemory(size_t sizeBytes)
{
    void* memory = nullptr;
    BENCH_CUDA(cudaHostAlloc(&memory, sizeBytes, cudaHostAllocDefault));
    return Memory(static_cast<uchar*>(memory), [](uchar* address) { cudaFreeHost(address); });
}

Memory deviceMemory(size_t sizeBytes)
{
    void* memory = nullptr;
    BENCH_CUDA(cudaMalloc(&memory, sizeBytes));
    return Memory(static_cast<uchar*>(memory), [](uchar* address) { cudaFree(address); });
}

DeviceFrames deviceFrames(int count, const cv::Size& size, int type, bool second)
{
    using cv::cuda::GpuMat;
    cv::Mat content(size, type);
    fillRandom(content);
    const size_t bytes = bytesOf(content);
    DeviceFrames frames;
    for (int i = 0; i < count; ++i) {
        const Memory memory = deviceMemory(second ? bytes * 7 / 2 : bytes * 2);
        // With steps of whole rows: OpenCV without CUDA cannot allocate them, but takes them as they are.
        const auto image = [&](size_t number) { return GpuMat(size, type, memory.get() + number * bytes); };
        BENCH_CUDA(cudaMemcpy(image(0).data, content.data, bytes, cudaMemcpyHostToDevice));
        BENCH_CUDA(cudaMemcpy(image(1).data, content.data, bytes, cudaMemcpyHostToDevice));
        frames.add({image(0), image(second ? 2 : 1), second ? image(1) : GpuMat(), memory});
    }
    BENCH_CUDA(cudaStreamSynchronize(cudaStreamLegacy));
    return frames;
}

#endif

}  // namespace bench
