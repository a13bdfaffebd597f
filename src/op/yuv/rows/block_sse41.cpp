// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The blocks of pixels for SSE4.1. One file for all sets would exceed what GCC inlines.

#include "../../color/yuv444/rows/pixels.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/vectors/part_order.hpp"
#include "byte_block.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {
namespace {

#include "../../simd/vectors/parts_sse41.hpp"

#include "../../color/yuv444/rows/loops.hpp"
#include "decode_block_loops.hpp"

}  // namespace

#include "byte_block_loops.hpp"
CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_INTERLEAVED_PIXELS)
CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_DECODE_BLOCK)

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
