// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <atomic>

#include "../support/device/cuda_ok.hpp"
#include "../support/images/image_operation.hpp"

namespace opencv_test { namespace {

//! A pool, as callers make it the default allocator. What comes back is overwritten, as by the next frame.
class OverwritingPool : public cuda::GpuMat::Allocator
{
public:
    bool allocate(cuda::GpuMat* mat, int rows, int cols, size_t elemSize) override
    {
        mat->step = elemSize * static_cast<size_t>(cols);
        mat->refcount = new int;
        return cudaMalloc(reinterpret_cast<void**>(&mat->datastart), mat->step * static_cast<size_t>(rows)) ==
                   cudaSuccess &&
               (mat->data = mat->datastart);
    }
    // On a stream that waits for no other.
    void free(cuda::GpuMat* mat) override
    {
        EXPECT_EQ(cudaSuccess,
                  cudaMemset2DAsync(mat->datastart, mat->step, 77, mat->step, static_cast<size_t>(mat->rows), stream));
        EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(stream));
        delete mat->refcount;
        ++freed;
    }
    cudaStream_t stream = nullptr;
    std::atomic<int> freed{0};
};

//! Makes an allocator the default one.
class DefaultAllocator
{
public:
    explicit DefaultAllocator(cuda::GpuMat::Allocator& allocator) { cuda::GpuMat::setDefaultAllocator(&allocator); }
    ~DefaultAllocator() { cuda::GpuMat::setDefaultAllocator(before_); }

private:
    cuda::GpuMat::Allocator* const before_ = cuda::GpuMat::defaultAllocator();
};

void CUDART_CB waitUntilSet(void* gate)
{
    while (!*static_cast<std::atomic<bool>*>(gate))
        std::this_thread::yield();
}

TEST(CUDASTRIPE_CudaAllocator, memoryOfADefaultOneOfTheCallersIsHeld)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        CUDASTRIPE_SKIP("this OpenCV has no CUDA, so it makes no GpuMat");
    OverwritingPool& pool = *new OverwritingPool;  // never destroyed, nor is its memory
    CUDA_OK(cudaStreamCreateWithFlags(&pool.stream, cudaStreamNonBlocking));
    const DefaultAllocator scope(pool);
    RNG rng(5);
    const Mat image = randomImage(Size(640, 480), CV_8UC3, rng);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    const auto striper = backend.striper();
    const OwnedStream owned(*backend.device(), "caller");
    const auto stream = static_cast<cudaStream_t>(owned.id().get());
    cuda::GpuMat dst(image.size(), CV_8UC3);
    std::atomic<bool> gate{false};
    for (const bool batch : {false, true}) {
        std::vector<cuda::GpuMat> src(1, cuda::GpuMat(image)), results = {dst};
        cudastripe::cvtColor(src, results, COLOR_BGR2YUV, StreamHandle(stream), *striper);  // loads kernels
        waitFor(*backend.device(), owned);
        gate = false;
        const int freed = pool.freed;
        CUDA_OK(cudaLaunchHostFunc(stream, &waitUntilSet, &gate));
        if (batch)
            cudastripe::cvtColor(src, results, COLOR_BGR2YUV, StreamHandle(stream), *striper);
        else
            cudastripe::cvtColor(src[0], dst, COLOR_BGR2YUV, StreamHandle(stream), *striper);
        src.clear();
        EXPECT_EQ(freed, pool.freed) << "a batch: " << batch;
        gate = true;
        waitFor(*backend.device(), owned);
        EXPECT_EQ(std::string(), differences(expected, Mat(dst), 0));
    }
}

}}  // namespace opencv_test

#endif
