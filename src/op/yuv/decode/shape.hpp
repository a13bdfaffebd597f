// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The pixels of a thread of a decoding kernel, as measured on an H200 against a device copy of the same bytes.

#pragma once

#include "../packing.hpp"

namespace cv { namespace cudastripe {

//! Pixels of a thread with wide loads and stores. Two rows of bytes need as many registers as eight pixels of one.
template <class Formula, int Channels, int Layout>
constexpr int kDecodePixels = packingOf(Layout).cols == 2 && packingOf(Layout).rows == 1 &&
                                      sizeof(typename Formula::Sample) == 1
                                  ? 8
                                  : 4;

}}  // namespace cv::cudastripe
