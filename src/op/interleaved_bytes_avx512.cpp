// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "fetch_ahead.hpp"
#include "instruction_set.hpp"
#include "interleaved_bytes.hpp"
#include "interleaved_order.hpp"

#ifdef CUDASTRIPE_X86

#include <immintrin.h>

#ifndef __clang__
// The compiler's own header leaves on purpose uninitialised what it then warns of.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,prefer-vector-width=512")
#endif

namespace cv { namespace cudastripe { namespace avx512 {

//! Four lanes of sixteen pixels, as bytes, or in two halves as numbers of 16 bits.
struct Bytes
{
    using Type = __m512i;
    static constexpr int kTogether = 64;

    static Type set(short value) { return _mm512_set1_epi16(value); }
    static Type everyLane(const LaneOrder& lane)
    {
        return _mm512_broadcast_i32x4(_mm_load_si128(reinterpret_cast<const __m128i*>(lane.bytes)));
    }
    static Type add(Type a, Type b) { return _mm512_add_epi16(a, b); }
    static Type subtract(Type a, Type b) { return _mm512_sub_epi16(a, b); }
    static Type multiplyAdd(Type bytes, Type weights) { return _mm512_maddubs_epi16(bytes, weights); }
    static Type roundedProduct(Type a, Type b) { return _mm512_mulhrs_epi16(a, b); }
    template <int Count>
    static Type shiftRightBy(Type a)
    {
        return _mm512_srai_epi16(a, Count);
    }
    static Type bits(Type a, Type mask) { return _mm512_and_si512(a, mask); }
    static Type exclusiveOr(Type a, Type b) { return _mm512_xor_si512(a, b); }
    static Type packUnsigned(const Type (&a)[2]) { return _mm512_packus_epi16(a[0], a[1]); }
    static Type packSigned(const Type (&a)[2]) { return _mm512_packs_epi16(a[0], a[1]); }

    static Type lowerHalves(Type a, Type b) { return _mm512_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm512_unpackhi_epi64(a, b); }
    static Type reorder(Type a, Type order) { return _mm512_shuffle_epi8(a, order); }

    using Mask = __mmask64;
    static Mask mask(int channel) { return mergeMask(channel) * Mask(0x0001000100010001); }
    static Type select(Mask mask, Type one, Type other) { return _mm512_mask_mov_epi8(other, mask, one); }

    //! The `index`-th four pixels of each lane. With 4 channels lanes have pixels in the order of memory instead.
    template <int Channels>
    static Type four(const uchar* from, int index)
    {
        if (Channels == 4)
            return _mm512_loadu_si512(from + index * 64);
        const uchar* in = from + firstByte(Channels, index);
        return _mm512_shuffle_i32x4(_mm512_loadu_si512(in), _mm512_loadu_si512(in + 96), 0xcc);  // every 48 bytes
    }
    //! Lanes of sixteen neighbours, from what became of the four fours.
    template <int Channels>
    static Type neighbours(Type codes)
    {
        const Type order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
        return Channels == 4 ? _mm512_permutexvar_epi32(order, codes) : codes;
    }

    //! The first, second and third lanes of each sixteen pixels one after the other.
    static void store(uchar* to, const Type (&lanes)[3], bool streamed)
    {
        const Type two[3] = {_mm512_setr_epi64(0, 1, 8, 9, 0, 0, 2, 3), _mm512_setr_epi64(2, 3, 10, 11, 0, 0, 4, 5),
                             _mm512_setr_epi64(4, 5, 14, 15, 0, 0, 6, 7)};
        constexpr __mmask8 gap = 0x30;
        Type out[3];
        for (int i = 0; i < 3; ++i)
            out[i] = _mm512_permutex2var_epi64(lanes[i], two[i], lanes[(i + 1) % 3]);
        out[0] = _mm512_mask_shuffle_i64x2(out[0], gap, lanes[2], lanes[2], 0x00);
        out[1] = _mm512_mask_mov_epi64(out[1], gap, lanes[0]);
        out[2] = _mm512_mask_shuffle_i64x2(out[2], gap, lanes[1], lanes[1], 0x30);
        for (int i = 0; i < 3; ++i) {
            if (streamed)
                _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i * 64), out[i]);
            else
                _mm512_storeu_si512(to + i * 64, out[i]);
        }
    }
};

#include "interleaved_bytes_loops.hpp"

}}}  // namespace cv::cudastripe::avx512

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
