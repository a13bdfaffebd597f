// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "order.hpp"
#include "pixels.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {

#define CUDASTRIPE_MM(name) _mm_##name
#define CUDASTRIPE_MM_BITS(name) _mm_##name##_si128
#define CUDASTRIPE_AS_INTS _mm_castps_si128
#define CUDASTRIPE_AS_FLOATS _mm_castsi128_ps
#include "../../simd/lane_operations.hpp"
#undef CUDASTRIPE_MM
#undef CUDASTRIPE_MM_BITS
#undef CUDASTRIPE_AS_INTS
#undef CUDASTRIPE_AS_FLOATS

//! One lane of 16 bytes.
struct Lanes : LaneOperations
{
    static Type every(const LaneOrder& lane) { return _mm_load_si128(reinterpret_cast<const __m128i*>(lane.bytes)); }

    //! The lower words of ints with the upper words of others.
    static Type joinWords(Type lower, Type upper) { return _mm_blend_epi16(lower, upper, 0xaa); }

    using Mask = Type;
    static Mask mask(const LaneOrder& ones) { return every(ones); }
    static Type select(Mask mask, Type one, Type other) { return _mm_blendv_epi8(other, one, mask); }

    //! All bits where either is NaN.
    static Type unordered(Type a, Type b)
    {
        return _mm_castps_si128(_mm_cmpunord_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b)));
    }
    static bool anyNaN(Type a, Type b) { return _mm_movemask_epi8(unordered(a, b)) != 0; }
    //! With one NaN for all.
    static Type settled(Type a) { return select(unordered(a, a), setInt(kSettledNaN), a); }

    //! The `index`-th part.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + firstByte(Channels, index)));
    }

    //! The first, second and third lanes of each lane of pixels one after the other, which they are.
    static void arrange(Type (&)[3]) {}
};

#include "channels.hpp"

template <int Channels>
using Floats = LaneFloats<Channels>;

#include "loops.hpp"

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
