// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains from 8-bit pixels to a tensor that keep channels apart.

#include "../op/chain/resized/resized_source.hpp"
#include "../op/chain/tensor/byte_body.hpp"
#include "../op/chain/tensor/patches.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kMaxBlocks = 132 * 4;  // of a launch: as many as an H200 holds, since each copies the table

//! Rows are numbered through all images. Each thread processes every `step`-th row.
template <class Body>
__global__ void __launch_bounds__(LaunchShape::threads, Body::kBlocks)
    runWithTable(const CV_CUDASTRIPE_GRID_CONSTANT Body body, int64 itemsX, int64 itemsY, int64 rows,
                 RepeatedImages images)
{
    __shared__ decltype(body.values) table;
    const auto* const from = reinterpret_cast<const unsigned*>(&body.values);
    for (unsigned i = threadIdx.y * blockDim.x + threadIdx.x; i < sizeof(table) / 4; i += blockDim.x * blockDim.y)
        reinterpret_cast<unsigned*>(&table)[i] = from[i];
    __syncthreads();
    const int64 x = int64(blockIdx.x) * blockDim.x + threadIdx.x;
    if (x >= itemsX)
        return;
    const int64 step = int64(gridDim.y) * blockDim.y, whole = step / itemsY, ys = step - whole * itemsY;
    int64 row = int64(blockIdx.y) * blockDim.y + threadIdx.y, image = row / itemsY, y = row - image * itemsY;
    for (; row < rows; row += step) {
        if constexpr (kReadsTable<Body>)
            body.run(table, body.table, x, y, images.of(image));
        else
            body.run(table, nullptr, x, y, images.of(image));
        image += whole;
        y += ys;
        if (y >= itemsY) {
            y -= itemsY;
            ++image;
        }
    }
}

}  // namespace

template <class Source, class T>
struct Launch<TensorTableBody<Source, T>>
{
    using Body = TensorTableBody<Source, T>;

    static constexpr auto kKernel = &runWithTable<Body>;

    static int enqueue(const void* body, int64 itemsX, int64 itemsY, const RepeatedImages& images,
                       const KernelLaunch& launch)
    {
        if (itemsX <= 0 || itemsY <= 0)
            return cudaSuccess;
        const detail::BusThrottle throttle(launch, itemsX * itemsY * images.count, int(sizeof(Body::values)));
        int64 cols = LaunchShape::threads;
        while (cols / 2 >= itemsX)
            cols /= 2;
        const int64 threadRows = LaunchShape::threads / cols, gridX = (itemsX + cols - 1) / cols;
        int64 rows = itemsY * images.count;
        const int64 gridY = std::min((rows + threadRows - 1) / threadRows, std::max<int64>(1, kMaxBlocks / gridX));
        return withTable<Body>(body, launch, [&](const void* argument) {
            void* arguments[] = {const_cast<void*>(argument), &itemsX, &itemsY, &rows,
                                 const_cast<RepeatedImages*>(&images)};
            return cudaLaunchKernel(reinterpret_cast<const void*>(kKernel),
                                    dim3(static_cast<unsigned>(gridX), static_cast<unsigned>(gridY)),
                                    dim3(static_cast<unsigned>(cols), static_cast<unsigned>(threadRows)), arguments,
                                    throttle.sharedBytes(), static_cast<cudaStream_t>(launch.stream));
        });
    }
};

template <class... Sources>
cudaError_t loadKernelsFrom()
{
    return loadKernelsOf<TensorTableBody<Sources, float>..., TensorTableBody<Sources, ushort>...,
                         TensorLineBody<Sources>...>();
}

cudaError_t loadTensorKernels()
{
    return loadAll({&loadKernelsFrom<ByteImageSource, ByteYuvSource, ByteResizedSource<ResizedBytePixels>,
                                     ByteResizedSource<ResizedYuvPixels<false>>>,
                    &loadKernelsOf<PatchBody<std::uint32_t>, PatchBody<ushort>, PatchBody<uchar>>});
}

}}  // namespace cv::cudastripe
