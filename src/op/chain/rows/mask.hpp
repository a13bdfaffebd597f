// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cstring>

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! Where the mask is 0, what was there before takes the place of the result; 0 where `old` is null.
inline void keepUnmasked(const uchar* mask, const uchar* old, uchar* packed, int pixels, int pixelBytes)
{
    for (int p = 0; p < pixels; ++p) {
        if (mask[p])
            continue;
        if (old)
            std::memcpy(packed + p * pixelBytes, old + p * pixelBytes, static_cast<size_t>(pixelBytes));
        else
            std::memset(packed + p * pixelBytes, 0, static_cast<size_t>(pixelBytes));
    }
}

}}  // namespace cv::cudastripe
