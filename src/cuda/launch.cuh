// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How bodies run as kernels and are launched.

#pragma once

#include <algorithm>
#include <initializer_list>

#include "../op/kernel_ref.hpp"

namespace cv { namespace cudastripe {

//! How items are spread over threads.
struct LaunchShape
{
    static constexpr int threads = 256;     //!< of a block: keeps occupancy high at 32 registers
    static constexpr int cols = 64;         //!< threads of a block in one row: two warps
    static constexpr int maxGridY = 65535;  //!< CUDA's limit; threads loop over further rows
};

//! Blocks with blockIdx.z == z process image z.
template <class Body>
__global__ void __launch_bounds__(LaunchShape::threads, kBlocksHeld<Body>)
    runBody(const CV_CUDASTRIPE_GRID_CONSTANT Body body, int64 itemsX, int64 itemsY, RepeatedImages images)
{
    const int64 x = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (x >= itemsX)
        return;
    const PlaneShift by = images.of(blockIdx.z);
    for (int64 y = int64(blockIdx.y) * blockDim.y + threadIdx.y; y < itemsY; y += int64(gridDim.y) * blockDim.y)
        runItem(body, x, y, by);
}

//! Calls start() with the body's address. If the body reads a table, it gets the launch's table.
template <class Body, class Start>
int withTable(const void* body, const KernelLaunch& launch, const Start& start)
{
    if constexpr (kReadsTable<Body>) {
        Body own = *static_cast<const Body*>(body);
        own.table = static_cast<const uchar*>(launch.table);
        return start(&own);
    } else {
        return start(body);
    }
}

//! A block spans one row if the array is flat or the block is small. Blocks of narrow images span more rows.
inline dim3 blockFor(int64 itemsX, int64 itemsY, int64 threads)
{
    int64 cols = itemsY == 1 || threads < LaunchShape::threads ? threads : LaunchShape::cols;
    while (cols / 2 >= itemsX && itemsY > threads / cols)
        cols /= 2;
    return dim3(static_cast<unsigned>(cols), static_cast<unsigned>(threads / cols));
}

//! Launches runBody().
template <class Body>
int enqueueItems(const void* body, int64 itemsX, int64 itemsY, const RepeatedImages& images, const KernelLaunch& launch)
{
    if (itemsX <= 0 || itemsY <= 0)
        return cudaSuccess;
    const detail::BusThrottle throttle(launch, itemsX * itemsY * images.count);
    const dim3 block = blockFor(itemsX, itemsY, throttle.blockThreads(LaunchShape::threads));
    const dim3 grid(static_cast<unsigned>((itemsX + block.x - 1) / block.x),
                    static_cast<unsigned>(std::min<int64>((itemsY + block.y - 1) / block.y, LaunchShape::maxGridY)),
                    images.count);
    return withTable<Body>(body, launch, [&](const void* argument) {
        RepeatedImages repeats = images;
        void* arguments[] = {const_cast<void*>(argument), &itemsX, &itemsY, &repeats};
        // Returns the error of this call; cudaGetLastError() might return an older one.
        return cudaLaunchKernel(reinterpret_cast<const void*>(&runBody<Body>), grid, block, arguments,
                                throttle.sharedBytes(), static_cast<cudaStream_t>(launch.stream));
    });
}

//! The kernel of a body and its launch function. A body with its own kernel specializes this struct.
template <class Body>
struct Launch
{
    static constexpr auto kKernel = &runBody<Body>;
    static constexpr auto enqueue = &enqueueItems<Body>;
};

template <class Body>
int enqueueRepeats(const void* body, int64 itemsX, int64 itemsY, const RepeatedImages& images,
                   const KernelLaunch& launch)
{
    return Launch<Body>::enqueue(body, itemsX, itemsY, images, launch);
}

template <class Body>
int enqueueOnCuda(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch)
{
    return enqueueRepeats<Body>(body, itemsX, itemsY, RepeatedImages(), launch);
}

//! Calls functions until one fails.
inline cudaError_t loadAll(std::initializer_list<cudaError_t (*)()> loads)
{
    for (cudaError_t (*const load)() : loads) {
        if (const cudaError_t error = load())
            return error;
    }
    return cudaSuccess;
}

//! Loads a kernel on the current device.
template <class Kernel>
cudaError_t loadFunction(Kernel* kernel)
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, kernel);
}

//! Instantiates the kernel of a body, and loads it.
template <class Body>
cudaError_t loadKernel()
{
    // Volatile, or the compiler would leave out functions that only another file calls.
    static const volatile KernelRef::Enqueue enqueue = &enqueueOnCuda<Body>;
    static const volatile decltype(KernelRef::MergedForm::enqueueRepeats) repeats = &enqueueRepeats<Body>;
    return enqueue && repeats ? loadFunction(Launch<Body>::kKernel) : cudaErrorInvalidDeviceFunction;
}

//! As loadKernel(), for the merged kernel of a body, if there is one.
template <class Body>
cudaError_t loadMergedKernel()
{
    if constexpr (kMergesKernels<Body>)
        return loadKernel<BatchBody<Body>>();
    return cudaSuccess;
}

template <class... Bodies>
cudaError_t loadKernelsOf()
{
    return loadAll({&loadKernel<Bodies>..., &loadMergedKernel<Bodies>...});
}

}}  // namespace cv::cudastripe
