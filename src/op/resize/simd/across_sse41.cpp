// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums across for SSE4.1.

#include "across.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {
namespace {

#include "across_loops.hpp"

}  // namespace

SumBytesAcross sumBytesAcross(int channels, int width, MiddleKind kind)
{
    return chooseAcross(channels, width, kind);
}

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
