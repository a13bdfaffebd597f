// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernels of a stripe.

#pragma once

#include "stripe_path.hpp"

namespace cv { namespace cudastripe {

//! Enqueues the kernels of a stripe: one for each pass.
void enqueueKernels(const OpenCall& call, const Plan& plan, const Stripe& stripe, Device& device, StreamId stream);

}}  // namespace cv::cudastripe
