// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <vector>

#include "../call/choice.hpp"
#include "../cuda_lane.hpp"

namespace cv { namespace cudastripe {

//! Of what is left the next piece of each thread is 1 / (this times the threads), so that all end together.
constexpr int kPartsOfAThread = 2;

//! The stages of stripes: what is staged may as well be used where it lies, but who says how to cut gets the copies.
StageList stripedStages(const OpenCall& call);

/** @brief The lanes of all devices that work for a call on this route: with a ring if it can be had, else with a kernel
on the memory at the ends. A device that can have neither takes no part, which is an error where the CPU could not reach
the image.
@param former the frame before, if this one may overlap with it */
std::vector<std::unique_ptr<CudaLane>> leaseLanes(const OpenCall& call, const Choice& choice, Claims& claims,
                                                  const FrameFootprint* former);

}}  // namespace cv::cudastripe
