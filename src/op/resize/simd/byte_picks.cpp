// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See byte_picks.hpp: for AVX-512 with VBMI and VNNI.

#include "byte_picks.hpp"

#include "byte_weights.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#endif

namespace cv { namespace cudastripe {
bool BytePicks::available()
{
#ifdef CUDASTRIPE_X86
    return instructionSet() == InstructionSet::Avx512 && checkHardwareSupport(CV_CPU_AVX_512VBMI) &&
           checkHardwareSupport(CV_CPU_AVX_512VNNI);
#else
    return false;
#endif
}

BytePicks::BytePicks(const std::vector<int>& offsets, int64 rowBytes)
{
    if (available() && !offsets.empty() && !find(offsets, rowBytes, kBlock, 1))
        find(offsets, rowBytes, 2 * kBlock, kMaxWindows);
}

// False if the row is shorter than a window, or if a block needs more windows than `most`.
bool BytePicks::find(const std::vector<int>& offsets, int64 rowBytes, int windowBytes, int most)
{
    if (rowBytes < windowBytes)
        return false;
    const int count = static_cast<int>(offsets.size()), blockCount = (count + kBlock - 1) / kBlock;
    std::vector<Block> indices(static_cast<size_t>(blockCount));
    std::vector<std::vector<Window>> all;
    size_t needed = 0;
    for (int block = 0; block < blockCount; ++block) {
        const int first = block * kBlock, own = std::min(kBlock, count - first);
        uchar* const to = indices[size_t(block)].bytes;
        all.push_back(windowsOf(offsets.data() + first, own, rowBytes - windowBytes, windowBytes, to));
        needed = std::max(needed, all.back().size());
        if (needed > size_t(most))
            return false;
    }
    windows_ = windowBytes == kBlock ? kOneVector : needed <= 1 ? 1 : needed == 2 ? 2 : needed <= 4 ? 4 : kMaxWindows;
    lastBytes_ = count - (blockCount - 1) * kBlock;
    for (std::vector<Window>& windows : all) {
        windows.resize(size_t(std::max(windows_, 1)), {0, 0});
        for (const Window& window : windows) {
            masks_.push_back(window.mask);
            bases_.push_back(window.base);
        }
    }
    indices_ = std::move(indices);
    return true;
}

// Covers all bytes by windows. Each begins at the lowest byte not yet covered, or earlier at the row's end.
std::vector<BytePicks::Window> BytePicks::windowsOf(const int* offsets, int count, int64 lastBase, int windowBytes,
                                                    uchar* indices)
{
    std::vector<Window> windows;
    std::uint64_t left = 0;
    for (int i = 0; i < count; ++i)
        left |= std::uint64_t(offsets[i] != kZero) << i;
    while (left != 0 && windows.size() <= kMaxWindows) {
        int lowest = INT_MAX;
        for (std::uint64_t rest = left; rest != 0; rest &= rest - 1)
            lowest = std::min(lowest, offsets[__builtin_ctzll(rest)]);
        Window window = {static_cast<int>(std::min<int64>(lowest, lastBase)), 0};
        for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
            const int i = __builtin_ctzll(rest), at = offsets[i] - window.base;
            if (at >= windowBytes)
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

#define CUDASTRIPE_VBMI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vnni")))

namespace {

template <int Windows>
CUDASTRIPE_VBMI inline __m512i picked(const uchar* row, const BytePicks& picks, int block)
{
    const __m512i index = _mm512_load_si512(picks.indices(block));
    const std::uint64_t* const masks = picks.masks(block);
    const int* const bases = picks.bases(block);
    if constexpr (Windows == BytePicks::kOneVector)
        return _mm512_maskz_permutexvar_epi8(masks[0], index, _mm512_loadu_si512(row + bases[0]));
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
    const __m128i bytes = _mm512_cvtusepi32_epi8(_mm512_max_epi32(rounded, _mm512_setzero_si512()));
    _mm_mask_storeu_epi8(static_cast<uchar*>(middle) + at, which, bytes);
}

//! Rows of the source, and where their sums go.
struct RowsToSum
{
    const uchar* const* rows;
    void* const* middles;
    int count;
};

template <int Windows, int WeightBytes, int Rows>
CUDASTRIPE_VBMI void sumBlocks(const uchar* const* rows, const PickedSums& work, MiddleKind kind, void* const* middles)
{
    const BytePicks::Block* weights = work.weights.data();
    for (int at = 0, block = 0; at < work.count; at += PickedSums::kSums) {
        __m512i sums[Rows][WeightBytes] = {};
        for (int group = 0; group < work.groups; ++group, ++block) {
            __m512i own[WeightBytes];
            for (int i = 0; i < WeightBytes; ++i, ++weights)
                own[i] = _mm512_load_si512(weights->bytes);
            for (int r = 0; r < Rows; ++r) {
                const __m512i bytes = picked<Windows>(rows[r], work.picks, block);
                for (int i = 0; i < WeightBytes; ++i)
                    sums[r][i] = WeightBytes == 1 ? _mm512_dpwssd_epi32(sums[r][i], bytes, own[i])
                                                  : _mm512_dpbusd_epi32(sums[r][i], bytes, own[i]);
            }
        }
        for (int r = 0; r < Rows; ++r) {
            __m512i sum = sums[r][WeightBytes - 1];
            for (int i = WeightBytes - 2; i >= 0; --i)
                sum = _mm512_add_epi32(_mm512_slli_epi32(sum, 8), sums[r][i]);
            storeSums(sum, kind, work.count - at, middles[r], at);
        }
    }
}

// Sums up to four rows at a time, so that they share loads of weights.
template <int Windows, int WeightBytes>
void sumRowsBy(const RowsToSum& all, const PickedSums& work, MiddleKind kind)
{
    int r = 0;
    const auto sum = [&](auto rows) {
        sumBlocks<Windows, WeightBytes, rows.value>(all.rows + r, work, kind, all.middles + r);
        r += rows.value;
    };
    while (r + 4 <= all.count)
        sum(std::integral_constant<int, 4>());
    if (r + 3 == all.count)
        sum(std::integral_constant<int, 3>());
    else if (r + 2 == all.count)
        sum(std::integral_constant<int, 2>());
    else if (r < all.count)
        sum(std::integral_constant<int, 1>());
}

template <int Windows>
void sumRowsBy(const RowsToSum& all, const PickedSums& work, MiddleKind kind)
{
    if (work.weightBytes == 1)
        sumRowsBy<Windows, 1>(all, work, kind);
    else if (work.weightBytes == 2)
        sumRowsBy<Windows, 2>(all, work, kind);
    else
        sumRowsBy<Windows, kBytesOfLongWeights>(all, work, kind);
}

template <int Windows>
CUDASTRIPE_VBMI void halveBlocks(const uchar* upper, const uchar* lower, const BytePicks& picks, uchar* to)
{
    constexpr int kMeans = BytePicks::kBlock / 2;
    const __m512i one = _mm512_set1_epi8(1), half = _mm512_set1_epi16(2);
    for (int block = 0; block < picks.blocks(); ++block, to += kMeans) {
        const __m512i a = _mm512_maddubs_epi16(picked<Windows>(upper, picks, block), one);
        const __m512i b = _mm512_maddubs_epi16(picked<Windows>(lower, picks, block), one);
        const __m512i means = _mm512_srli_epi16(_mm512_add_epi16(_mm512_add_epi16(a, b), half), 2);
        const int count = block < picks.blocks() - 1 ? kMeans : picks.lastBytes() / 2;
        const __mmask32 which = ~std::uint32_t(0) >> (kMeans - count);
        _mm512_mask_cvtepi16_storeu_epi8(to, which, means);
    }
}

}  // namespace

void halvePicked(const uchar* upper, const uchar* lower, const BytePicks& picks, uchar* to)
{
    if (picks.windows() == BytePicks::kOneVector)
        halveBlocks<BytePicks::kOneVector>(upper, lower, picks, to);
    else
        halveBlocks<1>(upper, lower, picks, to);
}

void copyPicked(const uchar* row, const BytePicks& picks, uchar* to)
{
    switch (picks.windows()) {
    case BytePicks::kOneVector:
        return copyBlocks<BytePicks::kOneVector>(row, picks, to);
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

void sumPicked(const uchar* const* rows, int count, const PickedSums& sums, MiddleKind kind, void* const* middles)
{
    const RowsToSum all = {rows, middles, count};
    switch (sums.picks.windows()) {
    case BytePicks::kOneVector:
        return sumRowsBy<BytePicks::kOneVector>(all, sums, kind);
    case 1:
        return sumRowsBy<1>(all, sums, kind);
    case 2:
        return sumRowsBy<2>(all, sums, kind);
    case 4:
        return sumRowsBy<4>(all, sums, kind);
    default:
        return sumRowsBy<8>(all, sums, kind);
    }
}

#else

void halvePicked(const uchar*, const uchar*, const BytePicks&, uchar*) {}
void copyPicked(const uchar*, const BytePicks&, uchar*) {}
void sumPicked(const uchar* const*, int, const PickedSums&, MiddleKind, void* const*) {}

#endif

}}  // namespace cv::cudastripe
