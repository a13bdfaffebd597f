// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The shuffle of rows on the CPU.

#pragma once

#include "../../plane_view.hpp"
#include "numbers.hpp"

namespace cv { namespace cudastripe {

//! A range of rows of a picture that the calling thread makes.
struct YuvShuffleRows
{
    const PlaneView* in;   //!< as many as the source's packing has planes
    const PlaneView* out;  //!< as many as the result's
    int64 cols;
    int64 rows;
    bool nonTemporal;  //!< how results are stored
};

//! Makes the rows with the instructions that this CPU has.
template <class Src, class Dst>
void shuffleYuvRows(const YuvShuffle& shuffle, const YuvPacking& from, const YuvPacking& to,
                    const YuvShuffleRows& work);

}}  // namespace cv::cudastripe
