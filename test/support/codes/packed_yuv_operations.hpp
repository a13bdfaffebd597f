// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! One operation for each row of packedYuvConversions().
std::vector<ImageOperation> packedYuvOperations();

}  // namespace opencv_test
