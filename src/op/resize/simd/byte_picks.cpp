// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See byte_picks.hpp: for AVX-512 with VBMI.

#include "byte_picks.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#endif

namespace cv { namespace cudastripe {
bool BytePicks::available()
{
#ifdef CUDASTRIPE_X86
    return instructionSet() == InstructionSet::Avx512 && checkHardwareSupport(CV_CPU_AVX_512VBMI);
#else
    return false;
#endif
}

BytePicks::BytePicks(const std::vector<int>& offsets, int64 rowBytes)
{
    if (!available() || rowBytes < kWindow || offsets.empty())
        return;
    const int count = static_cast<int>(offsets.size()), blockCount = (count + kBlock - 1) / kBlock;
    indices_.resize(size_t(blockCount) * kBlock);
    std::vector<std::vector<Window>> all;
    size_t most = 0;
    for (int block = 0; block < blockCount; ++block) {
        const int first = block * kBlock;
        all.push_back(
            windowsOf(offsets.data() + first, std::min(kBlock, count - first), rowBytes, indices_.data() + first));
        most = std::max(most, all.back().size());
        if (most > kMaxWindows) {
            indices_.clear();
            return;
        }
    }
    windows_ = most <= 1 ? 1 : most == 2 ? 2 : most <= 4 ? 4 : kMaxWindows;
    lastBytes_ = count - (blockCount - 1) * kBlock;
    for (std::vector<Window>& windows : all) {
        windows.resize(size_t(windows_), {0, 0});
        for (const Window& window : windows) {
            masks_.push_back(window.mask);
            bases_.push_back(window.base);
        }
    }
}

// Covers the bytes from the lowest on.
std::vector<BytePicks::Window> BytePicks::windowsOf(const int* offsets, int count, int64 rowBytes, uchar* indices)
{
    std::vector<Window> windows;
    std::uint64_t left = 0;
    for (int i = 0; i < count; ++i)
        left |= std::uint64_t(offsets[i] != kZero) << i;
    while (left != 0 && windows.size() <= kMaxWindows) {
        int lowest = INT_MAX;
        for (std::uint64_t rest = left; rest != 0; rest &= rest - 1)
            lowest = std::min(lowest, offsets[__builtin_ctzll(rest)]);
        Window window = {static_cast<int>(std::min<int64>(lowest, rowBytes - kWindow)), 0};
        for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
            const int i = __builtin_ctzll(rest), at = offsets[i] - window.base;
            if (at >= kWindow)
                continue;
            window.mask |= std::uint64_t(1) << i;
            indices[i] = static_cast<uchar>(at);
        }
        left &= ~window.mask;
        windows.push_back(window);
    }
    return windows;
}

#ifdef CUDASTRIPE_X86

// GCC warns of values that its own header leaves uninitialised on purpose.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define CUDASTRIPE_VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi")))

namespace {

template <int Windows>
CUDASTRIPE_VBMI inline __m512i picked(const uchar* row, const BytePicks& picks, int block)
{
    const __m512i index = _mm512_loadu_si512(picks.indices(block));
    const std::uint64_t* const masks = picks.masks(block);
    const int* const bases = picks.bases(block);
    const auto window = [&](int w) CUDASTRIPE_VBMI {
        const uchar* const from = row + bases[w];
        return _mm512_maskz_permutex2var_epi8(masks[w], _mm512_loadu_si512(from), index,
                                              _mm512_loadu_si512(from + BytePicks::kBlock));
    };
    __m512i bytes = window(0);
    for (int w = 1; w < Windows; ++w)
        bytes = _mm512_or_si512(bytes, window(w));
    return bytes;
}

template <int Windows>
CUDASTRIPE_VBMI void copyBlocks(const uchar* row, const BytePicks& picks, uchar* to)
{
    const int last = picks.blocks() - 1;
    for (int block = 0; block < last; ++block, to += BytePicks::kBlock)
        _mm512_storeu_si512(to, picked<Windows>(row, picks, block));
    const __mmask64 rest = ~std::uint64_t(0) >> (BytePicks::kBlock - picks.lastBytes());
    _mm512_mask_storeu_epi8(to, rest, picked<Windows>(row, picks, last));
}

CUDASTRIPE_VBMI inline void storeSums(__m512i sums, MiddleKind kind, int count, void* middle, int at)
{
    switch (kind) {
    case MiddleKind::Shorts:
        sums = _mm512_srai_epi32(sums, 4);
        [[fallthrough]];
    case MiddleKind::Words:
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(static_cast<short*>(middle) + at), _mm512_cvtepi32_epi16(sums));
        return;
    case MiddleKind::Floats:
        _mm512_storeu_ps(static_cast<float*>(middle) + at, _mm512_cvtepi32_ps(sums));
        return;
    case MiddleKind::Ints:
        _mm512_storeu_si512(static_cast<int*>(middle) + at, sums);
        return;
    default:
        break;
    }
    const __m512i rounded = _mm512_srai_epi32(_mm512_add_epi32(sums, _mm512_set1_epi32(1 << 21)), 22);
    const __mmask16 which = static_cast<__mmask16>(0xffff >> std::max(0, PickedSums::kSums - count));
    _mm512_mask_cvtusepi32_storeu_epi8(static_cast<uchar*>(middle) + at, which,
                                       _mm512_max_epi32(rounded, _mm512_setzero_si512()));
}

template <int Windows, bool Low>
CUDASTRIPE_VBMI void sumBlocks(const uchar* row, const PickedSums& work, MiddleKind kind, void* middle)
{
    constexpr int kWeights = 2 * PickedSums::kSums;
    const short* weights = work.weights.data();
    for (int at = 0, block = 0; at < work.count; at += PickedSums::kSums) {
        __m512i high = _mm512_setzero_si512(), low = _mm512_setzero_si512();
        for (int pair = 0; pair < work.pairs; ++pair, ++block) {
            const __m512i bytes = picked<Windows>(row, work.picks, block);
            high = _mm512_add_epi32(high, _mm512_madd_epi16(bytes, _mm512_loadu_si512(weights)));
            weights += kWeights;
            if (!Low)
                continue;
            low = _mm512_add_epi32(low, _mm512_madd_epi16(bytes, _mm512_loadu_si512(weights)));
            weights += kWeights;
        }
        if (Low)
            high = _mm512_add_epi32(_mm512_slli_epi32(high, kLowWeightBits), low);
        storeSums(high, kind, work.count - at, middle, at);
    }
}

template <int Windows>
void sumBlocks(const uchar* row, const PickedSums& work, MiddleKind kind, void* middle)
{
    (work.low ? sumBlocks<Windows, true> : sumBlocks<Windows, false>)(row, work, kind, middle);
}

CUDASTRIPE_VBMI void halveBlocks(const uchar* upper, const uchar* lower, const BytePicks& picks, uchar* to)
{
    constexpr int kMeans = BytePicks::kBlock / 2;
    const __m512i one = _mm512_set1_epi8(1), half = _mm512_set1_epi16(2);
    for (int block = 0; block < picks.blocks(); ++block, to += kMeans) {
        const __m512i a = _mm512_maddubs_epi16(picked<1>(upper, picks, block), one);
        const __m512i b = _mm512_maddubs_epi16(picked<1>(lower, picks, block), one);
        const __m512i means = _mm512_srli_epi16(_mm512_add_epi16(_mm512_add_epi16(a, b), half), 2);
        const int count = block < picks.blocks() - 1 ? kMeans : picks.lastBytes() / 2;
        const __mmask32 which = ~std::uint32_t(0) >> (kMeans - count);
        _mm512_mask_cvtepi16_storeu_epi8(to, which, means);
    }
}

}  // namespace

void halvePicked(const uchar* upper, const uchar* lower, const BytePicks& picks, uchar* to)
{
    halveBlocks(upper, lower, picks, to);
}

void copyPicked(const uchar* row, const BytePicks& picks, uchar* to)
{
    switch (picks.windows()) {
    case 1:
        return copyBlocks<1>(row, picks, to);
    case 2:
        return copyBlocks<2>(row, picks, to);
    case 4:
        return copyBlocks<4>(row, picks, to);
    default:
        return copyBlocks<8>(row, picks, to);
    }
}

void sumPicked(const uchar* row, const PickedSums& sums, MiddleKind kind, void* middle)
{
    switch (sums.picks.windows()) {
    case 1:
        return sumBlocks<1>(row, sums, kind, middle);
    case 2:
        return sumBlocks<2>(row, sums, kind, middle);
    case 4:
        return sumBlocks<4>(row, sums, kind, middle);
    default:
        return sumBlocks<8>(row, sums, kind, middle);
    }
}

#else

void halvePicked(const uchar*, const uchar*, const BytePicks&, uchar*) {}
void copyPicked(const uchar*, const BytePicks&, uchar*) {}
void sumPicked(const uchar*, const PickedSums&, MiddleKind, void*) {}

#endif

}}  // namespace cv::cudastripe
