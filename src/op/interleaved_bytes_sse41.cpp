// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "fetch_ahead.hpp"
#include "instruction_set.hpp"
#include "interleaved_bytes.hpp"
#include "interleaved_order.hpp"

#ifdef CUDASTRIPE_X86

#include <smmintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("sse4.1")
#endif

namespace cv { namespace cudastripe { namespace sse41 {

//! A lane of sixteen pixels, as bytes, or in two halves as numbers of 16 bits.
struct Bytes
{
    using Type = __m128i;
    static constexpr int kTogether = 16;

    static Type set(short value) { return _mm_set1_epi16(value); }
    static Type everyLane(const LaneOrder& lane)
    {
        return _mm_load_si128(reinterpret_cast<const __m128i*>(lane.bytes));
    }
    static Type add(Type a, Type b) { return _mm_add_epi16(a, b); }
    static Type subtract(Type a, Type b) { return _mm_sub_epi16(a, b); }
    static Type multiplyAdd(Type bytes, Type weights) { return _mm_maddubs_epi16(bytes, weights); }
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

    static Type lowerHalves(Type a, Type b) { return _mm_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm_unpackhi_epi64(a, b); }
    static Type reorder(Type a, Type order) { return _mm_shuffle_epi8(a, order); }

    using Mask = Type;
    static Mask mask(int channel)
    {
        static constexpr LaneOrder ones[3] = {mergeBytes(0), mergeBytes(1), mergeBytes(2)};
        return everyLane(ones[channel]);
    }
    static Type select(Mask mask, Type one, Type other) { return _mm_blendv_epi8(other, one, mask); }

    //! The `index`-th four pixels.
    template <int Channels>
    static Type four(const uchar* from, int index)
    {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + firstByte(Channels, index)));
    }
    template <int Channels>
    static Type neighbours(Type codes)
    {
        return codes;
    }

    static void store(uchar* to, const Type (&lanes)[3], bool streamed)
    {
        for (int i = 0; i < 3; ++i) {
            __m128i* target = reinterpret_cast<__m128i*>(to + i * 16);
            if (streamed)
                _mm_stream_si128(target, lanes[i]);
            else
                _mm_storeu_si128(target, lanes[i]);
        }
    }
};

#include "interleaved_bytes_loops.hpp"

}}}  // namespace cv::cudastripe::sse41

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
