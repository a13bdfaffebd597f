// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Copies between pageable memory and page-locked slots, which stay in caches.

#pragma once

#include "stripe_op.hpp"

namespace cv { namespace cudastripe {

//! Copies rows into a slot. If rows of `to` have three quarters of the bytes, every fourth byte is left out: the alpha
//! channel, which StripeOp::staged() does not read.
CV_EXPORTS void copyIntoSlot(const PlaneView& to, const PlaneView& from, int64 rows);

//! Copies rows from a slot.
CV_EXPORTS void copyFromSlot(const PlaneView& to, const PlaneView& from, int64 rows, bool nonTemporal);

//! Copies rows of a result of `op` from a slot. @ref NonTemporalBlocks chooses the kind of stores.
void copyFromSlot(const StripeOp& op, const PlaneView& to, const PlaneView& from, int64 rows);

}}  // namespace cv::cudastripe
