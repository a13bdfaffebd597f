// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "busy_gpu.hpp"

#include <list>
#include <memory>

#include "cuda_handles.hpp"
#include "device_memory.hpp"
#include "page_locked_memory.hpp"

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
class BusyStream
{
public:
    using Enqueue = std::function<void(cudaStream_t)>;

    explicit BusyStream(const Enqueue& enqueue) : enqueue_(enqueue) {}
    ~BusyStream() { cudaStreamSynchronize(stream_.get()); }  // it uses memory

    void refill() { enqueue_(stream_.get()); }
    void wait() { BENCH_CUDA(cudaStreamSynchronize(stream_.get())); }

private:
    Enqueue enqueue_;
    CudaStream stream_;
};

BusyStream::Enqueue copying(cudaMemcpyKind kind)
{
    const MemoryKind host = pageLockedMemory(kCopyBytes);
    const std::shared_ptr<uchar> device = deviceMemory(kCopyBytes);
    return [=](cudaStream_t stream) {
        uchar* const to = kind == cudaMemcpyHostToDevice ? device.get() : host.get();
        uchar* const from = kind == cudaMemcpyHostToDevice ? host.get() : device.get();
        BENCH_CUDA(cudaMemcpyAsync(to, from, kCopyBytes, kind, stream));
    };
}

}  // namespace

std::function<void()> busyGpu(bool copies)
{
    const auto streams = std::make_shared<std::list<BusyStream>>();
    streams->emplace_back(fillMultiprocessors);
    if (copies) {
        streams->emplace_back(copying(cudaMemcpyHostToDevice));
        streams->emplace_back(copying(cudaMemcpyDeviceToHost));
    }
    // A stream that always has a copy to come would let no other stream's copies through.
    return [streams] {
        for (BusyStream& stream : *streams)
            stream.refill();
        for (BusyStream& stream : *streams)
            stream.wait();
    };
}

}  // namespace bench
