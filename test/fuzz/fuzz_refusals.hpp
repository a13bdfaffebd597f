// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_FUZZ_REFUSALS_HPP
#define OPENCV_CUDASTRIPE_FUZZ_REFUSALS_HPP

#include "fuzz_devices.hpp"

namespace opencv_test {

//! Makes a call that no Striper may take, which must throw and write nothing.
void requireRefusal(const ImageOperation& operation, FuzzDevices& devices, FuzzedDataProvider& data);

}  // namespace opencv_test

#endif
