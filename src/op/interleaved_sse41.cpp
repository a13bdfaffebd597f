// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "fetch_ahead.hpp"
#include "instruction_set.hpp"
#include "interleaved_order.hpp"
#include "interleaved_pixels.hpp"

#ifdef CUDASTRIPE_X86

#include <smmintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("sse4.1")
#endif

namespace cv { namespace cudastripe { namespace sse41 {

//! A lane of bytes, of numbers of 16 or 32 bits, or of floats.
struct Lanes
{
    using Type = __m128i;
    static constexpr int kCount = 1;

    static Type set(short value) { return _mm_set1_epi16(value); }
    static Type every(const LaneOrder& lane) { return _mm_load_si128(reinterpret_cast<const __m128i*>(lane.bytes)); }
    static Type add(Type a, Type b) { return _mm_add_epi16(a, b); }
    static Type subtract(Type a, Type b) { return _mm_sub_epi16(a, b); }
    static Type multiplyAddBytes(Type bytes, Type weights) { return _mm_maddubs_epi16(bytes, weights); }
    static Type roundedProduct(Type a, Type b) { return _mm_mulhrs_epi16(a, b); }
    template <int Count>
    static Type shiftRightBy(Type a)
    {
        return _mm_srai_epi16(a, Count);
    }
    static Type bits(Type a, Type mask) { return _mm_and_si128(a, mask); }
    static Type exclusiveOr(Type a, Type b) { return _mm_xor_si128(a, b); }
    static Type packUnsigned(const Type (&a)[2]) { return _mm_packus_epi16(a[0], a[1]); }
    static Type packSigned(const Type (&a)[2]) { return _mm_packs_epi16(a[0], a[1]); }

    static Type setInt(int value) { return _mm_set1_epi32(value); }
    static Type addInts(Type a, Type b) { return _mm_add_epi32(a, b); }
    static Type multiplyAdd(Type a, Type b) { return _mm_madd_epi16(a, b); }
    template <int Count>
    static Type shiftIntsRightBy(Type a)
    {
        return _mm_srai_epi32(a, Count);
    }
    template <int Count>
    static Type shiftIntsLeftBy(Type a)
    {
        return _mm_slli_epi32(a, Count);
    }
    //! The lower words of ints with the upper words of others.
    static Type joinWords(Type lower, Type upper) { return _mm_blend_epi16(lower, upper, 0xaa); }
    static Type packSignedInts(const Type (&a)[2]) { return _mm_packs_epi32(a[0], a[1]); }

    static Type setFloat(float value) { return _mm_castps_si128(_mm_set1_ps(value)); }
    static Type addFloats(Type a, Type b)
    {
        return _mm_castps_si128(_mm_add_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b)));
    }
    static Type subtractFloats(Type a, Type b)
    {
        return _mm_castps_si128(_mm_sub_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b)));
    }
    static Type product(Type a, Type b)
    {
        return _mm_castps_si128(_mm_mul_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b)));
    }

    static Type lowerInts(Type a, Type b) { return _mm_unpacklo_epi32(a, b); }
    static Type upperInts(Type a, Type b) { return _mm_unpackhi_epi32(a, b); }
    static Type lowerHalves(Type a, Type b) { return _mm_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm_unpackhi_epi64(a, b); }
    static Type reorder(Type a, Type order) { return _mm_shuffle_epi8(a, order); }

    using Mask = Type;
    static Mask mask(const LaneOrder& ones) { return every(ones); }
    static Type select(Mask mask, Type one, Type other) { return _mm_blendv_epi8(other, one, mask); }

    //! The `index`-th part.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + firstByte(Channels, index)));
    }
    template <int Channels>
    static Type neighbours(Type codes)
    {
        return codes;
    }

    //! The first, second and third lanes of each lane of pixels one after the other, which they are.
    static void arrange(Type (&)[3]) {}
    static void store(uchar* to, const Type (&vectors)[3], bool streamed)
    {
        for (int i = 0; i < 3; ++i) {
            __m128i* target = reinterpret_cast<__m128i*>(to + i * 16);
            if (streamed)
                _mm_stream_si128(target, vectors[i]);
            else
                _mm_storeu_si128(target, vectors[i]);
        }
    }
};

#include "interleaved_channels.hpp"

template <int Channels>
using Floats = LaneFloats<Channels>;

#include "interleaved_loops.hpp"

}}}  // namespace cv::cudastripe::sse41

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
