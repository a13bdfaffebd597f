// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The blocks of pixels for AVX2. One file for all sets would exceed what GCC inlines.

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/vectors/order.hpp"
#include "../../yuv444/rows/order.hpp"
#include "../../yuv444/rows/pixels.hpp"
#include "byte_block.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx2.hpp"

namespace cv { namespace cudastripe { namespace avx2 {
namespace {

#include "../../simd/vectors/avx2.hpp"

//! Two chunks of 16 bytes.
struct Simd : SimdVector
{
    //! The `index`-th part of each chunk.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        const uchar* in = from + firstByte(Channels, index);
        const __m128i left = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
        const __m128i right = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * Channels));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(left), right, 1);
    }
};

#include "../../simd/vectors/merge.hpp"
#include "../../yuv444/rows/channels.hpp"
#include "decode_block_loops.hpp"

template <int Channels>
using Floats = FloatPixels<Channels>;

#include "../../yuv444/rows/loops.hpp"

}  // namespace

#include "byte_block_loops.hpp"
CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_INTERLEAVED_PIXELS)
CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_DECODE_BLOCK)

}}}  // namespace cv::cudastripe::avx2

#include "../../simd/end_vectors.hpp"

#endif
