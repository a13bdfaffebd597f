// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The blocks of pixels for SSE4.1. One file for all sets would exceed what GCC inlines.

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/vectors/order.hpp"
#include "../../yuv444/rows/order.hpp"
#include "../../yuv444/rows/pixels.hpp"
#include "byte_block.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {
namespace {

#include "../../simd/vectors/sse41.hpp"

//! One chunk of 16 bytes.
struct Simd : SimdVector
{
    //! The `index`-th part.
    template <int Channels>
    static Type part(const uchar* from, int index)
    {
        return load(from + firstByte(Channels, index));
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

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
