// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The decoding blocks for SSE4.1.

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/vectors/order.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {
namespace {

#include "../../simd/vectors/sse41.hpp"

using Simd = SimdVector;

#include "../../simd/vectors/merge.hpp"
#include "block_loops.hpp"

}  // namespace

CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_DECODE_BLOCK)

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
