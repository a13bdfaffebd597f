// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Converts codes of a row to another scale, and averages chroma for larger blocks.

#pragma once

#include "numbers.hpp"

namespace cv { namespace cudastripe {

//! Codes of luma or of chroma that lie one after the other, and what becomes of them.
template <class Src, class Dst>
struct CodeRow
{
    const Src* from[2];  //!< the second row counts, too, unless it is null
    Dst* to;
    int count;     //!< of the results
    int factor;    //!< samples of a row for each result: 1, 2 or 4
    bool sumCols;  //!< all of them count, not only the first
    const CodeScale* scale;
};

//! Turns codes of the rows into samples. Where several codes count, the sample is their mean.
template <class Src, class Dst>
void convertCodes(const YuvShuffle& shuffle, const CodeRow<Src, Dst>& row);

}}  // namespace cv::cudastripe
