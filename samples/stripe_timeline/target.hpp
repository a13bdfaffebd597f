// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_TIMELINE_TARGET_HPP
#define STRIPE_TIMELINE_TARGET_HPP

#include <string>
#include <vector>

//! What to predict for, and where to measure the same.
struct Target
{
    std::string profile;
    std::vector<int> cudaDevices;
};

//! Those that a list such as "c2050,0" names, each profile and each device once.
//! @throws UserError that lists what is accepted, or says that there is no such CUDA device.
std::vector<Target> parseTargets(const std::string& list);

#endif
