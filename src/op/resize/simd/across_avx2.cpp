// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums across for AVX2.

#include "across.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx2.hpp"

namespace cv { namespace cudastripe { namespace avx2 {
namespace {

#include "across_loops.hpp"

}  // namespace

SumBytesAcross sumBytesAcross(int channels, int width, MiddleKind kind)
{
    return chooseAcross(channels, width, kind);
}

}}}  // namespace cv::cudastripe::avx2

#include "../../simd/end_vectors.hpp"

#endif
