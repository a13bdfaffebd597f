// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Plans of rings, and the leases that they need.

#pragma once

#include "../lane_work.hpp"

namespace cv { namespace cudastripe {

//! Plans the stripes and the ring of a lane, and leases what it needs; with fewer and smaller slots if memory is short.
//! Completes `work`, which has the stages, linkIsBusy, the part, and the caller and frames of the request.
//! @return null if not even the smallest ring can be had
LeasePool::Loan leaseRing(const OpenCall& call, DeviceEntry& entry, LaneWork& work);

//! Leases `count` rings at once for later calls like this one: for the whole image and any part of it, with or without
//! a stream. If memory is short, leases as many rings for the whole image as fit.
void reserveRings(OpenCall call, DeviceEntry& entry, const StageList& stages, int count);

}}  // namespace cv::cudastripe
