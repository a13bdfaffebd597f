// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The only file that needs nvcc; another compiler makes a program of it that has no device.

#include "device_loop.hpp"

#include <algorithm>
#include <opencv2/cudastripe/prefetch.hpp>
#include <vector>

using namespace cv::cudastripe;

#ifdef __CUDACC__

namespace {

void check(cudaError_t error)
{
    if (error != cudaSuccess)
        CV_Error(cv::Error::GpuApiCallError, cudaGetErrorString(error));
}

__global__ void fillWithIndices(double* array, std::int64_t count)
{
    const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
    for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        array[i] = static_cast<double>(i);
}

__global__ void countDifferent(const double* a, const double* b, std::int64_t count, unsigned long long* different)
{
    const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
    for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
        if (!(a[i] == b[i]))
            atomicAdd(different, 1ull);
    }
}

template <class T>
std::shared_ptr<T> deviceArray(std::int64_t count)
{
    void* memory = nullptr;
    check(cudaMalloc(&memory, static_cast<std::size_t>(count) * sizeof(T)));
    return std::shared_ptr<T>(static_cast<T*>(memory), [](T* p) { cudaFree(p); });
}

std::shared_ptr<CUevent_st> makeEvent()
{
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event));
    return std::shared_ptr<CUevent_st>(event, cudaEventDestroy);
}

std::shared_ptr<CUstream_st> makeStream()
{
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return std::shared_ptr<CUstream_st>(stream, cudaStreamDestroy);
}

class CudaLoop : public DeviceLoop
{
public:
    CudaLoop(int device, std::int64_t elements)
        : count_(elements),
          stream_(makeStream()),
          start_(makeEvent()),
          stop_(makeEvent()),
          in_(deviceArray<double>(elements)),
          out_(deviceArray<double>(elements)),
          reference_(deviceArray<double>(elements)),
          different_(deviceArray<unsigned long long>(1))
    {
        check(cudaGetDeviceProperties(&properties_, device));
        fillWithIndices<<<1024, 256, 0, stream_.get()>>>(in_.get(), count_);
        check(cudaGetLastError());
    }

    std::string description() const override
    {
        return cv::format("%s, %d multiprocessors", properties_.name, properties_.multiProcessorCount);
    }

    bool makeReference(const Iterate& work, const PrefetchShape& plain) override
    {
        runMs(work, plain);
        check(cudaMemcpyAsync(reference_.get(), out_.get(), bytes(count_), cudaMemcpyDeviceToDevice, stream_.get()));
        const std::int64_t some = std::min<std::int64_t>(count_, 4096);
        return agrees(0, some, work) && agrees(count_ - some, some, work);
    }

    double runMs(const Iterate& work, const PrefetchShape& shape) override
    {
        // Also lets the host get ahead: the launch itself is not in the time.
        check(cudaMemsetAsync(out_.get(), 0xff, bytes(count_), stream_.get()));
        check(cudaEventRecord(start_.get(), stream_.get()));
        transformPrefetched(in_.get(), count_, out_.get(), work, shape, stream_.get());
        check(cudaEventRecord(stop_.get(), stream_.get()));
        check(cudaEventSynchronize(stop_.get()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start_.get(), stop_.get()));
        return ms;
    }

    bool right() override
    {
        unsigned long long different = 1;
        check(cudaMemsetAsync(different_.get(), 0, sizeof(different), stream_.get()));
        countDifferent<<<1024, 256, 0, stream_.get()>>>(out_.get(), reference_.get(), count_, different_.get());
        check(cudaGetLastError());
        copyBack(&different, different_.get(), sizeof(different));
        return different == 0;
    }

private:
    static std::size_t bytes(std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(double); }

    void copyBack(void* to, const void* from, std::size_t size)
    {
        check(cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToHost, stream_.get()));
        check(cudaStreamSynchronize(stream_.get()));
    }

    bool agrees(std::int64_t begin, std::int64_t count, const Iterate& work)
    {
        std::vector<double> out(static_cast<std::size_t>(count));
        copyBack(out.data(), out_.get() + begin, bytes(count));
        for (std::int64_t i = 0; i < count; ++i) {
            if (out[static_cast<std::size_t>(i)] != work(static_cast<double>(begin + i)))
                return false;
        }
        return true;
    }

    std::int64_t count_;
    cudaDeviceProp properties_;
    std::shared_ptr<CUstream_st> stream_;
    std::shared_ptr<CUevent_st> start_, stop_;
    std::shared_ptr<double> in_, out_, reference_;
    std::shared_ptr<unsigned long long> different_;
};

}  // namespace

std::unique_ptr<DeviceLoop> DeviceLoop::make(int device, std::int64_t elements)
{
    if ((device < 0 && cudaGetDevice(&device) != cudaSuccess) || cudaSetDevice(device) != cudaSuccess) {
        cudaGetLastError();  // not an error here
        return nullptr;
    }
    return std::make_unique<CudaLoop>(device, elements);
}

#else

std::unique_ptr<DeviceLoop> DeviceLoop::make(int, std::int64_t)
{
    return nullptr;
}

#endif
