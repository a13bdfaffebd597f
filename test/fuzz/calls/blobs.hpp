// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "devices.hpp"

namespace opencv_test {

//! Calls a chain that ends in a tensor on up to six pictures at once, into arrays of any shapes: each must become what
//! a call of its own makes of it, and if that refuses one, the batch is refused and writes nothing.
void callIntoBlobs(FuzzDevices& devices, FuzzedDataProvider& data);

}  // namespace opencv_test
