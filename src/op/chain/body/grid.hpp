// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What the threads of a chain's kernel do.

#pragma once

#include "program.hpp"

namespace cv { namespace cudastripe {

#ifdef __CUDACC__

//! Calls a body for all x < itemsX, y < itemsY. `program` is the body's own, or one that the compiler knows.
template <class Body, class Program>
__device__ inline void runGrid(const Body& body, const Program& program, std::int64_t itemsX, std::int64_t itemsY)
{
    // The number of a row's threads fits in 32 bits.
    const std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x;
    if constexpr (std::is_same<typename Body::Tables, NoTables>::value) {
        if (first < itemsX) {
            for (std::int64_t y = blockIdx.y; y < itemsY; y += gridDim.y)
                body.runAs(program, first, y, nullptr);
        }
    } else {
        __shared__ SomeTables tables;
        for (int i = threadIdx.x; i < program.tableBytes / 4; i += blockDim.x)
            reinterpret_cast<std::uint32_t*>(tables.bytes)[i] =
                reinterpret_cast<const std::uint32_t*>(body.tables.bytes)[i];
        __syncthreads();
        for (std::int64_t y = blockIdx.y; y < itemsY; y += gridDim.y) {
            for (std::int64_t x = first; x < itemsX; x += std::int64_t(gridDim.x) * blockDim.x)
                body.runAs(program, x, y, tables.bytes);
        }
    }
}

#endif

}}  // namespace cv::cudastripe
