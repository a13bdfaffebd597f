// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Lookups of bytes in tables of bytes.

#include <algorithm>
#include <cstring>

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "loop.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#endif

namespace cv { namespace cudastripe {
namespace {

constexpr int kVector = 64;  // bytes

//! The tables of up to four channels; `count` is 1 if all channels have the same.
struct ByteTables
{
    alignas(kVector) uchar values[4][256];
    int count;

    explicit ByteTables(const ChainArrays& arrays) : count(arrays.in->tableRows)
    {
        const auto* const entries = reinterpret_cast<const std::uint32_t*>(arrays.tables + arrays.in->table);
        for (int i = 0; i < count * 256; ++i)
            values[i / 256][i % 256] = static_cast<uchar>(entries[i]);
    }
};

// Functions that look up bytes of whole pixels. They return how many they did.

std::int64_t lookUpPlain(const ByteTables&, const uchar*, uchar*, std::int64_t, int)
{
    return 0;
}

#ifdef CUDASTRIPE_X86

#define CUDASTRIPE_VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi")))

CUDASTRIPE_VBMI inline __m512i lookedUp(const uchar (&table)[256], __m512i index)
{
    const auto part = [&](int i) CUDASTRIPE_VBMI { return _mm512_load_si512(table + i * kVector); };
    const __m512i low = _mm512_permutex2var_epi8(part(0), index, part(1));
    const __m512i high = _mm512_permutex2var_epi8(part(2), index, part(3));
    return _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(index), high);
}

CUDASTRIPE_VBMI std::int64_t lookUpVbmi(const ByteTables& tables, const uchar* src, uchar* dst, std::int64_t bytes,
                                        int ahead)
{
    __mmask64 ofChannel[4][4] = {};  // the bytes of a channel in each of the vectors until they repeat
    for (int i = 0; i < tables.count * kVector; ++i)
        ofChannel[i / kVector][i % tables.count] |= __mmask64(1) << i % kVector;
    std::int64_t done = 0;
    while (done + tables.count * kVector <= bytes) {
        for (int i = 0; i < tables.count; ++i, done += kVector) {
            fetchAhead(src + done, kVector, ahead);
            const __m512i index = _mm512_loadu_si512(src + done);
            __m512i out = lookedUp(tables.values[0], index);
            for (int c = 1; c < tables.count; ++c)
                out = _mm512_mask_mov_epi8(out, ofChannel[i][c], lookedUp(tables.values[c], index));
            _mm512_storeu_si512(dst + done, out);
        }
    }
    return done;
}

#endif

decltype(&lookUpPlain) versionForThisCpu()
{
#ifdef CUDASTRIPE_X86
    if (instructionSet() == InstructionSet::Avx512 && checkHardwareSupport(CV_CPU_AVX_512VBMI))
        return &lookUpVbmi;
#endif
    return &lookUpPlain;
}

template <int channels>
void lookUpPixels(const ByteTables& tables, const uchar* src, uchar* dst, std::int64_t bytes)
{
    constexpr int run = 8 * channels;
    std::int64_t done = 0;
    for (; done + run <= bytes; done += run) {
#pragma GCC unroll 32
        for (int i = 0; i < run; ++i)
            dst[done + i] = tables.values[i % channels][src[done + i]];
    }
    for (int c = 0; done < bytes; ++done, c = c + 1 < channels ? c + 1 : 0)
        dst[done] = tables.values[c][src[done]];
}

}  // namespace

void lookUpBytes(const ChainArrays& arrays)
{
    static const auto version = versionForThisCpu();
    static constexpr decltype(&lookUpPixels<1>) rest[] = {&lookUpPixels<1>, &lookUpPixels<2>, &lookUpPixels<3>,
                                                          &lookUpPixels<4>};
    const ByteTables tables(arrays);
    const std::int64_t done = version(tables, arrays.src, arrays.dst, arrays.count, arrays.ahead);
    rest[tables.count - 1](tables, arrays.src + done, arrays.dst + done, arrays.count - done);
}

}}  // namespace cv::cudastripe
