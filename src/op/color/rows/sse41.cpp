// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The blocks of pixels for SSE4.1.

#pragma GCC diagnostic ignored "-Wpsabi"  // functions of vectors are inlined

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/vectors/part_order.hpp"
#include "bayer_rows.hpp"
#include "rows.hpp"

#ifdef CUDASTRIPE_COLOR_VECTORS

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {
namespace {

#include "../../simd/vectors/parts_sse41.hpp"
#include "loops.hpp"

#include "bayer_loops.hpp"

}  // namespace

CUDASTRIPE_BLOCK_FORMULAS(CUDASTRIPE_DEFINE_BLOCKS)
CUDASTRIPE_BAYER_LOOPS(CUDASTRIPE_DEFINE_BAYER_LOOP)

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
