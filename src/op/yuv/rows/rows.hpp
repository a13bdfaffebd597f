// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversion of rows to a YUV format on the CPU.

#pragma once

#include "../../plane_view.hpp"
#include "../formula.hpp"
#include "../packing.hpp"

namespace cv { namespace cudastripe {

//! A range of rows of an image that the calling thread converts to YUV, or from it: one of `in` and `out` is a plane of
//! pixels, the other has as many as the packing has planes.
struct YuvRows
{
    const PlaneView* in;
    const PlaneView* out;
    int64 cols;
    int64 rows;
    int channels;      //!< of the pixels: 3 or 4, or 1 as a result
    bool nonTemporal;  //!< how results are stored
};

//! Rows of a plane that belong to one row of chroma.
inline int rowsInGroup(const YuvPacking& packing, int plane)
{
    return packing.planes[plane].luma ? packing.rows : 1;
}

//! Converts pixels of uchar or ushort with the instructions that this CPU has.
template <class T>
void convertYuvRows(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work);

}}  // namespace cv::cudastripe
