// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "order.hpp"
#include "pixels.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx2.hpp"

namespace cv { namespace cudastripe { namespace avx2 {

#define CUDASTRIPE_MM(name) _mm256_##name
#define CUDASTRIPE_MM_BITS(name) _mm256_##name##_si256
#define CUDASTRIPE_AS_INTS _mm256_castps_si256
#define CUDASTRIPE_AS_FLOATS _mm256_castsi256_ps
#include "../../simd/lane_operations.hpp"
#undef CUDASTRIPE_MM
#undef CUDASTRIPE_MM_BITS
#undef CUDASTRIPE_AS_INTS
#undef CUDASTRIPE_AS_FLOATS

//! Two lanes of 16 bytes.
struct Lanes : LaneOperations
{
    static Type every(const LaneOrder& lane)
    {
        return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(lane.bytes)));
    }

    //! The lower words of ints with the upper words of others.
    static Type joinWords(Type lower, Type upper) { return _mm256_blend_epi16(lower, upper, 0xaa); }

    using Mask = Type;
    static Mask mask(const LaneOrder& ones) { return every(ones); }
    static Type select(Mask mask, Type one, Type other) { return _mm256_blendv_epi8(other, one, mask); }

    //! All bits where either is NaN.
    static Type unordered(Type a, Type b)
    {
        return _mm256_castps_si256(_mm256_cmp_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), _CMP_UNORD_Q));
    }
    static bool anyNaN(Type a, Type b) { return _mm256_movemask_epi8(unordered(a, b)) != 0; }
    //! With one NaN for all.
    static Type settled(Type a) { return select(unordered(a, a), setInt(kSettledNaN), a); }

    //! The `index`-th part of each lane.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        const uchar* in = from + firstByte(Channels, index);
        const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
        const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * Channels));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(left), right, 1);
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
};

#include "channels.hpp"

template <int Channels>
using Floats = LaneFloats<Channels>;

#include "loops.hpp"

}}}  // namespace cv::cudastripe::avx2

#include "../../simd/end_vectors.hpp"

#endif
