// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The decoding blocks for AVX-512.

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/vectors/order.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx512.hpp"

namespace cv { namespace cudastripe { namespace avx512 {
namespace {

#include "../../simd/vectors/avx512.hpp"

using Simd = SimdVector;

#include "../../simd/vectors/merge.hpp"
#include "block_loops.hpp"

}  // namespace

CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_DECODE_BLOCK)

}}}  // namespace cv::cudastripe::avx512

#include "../../simd/end_vectors.hpp"

#endif
