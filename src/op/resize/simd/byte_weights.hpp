// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Weights as bytes, for instructions that multiply bytes.

#pragma once

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! Bytes of a weight with 22 fractional bits.
constexpr int kBytesOfLongWeights = 3;

/** @brief Writes a weight as `bytes` signed bytes, the lowest first, `stride` bytes apart. False if it needs more. */
inline bool splitWeight(int weight, int bytes, uchar* to, size_t stride)
{
    for (int i = 0; i < bytes; ++i, to += stride) {
        const auto low = static_cast<signed char>(weight & 255);
        weight = (weight - low) / 256;
        *to = static_cast<uchar>(low);
    }
    return weight == 0;
}

}}  // namespace cv::cudastripe
