// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lanes of the devices that work for a call.

#pragma once

#include <memory>
#include <vector>

#include "../cuda_lane.hpp"
#include "choice.hpp"

namespace cv { namespace cudastripe {

//! The part of the work that a device has if all of the call's devices divide it by the rates of their links.
double partByRate(const OpenCall& call, DeviceEntry& entry);

//! A thread's next piece is 1 / (kPartsOfAThread * threads) of what is left, so that all end together.
constexpr int kPartsOfAThread = 2;

//! The stages of stripes. Kernels work on page-locked slots directly, unless the parameters say how to cut.
StageList stripedStages(const OpenCall& call);

//! Leases the lanes of a call. A device without enough memory for a ring runs kernels on the memory of the image, or
//! takes no part. Throws if then nobody can do the call.
//! @param former the frame before, if this one may overlap with it, else null
std::vector<std::unique_ptr<CudaLane>> leaseLanes(const OpenCall& call, const Choice& choice, Claims& claims,
                                                  const FrameFootprint* former);

}}  // namespace cv::cudastripe
