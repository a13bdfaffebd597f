// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "devices.hpp"

namespace opencv_test {

//! Converts to an image for each plane of a format, each in memory of its own, and back, and checks both.
void callIntoPlanes(FuzzDevices& devices, FuzzedDataProvider& data);

}  // namespace opencv_test
