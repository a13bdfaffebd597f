// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda.h>
#include <dlfcn.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "../images/image_operation.hpp"
#include "cuda_ok.hpp"

namespace opencv_test {

//! A function of the CUDA driver, which tests do not link: they also start where there is none.
template <class Function>
Function driverFunction(const char* name)
{
    static void* const library = dlopen("libcuda.so.1", RTLD_LAZY);
    return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

inline CUcontext currentContext()
{
    CUcontext context = nullptr;
    driverFunction<decltype(&cuCtxGetCurrent)>("cuCtxGetCurrent")(&context);
    return context;
}

//! A BGRA image in page-locked memory, which a stream has yet to write, and what becomes of it.
class CudaFrame
{
public:
    explicit CudaFrame(std::uint64_t seed, Size size = Size(640, 480))
        : src(size, CV_8UC4, pageLocked(size_t(size.area()) * 4)),
          dst(size, CV_8UC3, pageLocked(size_t(size.area()) * 3))
    {
        RNG rng(seed);
        image_ = randomImage(size, CV_8UC4, rng);
        cv::cvtColor(image_, expected_, COLOR_BGR2YUV);
        src.setTo(0);
    }
    ~CudaFrame()
    {
        cudaFreeHost(src.data);
        cudaFreeHost(dst.data);
    }
    CudaFrame(const CudaFrame&) = delete;
    CudaFrame& operator=(const CudaFrame&) = delete;

    //! Enqueues what writes the source.
    void produce(cudaStream_t stream, int delayMs = 0)
    {
        delayMs_ = delayMs;
        src.setTo(0);
        dst.setTo(9);
        ASSERT_EQ(cudaSuccess, cudaLaunchHostFunc(stream, &CudaFrame::write, this));
    }
    void convert(const StreamRef& stream, Striper& striper)
    {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, stream, striper);
    }
    bool right() const { return differences(expected_, dst, 0).empty(); }

    Mat src, dst;

private:
    static void* pageLocked(size_t bytes)
    {
        void* memory = nullptr;
        EXPECT_EQ(cudaSuccess, cudaHostAlloc(&memory, bytes, cudaHostAllocDefault));
        return memory;
    }
    static void CUDART_CB write(void* frame)
    {
        CudaFrame& self = *static_cast<CudaFrame*>(frame);
        if (self.delayMs_ > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(self.delayMs_));
        std::memcpy(self.src.data, self.image_.data, self.image_.total() * self.image_.elemSize());
    }

    Mat image_, expected_;
    int delayMs_ = 0;
};

}  // namespace opencv_test
