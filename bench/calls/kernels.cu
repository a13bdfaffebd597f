// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <memory>

#include "../common/frames.hpp"
#include "../common/gpu.hpp"
#include "kernels.hpp"

namespace bench {
namespace {

constexpr size_t kCopyBytes = size_t(256) << 20;
constexpr long long kCycles = 1500000;  // about a millisecond

__global__ void spin(long long cycles)
{
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

void fillMultiprocessors(cudaStream_t stream)
{
    int device = 0, count = 0, threads = 0;
    BENCH_CUDA(cudaGetDevice(&device));
    BENCH_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    BENCH_CUDA(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));
    const int block = threads % 1024 == 0 ? 1024 : 512;
    for (int i = 0; i < 2; ++i)
        spin<<<count*(threads / block), block, 0, stream>>>(kCycles);
    BENCH_CUDA(cudaGetLastError());
}

//! A stream with a piece of work in it.
struct BusyStream
{
    ~BusyStream() { cudaStreamSynchronize(stream.get()); }  // the work uses memory

    std::function<void(cudaStream_t)> enqueue;
    CudaStream stream;
};

std::function<void(cudaStream_t)> copying(cudaMemcpyKind kind)
{
    const Memory host = pageLockedMemory(kCopyBytes), device = deviceMemory(kCopyBytes);
    return [=](cudaStream_t stream) {
        uchar* const to = kind == cudaMemcpyHostToDevice ? device.get() : host.get();
        uchar* const from = kind == cudaMemcpyHostToDevice ? host.get() : device.get();
        BENCH_CUDA(cudaMemcpyAsync(to, from, kCopyBytes, kind, stream));
    };
}

// Of each four threads, three write: as many bytes as packed pixels have without the fourth channel.
__global__ void movePieces(const uint4* src, uint4* dst, unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    uint4 piece = src[i];
    const unsigned next = __shfl_down_sync(__activemask(), piece.x, 1);
    if (i % 4 != 3) {
        piece.w ^= next;  // so that what the fourth has read is needed, too
        dst[i / 4 * 3 + i % 4] = piece;
    }
}

}  // namespace

std::function<void()> busyGpu(bool copies)
{
    const auto streams = std::make_shared<std::vector<BusyStream>>(copies ? 3 : 1);
    streams->front().enqueue = fillMultiprocessors;
    if (copies) {
        (*streams)[1].enqueue = copying(cudaMemcpyHostToDevice);
        (*streams)[2].enqueue = copying(cudaMemcpyDeviceToHost);
    }
    // A stream that always has a copy to come would let no other stream's copies through.
    return [streams] {
        for (BusyStream& stream : *streams)
            stream.enqueue(stream.stream.get());
        for (BusyStream& stream : *streams)
            stream.stream.wait();
    };
}

void moveBytes(const cv::Mat& src, const cv::Mat& dst, cudaStream_t stream)
{
    const size_t pieces = src.total() * src.elemSize() / sizeof(uint4);
    CV_Assert(src.isContinuous() && dst.isContinuous() && pieces % 4 == 0);
    CV_Assert(dst.total() * dst.elemSize() == pieces / 4 * 3 * sizeof(uint4));
    const unsigned count = static_cast<unsigned>(pieces), threads = 256;
    movePieces<<<(count + threads - 1) / threads, threads, 0, stream>>>(reinterpret_cast<const uint4*>(src.data),
                                                                        reinterpret_cast<uint4*>(dst.data), count);
    BENCH_CUDA(cudaGetLastError());
}

}  // namespace bench
