// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops for AVX2.

#include "../../simd/fetch_ahead.hpp"
#include "order.hpp"
#include "pixels.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx2.hpp"

namespace cv { namespace cudastripe { namespace avx2 {

#include "../../simd/lane_operations.hpp"
#define CUDASTRIPE_UNORDERED(a, b) _mm256_cmp_ps(a, b, _CMP_UNORD_Q)
#include "blend_lanes.hpp"

//! Two lanes of 16 bytes.
struct Lanes : BlendLanes
{
    //! The `index`-th part of each lane.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        const uchar* in = from + firstByte(Channels, index);
        const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
        const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * Channels));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(left), right, 1);
    }

    //! The first, second, third and any fourth lanes of each lane of pixels one after the other.
    static void arrange(Type (&lanes)[3])
    {
        const Type first = _mm256_permute2x128_si256(lanes[0], lanes[1], 0x20);
        const Type second = _mm256_blend_epi32(lanes[2], lanes[0], 0xf0);
        lanes[2] = _mm256_permute2x128_si256(lanes[1], lanes[2], 0x31);
        lanes[0] = first;
        lanes[1] = second;
    }

    static void arrange(Type (&lanes)[4])
    {
        const Type q[4] = {lanes[0], lanes[1], lanes[2], lanes[3]};
        for (int i = 0; i < 2; ++i) {
            lanes[i] = _mm256_permute2x128_si256(q[2 * i], q[2 * i + 1], 0x20);
            lanes[i + 2] = _mm256_permute2x128_si256(q[2 * i], q[2 * i + 1], 0x31);
        }
    }
};

#include "channels.hpp"

template <int Channels>
using Floats = LaneFloats<Channels>;

#include "loops.hpp"

}}}  // namespace cv::cudastripe::avx2

#include "../../simd/end_vectors.hpp"

#endif
