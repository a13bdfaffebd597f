// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Batches in memory that kernels do not reach: threads copy images into page-locked slots, and results out of them.

#pragma once

#include "../../../op/batch/op.hpp"
#include "../open_call.hpp"

namespace cv { namespace cudastripe {

/** @brief Does a batch in groups of images, each in one slot, which its kernel reads and writes across the bus.

While a device works on a group, threads fill the slot of the next one. Returns when all is done. After a failure
nothing is in flight.
@return false, with nothing done, if there is no page-locked memory for the slots */
bool runStagedBatch(const OpenCall& call, DeviceEntry& entry);

}}  // namespace cv::cudastripe
