// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit decoding block for SSE4.1.

#include "../../simd/fetch_ahead.hpp"
#include "block_order.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {

#include "../../simd/lane_operations.hpp"

#include "block_vector.hpp"

struct Vector : AnyVector
{
    //! Half a vector of bytes beside those of another.
    static Type joined(const uchar* first, const uchar* second)
    {
        return _mm_unpacklo_epi8(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(first)),
                                 _mm_loadl_epi64(reinterpret_cast<const __m128i*>(second)));
    }
    //! Of each 32 bytes the first 16, and the others.
    static void loadHalves(const uchar* from, Type (&halves)[2])
    {
        halves[0] = load(from);
        halves[1] = load(from + 16);
    }
    static Type select(Type mask, Type one, Type other) { return _mm_blendv_epi8(other, one, mask); }
    //! Lanes of neighbours one after the other, which they are.
    template <int N>
    static void arrange(Type (&)[N])
    {
    }
};

#include "block_loops.hpp"

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
