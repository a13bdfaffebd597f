// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversion of rows of a YUV format to colours on the CPU.

#pragma once

#include "../../plane_view.hpp"
#include "../packing.hpp"
#include "formula.hpp"

namespace cv { namespace cudastripe {

//! A range of rows of an image that the calling thread makes.
struct YuvDecodeRows
{
    const PlaneView* in;  //!< as many as the packing has planes
    PlaneView dst;
    int64 cols;
    int64 rows;
    int channels;      //!< of the result: 1, 3 or 4
    bool nonTemporal;  //!< how results are stored
};

//! Makes the rows with the instructions that this CPU has.
template <class Formula>
void decodeYuvRows(const Formula& formula, const YuvPacking& packing, const YuvDecodeRows& work);

}}  // namespace cv::cudastripe
