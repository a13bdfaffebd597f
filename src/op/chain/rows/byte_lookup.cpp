// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Lookups of bytes in tables of bytes.

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "loop.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#endif

namespace cv { namespace cudastripe {
namespace {

constexpr int kVector = 64;  // bytes

//! The tables of up to four channels, each aligned to a vector; `count` is 1 if all channels share one.
struct ByteTables
{
    const uchar* values;
    int count;

    const uchar* of(int channel) const { return values + channel * 256; }
};

// These functions look up bytes of whole pixels. They return how many bytes they have looked up.

std::int64_t lookUpPlain(const ByteTables&, const uchar*, uchar*, std::int64_t, int)
{
    return 0;
}

#ifdef CUDASTRIPE_X86

#define CUDASTRIPE_VBMI __attribute__((target("avx512f,avx512bw,avx512vbmi")))

//! ofChannel[n - 1][i][c] has the bytes of channel c in vector i, for n channels. The masks repeat after n vectors.
struct ByteMasks
{
    std::uint64_t ofChannel[4][4][4] = {};

    constexpr ByteMasks()
    {
        for (int channels = 1; channels <= 4; ++channels) {
            for (int i = 0; i < channels * kVector; ++i)
                ofChannel[channels - 1][i / kVector][i % channels] |= std::uint64_t(1) << i % kVector;
        }
    }
};

constexpr ByteMasks kByteMasks;

CUDASTRIPE_VBMI inline __m512i lookedUp(const uchar* table, __m512i index)
{
    const auto part = [&](int i) CUDASTRIPE_VBMI { return _mm512_load_si512(table + i * kVector); };
    const __m512i low = _mm512_permutex2var_epi8(part(0), index, part(1));
    const __m512i high = _mm512_permutex2var_epi8(part(2), index, part(3));
    return _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(index), high);
}

CUDASTRIPE_VBMI std::int64_t lookUpVbmi(const ByteTables& tables, const uchar* src, uchar* dst, std::int64_t bytes,
                                        int ahead)
{
    const auto& ofChannel = kByteMasks.ofChannel[tables.count - 1];
    std::int64_t done = 0;
    while (done + tables.count * kVector <= bytes) {
        for (int i = 0; i < tables.count; ++i, done += kVector) {
            fetchAhead(src + done, kVector, ahead);
            const __m512i index = _mm512_loadu_si512(src + done);
            __m512i out = lookedUp(tables.of(0), index);
            for (int c = 1; c < tables.count; ++c)
                out = _mm512_mask_mov_epi8(out, ofChannel[i][c], lookedUp(tables.of(c), index));
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
            dst[done + i] = tables.of(i % channels)[src[done + i]];
    }
    for (int c = 0; done < bytes; ++done, c = c + 1 < channels ? c + 1 : 0)
        dst[done] = tables.of(c)[src[done]];
}

}  // namespace

void lookUpBytes(const ChainArrays& arrays)
{
    static const auto version = versionForThisCpu();
    static constexpr decltype(&lookUpPixels<1>) rest[] = {&lookUpPixels<1>, &lookUpPixels<2>, &lookUpPixels<3>,
                                                          &lookUpPixels<4>};
    const ByteTables tables = {static_cast<const uchar*>(arrays.x), arrays.in->tableRows};
    const std::int64_t done = version(tables, arrays.src, arrays.dst, arrays.count, arrays.ahead);
    rest[tables.count - 1](tables, arrays.src + done, arrays.dst + done, arrays.count - done);
}

}}  // namespace cv::cudastripe
