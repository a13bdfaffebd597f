// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../device.hpp"

namespace cv { namespace cudastripe {

//! What the driver says about an address, without being started, and without a context: all memory is pageable where it
//! was not. Of page-locked memory it also says how far that reaches, so one question tells for both ends of an image.
MemoryInfo askDriver(const void* address);

}}  // namespace cv::cudastripe
