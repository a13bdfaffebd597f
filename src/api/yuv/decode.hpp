// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Conversion by the codes of cv::cvtColor that read YUV.

#pragma once

#include "opencv2/cudastripe/stream_ref.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! Converts by a code that reads a subsampled format; false if it is another code. `channels`: 0 means the code's own.
bool decodeByCode(InputArray src, OutputArray dst, int code, int channels, const char* function,
                  const StreamRef& stream, Striper& striper);

//! For messages: the codes that decodeByCode() accepts.
String acceptedDecodeCodes();

}}  // namespace cv::cudastripe
