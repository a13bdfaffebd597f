// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The shuffle of rows on the CPU.

#pragma once

#include "../rows/rows.hpp"
#include "numbers.hpp"

namespace cv { namespace cudastripe {

//! Makes the rows with the instructions that this CPU has. `work.in` has as many planes as the source's packing,
//! `work.out` as the result's.
template <class Src, class Dst>
void shuffleYuvRows(const YuvShuffleFormula<Src, Dst>& shuffle, const YuvPacking& from, const YuvPacking& to,
                    const YuvRows& work);

}}  // namespace cv::cudastripe
