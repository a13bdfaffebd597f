// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// For Stripers that run nothing, but look at the calls that are made with them.

#pragma once

#include "striper_impl.hpp"

namespace cv { namespace cudastripe {

inline DeviceSource noDevices()
{
    return {[] { return std::vector<std::shared_ptr<Device>>(); }, nullptr};
}

}}  // namespace cv::cudastripe
