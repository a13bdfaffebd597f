// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../plane_view.hpp"
#include "../formula.hpp"

namespace cv { namespace cudastripe {

/** @brief Converts `rows` rows of `cols` pixels on the calling thread. `src` and `dst` may be the same memory if
Channels is 3. Non-temporal, results pass the caches by. Instantiated for the formulas of packed_yuv_formula.hpp with 3
and 4 channels. */
template <class Formula, int Channels>
void convertPackedYuvRows(const Formula& formula, const PlaneView& src, const PlaneView& dst, int64 cols, int64 rows,
                          bool nonTemporal);

}}  // namespace cv::cudastripe
