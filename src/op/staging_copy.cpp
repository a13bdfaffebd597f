// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Copies between pageable memory and page-locked slots.

#include "staging_copy.hpp"

#include <cstring>

#include "non_temporal_blocks.hpp"
#include "simd/fetch_ahead.hpp"
#include "simd/instruction_set.hpp"
#include "simd/non_temporal_store.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#ifndef __clang__
// GCC warns of values that its own header leaves uninitialised on purpose.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#endif

namespace cv { namespace cudastripe {
namespace {

constexpr int kPiece = 256;  // bytes that are prefetched at a time

void copyAll(uchar* to, const uchar* from, int64 bytes)
{
    int64 done = 0;
    for (; done + kPiece <= bytes; done += kPiece) {
        fetchAhead(from + done, kPiece);
        std::memcpy(to + done, from + done, kPiece);
    }
    std::memcpy(to + done, from + done, static_cast<size_t>(bytes - done));
}

// These functions copy the first three of every four bytes. They return how many groups of four they have copied.

int64 dropFourthPlain(uchar*, const uchar*, int64)
{
    return 0;
}

#ifdef CUDASTRIPE_X86

CUDASTRIPE_AVX2 int64 dropFourthAvx2(uchar* to, const uchar* from, int64 fours)
{
    const __m256i order =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
    const __m256i words = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    int64 done = 0;
    // A store writes eight bytes too many, which the next one overwrites.
    for (; done + 8 + 3 <= fours; done += 8) {
        if (done % 64 == 0)
            fetchAhead(from + done * 4, kPiece);
        const __m256i in = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + done * 4));
        const __m256i out = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(in, order), words);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + done * 3), out);
    }
    return done;
}

CUDASTRIPE_AVX512 int64 dropFourthAvx512(uchar* to, const uchar* from, int64 fours)
{
    const __m512i order = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
    const __m512i words = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0);
    const __m512i lines[3] = {_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19),
                              _mm512_setr_epi32(4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23),
                              _mm512_setr_epi32(8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)};
    int64 done = 0;
    for (; done + 64 <= fours; done += 64) {
        fetchAhead(from + done * 4, kPiece);
        __m512i in[4];
        for (int i = 0; i < 4; ++i) {
            const __m512i bytes = _mm512_loadu_si512(from + done * 4 + i * 64);
            in[i] = _mm512_permutexvar_epi32(words, _mm512_shuffle_epi8(bytes, order));
        }
        for (int i = 0; i < 3; ++i)
            _mm512_storeu_si512(to + done * 3 + i * 64, _mm512_permutex2var_epi32(in[i], lines[i], in[i + 1]));
    }
    return done;
}

#endif

void dropFourths(uchar* to, const uchar* from, int64 fours)
{
#ifdef CUDASTRIPE_X86
    static const auto dropMost = chooseVersion(&dropFourthPlain, &dropFourthAvx2, &dropFourthAvx512);
#else
    constexpr auto dropMost = &dropFourthPlain;
#endif
    for (int64 i = dropMost(to, from, fours); i < fours; ++i) {
        for (int k = 0; k < 3; ++k)
            to[i * 3 + k] = from[i * 4 + k];
    }
}

}  // namespace

void copyIntoSlot(const PlaneView& to, const PlaneView& from, int64 rows)
{
    if (to.rowBytes == from.rowBytes)
        return forRows(to, from, rows, copyAll);
    CV_Assert(to.rowBytes * 4 == from.rowBytes * 3);
    forRows(to, from, rows, [](uchar* row, const uchar* fours, int64 bytes) { dropFourths(row, fours, bytes / 4); });
}

void copyFromSlot(const PlaneView& to, const PlaneView& from, int64 rows, bool nonTemporal)
{
    forRows(to, from, rows, [&](uchar* row, const uchar* slot, int64 bytes) {
        storeBytes(row, slot, static_cast<size_t>(bytes), nonTemporal);
    });
    if (nonTemporal)
        fenceNonTemporal();
}

void copyFromSlot(const StripeOp& op, const PlaneView& to, const PlaneView& from, int64 rows)
{
    copyFromSlot(to, from, rows, NonTemporalBlocks(op).at(to.base));
}

}}  // namespace cv::cudastripe
