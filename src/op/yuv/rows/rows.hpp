// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversion of rows to a YUV format on the CPU.

#pragma once

#include "../../../model/yuv/packing.hpp"
#include "../../plane_view.hpp"
#include "../formula.hpp"
#include "../linear_work.hpp"
#include "../shuffle_formula.hpp"

namespace cv { namespace cudastripe {

//! A range of rows of an image that the calling thread converts to YUV, or from it: one of `in` and `out` is a plane of
//! pixels, the other has the planes of the packing.
struct YuvRows
{
    const PlaneView* in;
    const PlaneView* out;
    int64 cols;
    int64 rows;
    int channels;      //!< of the pixels: 3 or 4, or 1 as a result
    bool nonTemporal;  //!< how results are stored
};

//! Views of planes in which row `row`, the last of the picture, stands for both rows of its group.
inline void repeatRow(const YuvPacking& packing, const PlaneView* planes, int64 row, PlaneView* repeated)
{
    for (int p = 0; p < packing.planeCount; ++p)
        repeated[p] = {planes[p].row(packing.rowsOf(p, row)), 0, planes[p].rowBytes};
}

// All these functions use the instructions that this CPU has.

//! Converts pixels of uchar or ushort.
template <class T>
void convertYuvRows(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work);

//! Converts samples to pixels.
template <class Formula>
void decodeYuvRows(const Formula& formula, const YuvPacking& packing, const YuvRows& work);

//! Makes `rows` rows with interpolated chroma.
template <class Sample, class Value>
CV_EXPORTS void linearYuvRows(const YuvLinearWork<Sample, Value>& work, int64 rows, bool nonTemporal);

//! Converts samples to those of another layout: `work.in` has as many planes as `from`, `work.out` as `to`.
template <class Src, class Dst>
void shuffleYuvRows(const YuvShuffleFormula<Src, Dst>& shuffle, const YuvPacking& from, const YuvPacking& to,
                    const YuvRows& work);

}}  // namespace cv::cudastripe
