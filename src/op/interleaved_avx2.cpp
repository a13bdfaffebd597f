// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "fetch_ahead.hpp"
#include "instruction_set.hpp"
#include "interleaved_order.hpp"
#include "interleaved_pixels.hpp"

#ifdef CUDASTRIPE_X86

#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace cv { namespace cudastripe { namespace avx2 {

//! Two lanes of bytes, of numbers of 16 or 32 bits, or of floats.
struct Lanes
{
    using Type = __m256i;
    static constexpr int kCount = 2;

    static Type set(short value) { return _mm256_set1_epi16(value); }
    static Type every(const LaneOrder& lane)
    {
        return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(lane.bytes)));
    }
    static Type add(Type a, Type b) { return _mm256_add_epi16(a, b); }
    static Type subtract(Type a, Type b) { return _mm256_sub_epi16(a, b); }
    static Type multiplyAddBytes(Type bytes, Type weights) { return _mm256_maddubs_epi16(bytes, weights); }
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

    static Type setInt(int value) { return _mm256_set1_epi32(value); }
    static Type addInts(Type a, Type b) { return _mm256_add_epi32(a, b); }
    static Type multiplyAdd(Type a, Type b) { return _mm256_madd_epi16(a, b); }
    template <int Count>
    static Type shiftIntsRightBy(Type a)
    {
        return _mm256_srai_epi32(a, Count);
    }
    template <int Count>
    static Type shiftIntsLeftBy(Type a)
    {
        return _mm256_slli_epi32(a, Count);
    }
    //! The lower words of ints with the upper words of others.
    static Type joinWords(Type lower, Type upper) { return _mm256_blend_epi16(lower, upper, 0xaa); }
    static Type packSignedInts(const Type (&a)[2]) { return _mm256_packs_epi32(a[0], a[1]); }

    static Type setFloat(float value) { return _mm256_castps_si256(_mm256_set1_ps(value)); }
    static Type addFloats(Type a, Type b)
    {
        return _mm256_castps_si256(_mm256_add_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
    }
    static Type subtractFloats(Type a, Type b)
    {
        return _mm256_castps_si256(_mm256_sub_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
    }
    static Type product(Type a, Type b)
    {
        return _mm256_castps_si256(_mm256_mul_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)));
    }

    static Type lowerInts(Type a, Type b) { return _mm256_unpacklo_epi32(a, b); }
    static Type upperInts(Type a, Type b) { return _mm256_unpackhi_epi32(a, b); }
    static Type lowerHalves(Type a, Type b) { return _mm256_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm256_unpackhi_epi64(a, b); }
    static Type reorder(Type a, Type order) { return _mm256_shuffle_epi8(a, order); }

    using Mask = Type;
    static Mask mask(const LaneOrder& ones) { return every(ones); }
    static Type select(Mask mask, Type one, Type other) { return _mm256_blendv_epi8(other, one, mask); }

    //! The `index`-th part of each lane.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        const uchar* in = from + firstByte(Channels, index);
        const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
        const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * Channels));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(left), right, 1);
    }
    //! Lanes of neighbours, which they are.
    template <int Channels>
    static Type neighbours(Type codes)
    {
        return codes;
    }

    //! The first, second and third lanes of each lane of pixels one after the other.
    static void arrange(Type (&lanes)[3])
    {
        const Type first = _mm256_permute2x128_si256(lanes[0], lanes[1], 0x20);
        const Type second = _mm256_blend_epi32(lanes[2], lanes[0], 0xf0);
        lanes[2] = _mm256_permute2x128_si256(lanes[1], lanes[2], 0x31);
        lanes[0] = first;
        lanes[1] = second;
    }
    static void store(uchar* to, const Type (&vectors)[3], bool streamed)
    {
        for (int i = 0; i < 3; ++i) {
            __m256i* target = reinterpret_cast<__m256i*>(to + i * 32);
            if (streamed)
                _mm256_stream_si256(target, vectors[i]);
            else
                _mm256_storeu_si256(target, vectors[i]);
        }
    }
};

#include "interleaved_channels.hpp"

template <int Channels>
using Floats = LaneFloats<Channels>;

#include "interleaved_loops.hpp"

}}}  // namespace cv::cudastripe::avx2

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
