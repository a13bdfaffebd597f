// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "devices.hpp"

namespace opencv_test {

//! Makes a call that no Striper may take, which must throw and write nothing.
void requireRefusal(const ImageOperation& operation, FuzzDevices& devices, FuzzedDataProvider& data);

}  // namespace opencv_test
