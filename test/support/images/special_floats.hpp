// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../test_precomp.hpp"

namespace opencv_test {

//! The bits of NaN as processors, payloads and signs have them, of infinities, zeros and a denormal number.
constexpr unsigned kSpecialFloats[] = {0x7fc00000, 0xffc00000, 0x7fffffff, 0x7fc12345, 0xffc54321, 0x7f812345,
                                       0xff800001, 0x7f800000, 0xff800000, 0,          0x80000000, 0x00000123};

//! Makes one value of `oneOf` a special one.
inline void scatterSpecialFloats(Mat& image, int oneOf, RNG& rng)
{
    CV_Assert(image.depth() == CV_32F && image.isContinuous());
    const size_t count = image.total() * static_cast<size_t>(image.channels());
    for (size_t i = 0; i < count; ++i) {
        if (rng.uniform(0, oneOf) == 0)
            std::memcpy(image.data + 4 * i, kSpecialFloats + rng.uniform(0, int(std::size(kSpecialFloats))), 4);
    }
}

}  // namespace opencv_test
