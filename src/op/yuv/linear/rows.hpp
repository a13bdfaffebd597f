// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversion of rows with interpolated chroma on the CPU.

#pragma once

#include "work.hpp"

namespace cv { namespace cudastripe {

//! Makes `rows` rows on the calling thread.
template <class Sample, class Value>
CV_EXPORTS void linearYuvRows(const YuvLinearWork<Sample, Value>& work, int64 rows, bool nonTemporal);

}}  // namespace cv::cudastripe
