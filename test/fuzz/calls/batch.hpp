// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "devices.hpp"

namespace opencv_test {

//! Calls an operation on up to nine images at once, in memory of their own, and checks each result. Second images are
//! let go when the call returns.
void callOnBatch(FuzzDevices& devices, FuzzedDataProvider& data);

}  // namespace opencv_test
