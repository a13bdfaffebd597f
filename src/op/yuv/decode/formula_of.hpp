// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The formula of a format.

#pragma once

#include "formula.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! The formula of a format for a result in this order of channels.
template <class Sample, class Value>
YuvDecodeFormula<Sample, Value> decodeFormulaOf(const YuvFormat& format, ChannelOrder order);

}}  // namespace cv::cudastripe
