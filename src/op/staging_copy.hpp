// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "plane_view.hpp"

// Copies between pageable memory and page-locked slots, which stay in caches: only the pageable side costs memory
// traffic.

namespace cv { namespace cudastripe {

/** @brief Copies rows into a slot. Where those of `to` have three quarters of the bytes, every fourth byte is left out:
the alpha that StripeOp::staged() does without. */
CV_EXPORTS void copyIntoSlot(const PlaneView& to, const PlaneView& from, int64 rows);

//! Copies rows from a slot; nonTemporal, past the caches.
CV_EXPORTS void copyFromSlot(const PlaneView& to, const PlaneView& from, int64 rows, bool nonTemporal);

}}  // namespace cv::cudastripe
