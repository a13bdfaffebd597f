// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How kernels of chains run and are launched.

#pragma once

#include <algorithm>
#include <type_traits>

#include "../op/chain/body/body.hpp"
#include "../op/chain/body/grid.hpp"
#include "../op/chain/kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

//! The most blocks of a kernel with tables: eight for each multiprocessor of an H200. Each block copies the tables.
constexpr int64 kTableBlocks = 1056;

template <class Body>
__global__ void __launch_bounds__(LaunchShape::threads, Body::kBlocks)
    runChain(const CV_CUDASTRIPE_GRID_CONSTANT Body body, int64 itemsX, int64 itemsY)
{
    runGrid(body, body.program, itemsX, itemsY);
}

template <class Body>
int enqueueChain(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch)
{
    if (itemsX <= 0 || itemsY <= 0)
        return cudaSuccess;
    constexpr bool tables = !std::is_same<typename Body::Tables, NoTables>::value;
    const detail::BusThrottle throttle(launch, itemsX * itemsY, tables ? int(sizeof(SomeTables)) : 0);
    // Small blocks would copy their tables too often.
    const int threads = tables ? LaunchShape::threads : throttle.blockThreads(LaunchShape::threads);
    const int64 blocksX = (itemsX + threads - 1) / threads;
    const int64 most = tables ? kTableBlocks : int64(1) << 30;
    const int64 gridX = std::min(blocksX, most);
    const int64 gridY = std::min<int64>({itemsY, LaunchShape::maxGridY, std::max<int64>(1, most / gridX)});
    void* arguments[] = {const_cast<void*>(body), &itemsX, &itemsY};
    const void* const kernel = launch.compiled ? launch.compiled : reinterpret_cast<const void*>(&runChain<Body>);
    return cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(gridX), static_cast<unsigned>(gridY)),
                            dim3(static_cast<unsigned>(threads)), arguments, throttle.sharedBytes(),
                            static_cast<cudaStream_t>(launch.stream));
}

//! Instantiates the kernel of a body, and loads it on the current device.
template <class Body>
cudaError_t loadChainKernel()
{
    static const volatile KernelRef::Enqueue enqueue = &enqueueChain<Body>;  // as in loadKernel()
    return enqueue ? loadFunction(&runChain<Body>) : cudaErrorInvalidDeviceFunction;
}

template <class... Bodies>
cudaError_t loadChainKernelsOf()
{
    return loadAll({&loadChainKernel<Bodies>..., &loadMergedKernel<Bodies>...});
}

}}  // namespace cv::cudastripe
