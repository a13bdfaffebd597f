// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See down_bytes.hpp: for AVX-512 with VNNI.

#include "down_bytes.hpp"

#include "../../simd/instruction_set.hpp"
#include "byte_weights.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#endif

namespace cv { namespace cudastripe {

#ifdef CUDASTRIPE_X86

// GCC warns of values that its own header leaves uninitialised on purpose.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define CUDASTRIPE_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni")))

namespace {

constexpr int kBytes = kBytesOfLongWeights, kVector = 64, kMostFours = 64;

//! Four rows; weights[i] has byte i of their weights.
struct FourRows
{
    const uchar* rows[4];
    int weights[kBytes];
};

//! The rounded sums of 16 columns, from their sums by each byte of the weights.
CUDASTRIPE_VNNI inline __m512i rounded(const __m512i (&sums)[kBytes])
{
    __m512i sum = sums[kBytes - 1];
    for (int b = kBytes - 2; b >= 0; --b)
        sum = _mm512_add_epi32(_mm512_slli_epi32(sum, 8), sums[b]);
    return _mm512_srai_epi32(_mm512_add_epi32(sum, _mm512_set1_epi32(1 << 21)), 22);
}

CUDASTRIPE_VNNI void sumFours(const FourRows* fours, int count, int cols, uchar* to)
{
    for (int x = 0; x < cols; x += kVector) {
        const __mmask64 which = cols - x < kVector ? ~std::uint64_t(0) >> (kVector - (cols - x)) : ~std::uint64_t(0);
        __m512i sums[4][kBytes] = {};
        for (int i = 0; i < count; ++i) {
            const auto row = [&](int r)
                                 CUDASTRIPE_VNNI { return _mm512_maskz_loadu_epi8(which, fours[i].rows[r] + x); };
            const __m512i a = row(0), b = row(1), c = row(2), d = row(3);
            const __m512i ab[] = {_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)};
            const __m512i cd[] = {_mm512_unpacklo_epi8(c, d), _mm512_unpackhi_epi8(c, d)};
            for (int part = 0; part < 4; ++part) {
                const __m512i columns = part % 2 == 0 ? _mm512_unpacklo_epi16(ab[part / 2], cd[part / 2])
                                                      : _mm512_unpackhi_epi16(ab[part / 2], cd[part / 2]);
                for (int byte = 0; byte < kBytes; ++byte)
                    sums[part][byte] =
                        _mm512_dpbusd_epi32(sums[part][byte], columns, _mm512_set1_epi32(fours[i].weights[byte]));
            }
        }
        // Packing undoes the order of unpacking.
        const __m512i lower = _mm512_packs_epi32(rounded(sums[0]), rounded(sums[1]));
        const __m512i upper = _mm512_packs_epi32(rounded(sums[2]), rounded(sums[3]));
        _mm512_mask_storeu_epi8(to + x, which, _mm512_packus_epi16(lower, upper));
    }
}

}  // namespace

bool sumBytesDown(const uchar* const* rows, const int* weights, int taps, int count, uchar* to)
{
    static const bool available =
        instructionSet() == InstructionSet::Avx512 && checkHardwareSupport(CV_CPU_AVX_512VNNI);
    if (!available || taps > 4 * kMostFours)
        return false;
    FourRows fours[kMostFours];
    const int last = (taps + 3) / 4 * 4;
    for (int k = 0; k < last; ++k) {
        FourRows& four = fours[k / 4];
        four.rows[k % 4] = rows[std::min(k, taps - 1)];
        if (!splitWeight(k < taps ? weights[k] : 0, kBytes, reinterpret_cast<uchar*>(four.weights) + k % 4,
                         sizeof(int)))
            return false;
    }
    sumFours(fours, last / 4, count, to);
    return true;
}

#else

bool sumBytesDown(const uchar* const*, const int*, int, int, uchar*)
{
    return false;
}

#endif

}}  // namespace cv::cudastripe
