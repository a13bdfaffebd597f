// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LAUNCH_CUH
#define OPENCV_CUDASTRIPE_LAUNCH_CUH

#include <algorithm>

#include "../op/kernel_ref.hpp"

namespace cv { namespace cudastripe {

//! How items are spread over threads.
struct LaunchShape
{
    static constexpr int blockX = 64;       //!< neighbours in a row, so that a warp's accesses are contiguous
    static constexpr int blockY = 4;        //!< rows of a block: 256 threads keep occupancy high at 32 registers
    static constexpr int maxGridY = 65535;  //!< CUDA's limit; more rows are walked in a loop
};

template <class Body>
__global__ void __launch_bounds__(LaunchShape::blockX* LaunchShape::blockY)
    runBody(const __grid_constant__ Body body, int64 itemsX, int64 itemsY)
{
    const int64 x = int64(blockIdx.x) * LaunchShape::blockX + threadIdx.x;
    if (x >= itemsX)
        return;
    for (int64 y = int64(blockIdx.y) * LaunchShape::blockY + threadIdx.y; y < itemsY;
         y += int64(gridDim.y) * LaunchShape::blockY)
        body(x, y);
}

template <class Body>
void enqueueOnCuda(const void* body, int64 itemsX, int64 itemsY, void* stream)
{
    if (itemsX <= 0 || itemsY <= 0)
        return;
    const dim3 block(LaunchShape::blockX, LaunchShape::blockY);
    const dim3 grid(static_cast<unsigned>((itemsX + LaunchShape::blockX - 1) / LaunchShape::blockX),
                    static_cast<unsigned>(std::min<int64>((itemsY + LaunchShape::blockY - 1) / LaunchShape::blockY,
                                                          LaunchShape::maxGridY)));
    runBody<<<grid, block, 0, static_cast<cudaStream_t>(stream)>>>(*static_cast<const Body*>(body), itemsX, itemsY);
}

//! Loads the kernel of a body on the current device.
template <class Body>
cudaError_t loadKernel()
{
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, runBody<Body>);
}

}}  // namespace cv::cudastripe

#endif
