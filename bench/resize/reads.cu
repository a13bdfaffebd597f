// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../common/gpu.hpp"
#include "peers.hpp"

namespace bench {
namespace {

__global__ void readRows(const uchar* image, size_t step, int vectors, const int* rows, int* never)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= vectors)
        return;
    const uint4 vector = reinterpret_cast<const uint4*>(image + rows[blockIdx.y] * step)[x];
    // Random bytes are not all zero, but the compiler does not know.
    if ((vector.x | vector.y | vector.z | vector.w) == 0)
        *never = 1;
}

}  // namespace

RowReads::RowReads(const std::vector<int>& rows)
    : count_(int(rows.size())), rows_(deviceMemory((rows.size() + 1) * sizeof(int)))
{
    BENCH_CUDA(cudaMemcpy(rows_.get(), rows.data(), rows.size() * sizeof(int), cudaMemcpyHostToDevice));
}

void RowReads::enqueue(const cv::cuda::GpuMat& image) const
{
    const int vectors = int(size_t(image.cols) * image.elemSize() / sizeof(uint4)), threads = 256;
    const int* const rows = reinterpret_cast<const int*>(rows_.get());
    readRows<<<dim3((vectors + threads - 1) / threads, count_), threads, 0, launchStream().get()>>>(
        image.data, image.step, vectors, rows, const_cast<int*>(rows + count_));
    BENCH_CUDA(cudaGetLastError());
}

}  // namespace bench
