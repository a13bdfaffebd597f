// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversion of rows to a YUV format on the CPU.

#pragma once

#include "../../../model/yuv/packing.hpp"
#include "../../plane_view.hpp"
#include "../formula.hpp"

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

//! The planes of a packing from row `row` on, which is the picture's last one and stands for both rows of its group.
inline void repeatRow(const YuvPacking& packing, const PlaneView* planes, int64 row, PlaneView* repeated)
{
    for (int p = 0; p < packing.planeCount; ++p)
        repeated[p] = {planes[p].row(packing.rowsOf(p, row)), 0, planes[p].rowBytes};
}

//! Converts pixels of uchar or ushort with the instructions that this CPU has.
template <class T>
void convertYuvRows(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work);

}}  // namespace cv::cudastripe
