// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The blocks of pixels for AVX-512 with VNNI: of 8-bit samples only. One file for all sets would exceed what GCC
// inlines.

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/vectors/order.hpp"
#include "byte_block.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_vnni.hpp"

namespace cv { namespace cudastripe { namespace avx512vnni {
namespace {

#include "../../simd/vectors/vnni.hpp"

#include "../../simd/vectors/merge.hpp"
#include "decode_block_loops.hpp"

}  // namespace

#include "byte_block_loops.hpp"
CUDASTRIPE_DECODE_BLOCK(uchar, uchar)

}}}  // namespace cv::cudastripe::avx512vnni

#include "../../simd/end_vectors.hpp"

#endif
