// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What the function resize and chains that resize are told.
#pragma once

#include "arguments.hpp"

namespace cudastripe_python {

//! The version of Pillow whose bytes filters give if nothing else is said.
constexpr int kNewestPillow = 13;

//! Empty for None.
cv::Size sizeOf(SizeArg size);
/** @brief Whose pixels are wanted.
@param function that errors name */
cv::cudastripe::Resampling resamplingOf(const char* function, ResamplingArg resampling, AlphaArg alpha, BoxArg box,
                                        int version);

}  // namespace cudastripe_python
