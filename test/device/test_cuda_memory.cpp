// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include "../support/device/cuda_ok.hpp"
#include "../support/images/image_operation.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_CudaMemory : public testing::Test
{
protected:
    Backend backend{BackendKind::Cuda};
};

TEST_F(CUDASTRIPE_CudaMemory, knowsMemoryByItsAddress)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    Device& device = *backend.device();
    const size_t sizeBytes = 1 << 20;
    std::vector<uchar> pageable(sizeBytes), registered(sizeBytes);
    void *pageLocked, *combined, *managed, *onDevice;
    CUDA_OK(cudaHostAlloc(&pageLocked, sizeBytes, cudaHostAllocDefault));
    CUDA_OK(cudaHostAlloc(&combined, sizeBytes, cudaHostAllocWriteCombined));
    CUDA_OK(cudaMallocManaged(&managed, sizeBytes));
    CUDA_OK(cudaMalloc(&onDevice, sizeBytes));
    EXPECT_EQ(MemoryKind::Pageable, device.classify(pageable.data()).kind);
    EXPECT_EQ(MemoryKind::Pageable, device.classify(registered.data()).kind);
    CUDA_OK(cudaHostRegister(registered.data(), sizeBytes, cudaHostRegisterDefault));
    EXPECT_EQ(MemoryKind::PageLocked, device.classify(registered.data()).kind);
    EXPECT_EQ(MemoryKind::PageLocked, device.classify(static_cast<uchar*>(pageLocked) + sizeBytes - 1).kind);
    // How far it reaches, so that one question tells about a whole image.
    for (void* memory : {pageLocked, combined, static_cast<void*>(registered.data())}) {
        EXPECT_TRUE(device.classify(memory).mayBeCombined);
        EXPECT_EQ(sizeBytes - 100, device.classify(static_cast<uchar*>(memory) + 100).sizeBytes);
        EXPECT_EQ(1u, device.classify(static_cast<uchar*>(memory) + sizeBytes - 1).sizeBytes);
    }
    EXPECT_EQ(0u, device.classify(pageable.data()).sizeBytes);
    EXPECT_TRUE(device.classify(managed).kernelsReach);
    EXPECT_FALSE(device.classify(managed).mayBeCombined);
    // Also as the first that a thread asks.
    MemoryInfo asked;
    std::thread([&] { asked = device.classify(pageLocked); }).join();
    EXPECT_TRUE(asked.kernelsReach);
    EXPECT_EQ(sizeBytes, asked.sizeBytes);
    EXPECT_TRUE(device.hostMayRead(pageLocked));
    EXPECT_FALSE(device.hostMayRead(combined));
    EXPECT_EQ(MemoryKind::PageLocked, device.classify(managed).kind);
    EXPECT_EQ(MemoryKind::Device, device.classify(onDevice).kind);
    EXPECT_EQ(0, device.classify(onDevice).device);
    EXPECT_LE(sizeBytes, device.classify(onDevice).sizeBytes);
    CUDA_OK(cudaHostUnregister(registered.data()));
    cudaFreeHost(pageLocked);
    cudaFreeHost(combined);
    cudaFree(managed);
    cudaFree(onDevice);
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

// Small allocations share a page, so one answer holds for many of them. No host memory may lie in such a page.
TEST_F(CUDASTRIPE_CudaMemory, answersForAPageOfSmallAllocations)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    Device& device = *backend.device();
    RNG rng(5);
    std::vector<void*> onDevice, pageLocked, managed;
    std::vector<std::vector<uchar>> pageable;
    for (int i = 0; i < 600; ++i) {
        const size_t sizeBytes = static_cast<size_t>(1) << rng.uniform(4, 20);
        void* memory = nullptr;
        CUDA_OK(cudaMalloc(&memory, sizeBytes));
        onDevice.push_back(memory);
        if (i % 6 == 0) {
            CUDA_OK(cudaHostAlloc(&memory, sizeBytes, cudaHostAllocDefault));
            pageLocked.push_back(memory);
            CUDA_OK(cudaMallocManaged(&memory, sizeBytes));
            managed.push_back(memory);
        }
        pageable.emplace_back(sizeBytes);
    }
    size_t shared = 0;
    for (const void* memory : onDevice) {
        const MemoryInfo info = device.classify(memory);
        ASSERT_EQ(MemoryKind::Device, info.kind);
        const auto isInside = [&](const void* other) {
            const auto first = reinterpret_cast<std::uintptr_t>(memory) - info.bytesBefore;
            return reinterpret_cast<std::uintptr_t>(other) - first < info.bytesBefore + info.sizeBytes;
        };
        shared += static_cast<size_t>(std::count_if(onDevice.begin(), onDevice.end(), isInside)) - 1;
        EXPECT_TRUE(std::none_of(pageLocked.begin(), pageLocked.end(), isInside));
        EXPECT_TRUE(std::none_of(managed.begin(), managed.end(), isInside));
        EXPECT_TRUE(
            std::none_of(pageable.begin(), pageable.end(), [&](const auto& bytes) { return isInside(&bytes[0]); }));
    }
    EXPECT_GT(shared, 0u);
    for (void* memory : onDevice)
        cudaFree(memory);
    for (void* memory : managed)
        cudaFree(memory);
    for (void* memory : pageLocked)
        cudaFreeHost(memory);
}

TEST_F(CUDASTRIPE_CudaMemory, convertsManagedAndRegisteredMemory)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    RNG rng(71);
    const Mat image = randomImage(Size(640, 480), CV_8UC4, rng);
    Mat expected, dst(480, 640, CV_8UC3);
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    const auto striper = backend.striper();
    void* managed;
    CUDA_OK(cudaMallocManaged(&managed, image.total() * 4));
    CUDA_OK(cudaHostRegister(dst.data, dst.total() * 3, cudaHostRegisterDefault));
    Mat src(480, 640, CV_8UC4, managed);
    image.copyTo(src);
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    CUDA_OK(cudaHostUnregister(dst.data));
    cudaFree(managed);
}

// Half of the destination is page-locked: it must be taken for pageable memory.
TEST_F(CUDASTRIPE_CudaMemory, memoryThatIsPageLockedInPartIsPageable)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    RNG rng(73);
    const Mat image = randomImage(Size(1024, 1024), CV_8UC4, rng);
    Mat expected, dst(1024, 1024, CV_8UC3, Scalar::all(0));
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    const auto striper = backend.striper();
    uchar* const aligned = alignPtr(dst.data, 4096);
    CUDA_OK(cudaHostRegister(aligned, 1 << 20, cudaHostRegisterDefault));
    cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    CUDA_OK(cudaHostUnregister(aligned));
}

}}  // namespace opencv_test

#endif
