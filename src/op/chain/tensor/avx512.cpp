// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of tensors for AVX-512.

#include "split.hpp"

#ifdef CUDASTRIPE_X86
namespace cv { namespace cudastripe {

CUDASTRIPE_AVX512 void splitTensorAvx512(const uchar* from, int planes, bool half, uchar* const* to, int64 count)
{
    splitTensor(from, planes, half, to, count);
}

}}  // namespace cv::cudastripe
#endif
