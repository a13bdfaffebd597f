// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/detail/word_copy.hpp"

namespace cv { namespace cudastripe {

using detail::copyWords;
using detail::wordBytes;

}}  // namespace cv::cudastripe
