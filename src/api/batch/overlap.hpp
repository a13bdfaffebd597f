// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Whether the images of a batch share memory.

#pragma once

#include "../array_access.hpp"

namespace cv { namespace cudastripe {

//! Throws if a destination shares bytes with another image's source or destination.
void requireNoOverlapInBatch(const std::vector<ImageAccess>& src, const std::vector<ImageAccess>& dst,
                             const char* function);

}}  // namespace cv::cudastripe
