// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "lane_work.hpp"

namespace cv { namespace cudastripe {

/** @brief Plans the stripes of a lane and the ring that they pass through, and leases what both need: with fewer and
then smaller slots where memory is short.
@param work has the stages, the urgency, the part, and of the request the caller and the frames; it gets the rest
@return a null loan if not even the smallest ring can be had */
LeasePool::Loan leaseRing(const OpenCall& call, DeviceEntry& entry, LaneWork& work);

//! What suits the whole and any part of it, whatever the urgency, so that calls with smaller images need no more.
LeaseRequest requestForParts(const OpenCall& call, DeviceEntry& entry, const StageList& stages);

}}  // namespace cv::cudastripe
