// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_WORD_COPY_HPP
#define OPENCV_CUDASTRIPE_DETAIL_WORD_COPY_HPP

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe { namespace detail {

//! The widest word of 16, 8, 4, 2 or 1 bytes that divides `bytes`.
CV_CUDASTRIPE_HD constexpr int wordBytes(int bytes)
{
    return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
}

//! Copies `Bytes` bytes in the widest words that divide their number; `from` and `to` must be aligned to such a word.
template <int Bytes, int Word = wordBytes(Bytes)>
CV_CUDASTRIPE_HD inline void copyWords(void* to, const void* from)
{
#ifdef __CUDA_ARCH__
    // A loop, since nvcc splits a memcpy by the type of the values.
    using Small = std::conditional_t<Word == 4, unsigned int, std::conditional_t<Word == 2, unsigned short, uchar>>;
    using Wide = std::conditional_t<Word == 16, uint4, std::conditional_t<Word == 8, uint2, Small>>;
    for (int i = 0; i < Bytes / Word; ++i)
        static_cast<Wide*>(to)[i] = static_cast<const Wide*>(from)[i];
#else
    for (int i = 0; i < Bytes; i += Word) {
        std::memcpy(__builtin_assume_aligned(static_cast<char*>(to) + i, Word),
                    __builtin_assume_aligned(static_cast<const char*>(from) + i, Word), Word);
    }
#endif
}

#ifdef __CUDACC__

/** @brief Stores what the threads of a warp have, through shared memory, so that neighbouring threads store
neighbouring words. Across the bus that takes as long as a copy; words that lie apart took up to 20 times as long on an
H100.

Stores nothing and gives false if the launch has too little dynamic shared memory (see BusThrottle), or if threads
of the warp other than its last ones are inactive. */
template <int Bytes>
__device__ inline bool storeByWarp(unsigned int* to, const unsigned int* from)
{
    constexpr unsigned warp = 32, words = Bytes / 4;
    extern __shared__ unsigned int cudastripeWords[];
    unsigned sharedBytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(sharedBytes));
    const unsigned warps = (blockDim.x * blockDim.y + warp - 1) / warp;
    if (sharedBytes < warps * warp * Bytes)
        return false;
    const unsigned active = __activemask(), count = __popc(active);
    if (active != ~0u >> (warp - count))
        return false;
    const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x, inWarp = thread % warp;
    unsigned int* const shared = cudastripeWords + thread / warp * (sharedBytes / 4 / warps);
    for (unsigned i = 0; i < words; ++i)
        shared[inWarp * words + i] = from[i];
    __syncwarp(active);
    for (unsigned word = inWarp; word < count * words; word += count) {
        const auto first = __shfl_sync(active, reinterpret_cast<unsigned long long>(to), word / words);
        reinterpret_cast<unsigned int*>(first)[word % words] = shared[word];
    }
    __syncwarp(active);
    return true;
}

#endif

//! As copyWords(), but for results: `to` may lie across the bus.
template <int Bytes, int Word = wordBytes(Bytes)>
CV_CUDASTRIPE_HD inline void storeWords(void* to, const void* from)
{
#ifdef __CUDA_ARCH__
    if constexpr (Bytes > Word && Word >= 4) {
        if (storeByWarp<Bytes>(static_cast<unsigned int*>(to), static_cast<const unsigned int*>(from)))
            return;
    }
#endif
    copyWords<Bytes, Word>(to, from);
}

}}}  // namespace cv::cudastripe::detail

#endif
