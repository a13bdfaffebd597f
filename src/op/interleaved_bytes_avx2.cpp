// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "fetch_ahead.hpp"
#include "instruction_set.hpp"
#include "interleaved_bytes.hpp"
#include "interleaved_order.hpp"

#ifdef CUDASTRIPE_X86

#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace cv { namespace cudastripe { namespace avx2 {

//! Two lanes of sixteen pixels, as bytes, or in two halves as numbers of 16 bits.
struct Bytes
{
    using Type = __m256i;
    static constexpr int kTogether = 32;

    static Type set(short value) { return _mm256_set1_epi16(value); }
    static Type everyLane(const LaneOrder& lane)
    {
        return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(lane.bytes)));
    }
    static Type add(Type a, Type b) { return _mm256_add_epi16(a, b); }
    static Type subtract(Type a, Type b) { return _mm256_sub_epi16(a, b); }
    static Type multiplyAdd(Type bytes, Type weights) { return _mm256_maddubs_epi16(bytes, weights); }
    static Type roundedProduct(Type a, Type b) { return _mm256_mulhrs_epi16(a, b); }
    template <int Count>
    static Type shiftRightBy(Type a)
    {
        return _mm256_srai_epi16(a, Count);
    }
    static Type bits(Type a, Type mask) { return _mm256_and_si256(a, mask); }
    static Type exclusiveOr(Type a, Type b) { return _mm256_xor_si256(a, b); }
    static Type packUnsigned(const Type (&a)[2]) { return _mm256_packus_epi16(a[0], a[1]); }
    static Type packSigned(const Type (&a)[2]) { return _mm256_packs_epi16(a[0], a[1]); }

    static Type lowerHalves(Type a, Type b) { return _mm256_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm256_unpackhi_epi64(a, b); }
    static Type reorder(Type a, Type order) { return _mm256_shuffle_epi8(a, order); }

    using Mask = Type;
    static Mask mask(int channel)
    {
        static constexpr LaneOrder ones[3] = {mergeBytes(0), mergeBytes(1), mergeBytes(2)};
        return everyLane(ones[channel]);
    }
    static Type select(Mask mask, Type one, Type other) { return _mm256_blendv_epi8(other, one, mask); }

    //! The `index`-th four pixels of each lane.
    template <int Channels>
    static Type four(const uchar* from, int index)
    {
        const uchar* in = from + firstByte(Channels, index);
        const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
        const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * Channels));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(left), right, 1);
    }
    //! Lanes of sixteen neighbours, which they are.
    template <int Channels>
    static Type neighbours(Type codes)
    {
        return codes;
    }

    //! The first, second and third lanes of each sixteen pixels one after the other.
    static void store(uchar* to, const Type (&lanes)[3], bool streamed)
    {
        const Type out[3] = {_mm256_permute2x128_si256(lanes[0], lanes[1], 0x20),
                             _mm256_blend_epi32(lanes[2], lanes[0], 0xf0),
                             _mm256_permute2x128_si256(lanes[1], lanes[2], 0x31)};
        for (int i = 0; i < 3; ++i) {
            __m256i* target = reinterpret_cast<__m256i*>(to + i * 32);
            if (streamed)
                _mm256_stream_si256(target, out[i]);
            else
                _mm256_storeu_si256(target, out[i]);
        }
    }
};

#include "interleaved_bytes_loops.hpp"

}}}  // namespace cv::cudastripe::avx2

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
