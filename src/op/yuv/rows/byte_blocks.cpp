// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit block for each instruction set.

#include "../../simd/vectors/order.hpp"
#include "byte_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"
namespace cv { namespace cudastripe { namespace sse41 {

#include "../../simd/vectors/sse41.hpp"
using Simd = SimdVector;
#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::sse41
#include "../../simd/end_vectors.hpp"

#include "../../simd/begin_avx2.hpp"
namespace cv { namespace cudastripe { namespace avx2 {

#include "../../simd/vectors/avx2.hpp"
using Simd = SimdVector;
#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx2
#include "../../simd/end_vectors.hpp"

#include "../../simd/begin_avx512.hpp"
namespace cv { namespace cudastripe { namespace avx512 {

#include "../../simd/vectors/avx512.hpp"
using Simd = SimdVector;
#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx512
#include "../../simd/end_vectors.hpp"

#include "../../simd/begin_vnni.hpp"
namespace cv { namespace cudastripe { namespace avx512vnni {

#include "../../simd/vectors/vnni.hpp"
#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx512vnni
#include "../../simd/end_vectors.hpp"

#endif
