// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_OP_WORD_COPY_HPP
#define OPENCV_CUDASTRIPE_OP_WORD_COPY_HPP

#include "opencv2/cudastripe/word_copy.hpp"

namespace cv { namespace cudastripe {

using detail::copyWords;
using detail::wordBytes;

}}  // namespace cv::cudastripe

#endif
