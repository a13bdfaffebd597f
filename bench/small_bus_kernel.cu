// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cuda_check.hpp"
#include "small_cases.hpp"

namespace bench {
namespace {

// Of each four threads, three write: as many bytes as packed pixels have without the fourth channel.
__global__ void movePieces(const uint4* src, uint4* dst, unsigned count)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    uint4 piece = src[i];
    const unsigned next = __shfl_down_sync(__activemask(), piece.x, 1);
    if (i % 4 != 3) {
        piece.w ^= next;  // so that what the fourth has read is needed, too
        dst[i / 4 * 3 + i % 4] = piece;
    }
}

}  // namespace

void moveBytes(const cv::Mat& src, const cv::Mat& dst, cudaStream_t stream)
{
    const size_t pieces = src.total() * src.elemSize() / sizeof(uint4);
    CV_Assert(src.isContinuous() && dst.isContinuous() && pieces % 4 == 0);
    CV_Assert(dst.total() * dst.elemSize() == pieces / 4 * 3 * sizeof(uint4));
    const unsigned count = static_cast<unsigned>(pieces), threads = 256;
    movePieces<<<(count + threads - 1) / threads, threads, 0, stream>>>(reinterpret_cast<const uint4*>(src.data),
                                                                        reinterpret_cast<uint4*>(dst.data), count);
    BENCH_CUDA(cudaGetLastError());
}

}  // namespace bench
