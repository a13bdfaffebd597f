// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums of columns of bytes, by hand-written vectors.

#pragma once

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! Makes a row of bytes: the rounded sums of `taps` rows by weights with 22 fractional bits. False if this CPU has no
//! vectors for it, or if there are too many taps, or too large weights.
bool sumBytesDown(const uchar* const* rows, const int* weights, int taps, int count, uchar* to);

}}  // namespace cv::cudastripe
