// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device.hpp"

namespace cv { namespace cudastripe {

Device::~Device() = default;

void Device::hostAccess(const PlaneView&, int64, bool) {}

}}  // namespace cv::cudastripe
