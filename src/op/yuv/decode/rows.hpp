// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversion of rows of a YUV format to colours on the CPU.

#pragma once

#include "../decode_formula.hpp"
#include "../rows/rows.hpp"

namespace cv { namespace cudastripe {

//! Makes the rows with the instructions that this CPU has.
template <class Formula>
void decodeYuvRows(const Formula& formula, const YuvPacking& packing, const YuvRows& work);

}}  // namespace cv::cudastripe
