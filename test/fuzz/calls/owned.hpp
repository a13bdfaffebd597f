// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "devices.hpp"

namespace opencv_test {

//! Calls with other content in the same memory, which Mats own or which is managed, and which is gone after the last.
void callOnOwnedMemory(const ImageOperation& operation, FuzzDevices& devices, FuzzedDataProvider& data);

}  // namespace opencv_test
