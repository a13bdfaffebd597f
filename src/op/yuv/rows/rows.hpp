// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../plane_view.hpp"
#include "../formula.hpp"
#include "../packing.hpp"

namespace cv { namespace cudastripe {

//! A range of rows of an image that the calling thread converts.
struct YuvRows
{
    PlaneView src;
    const PlaneView* out;  //!< as many as the packing has planes
    int64 cols;
    int64 rows;
    int channels;      //!< of the source: 3 or 4
    bool nonTemporal;  //!< results pass the caches by
};

//! Converts with the instructions that this CPU has.
void convertYuvRows(const YuvFormula<uchar>& formula, const YuvPacking& packing, const YuvRows& work);
void convertYuvRows(const YuvFormula<ushort>& formula, const YuvPacking& packing, const YuvRows& work);

}}  // namespace cv::cudastripe
