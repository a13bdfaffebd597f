// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums and products of sizes that do not overflow.

#pragma once

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! a * b for sizes; throws if it does not fit 63 bits.
inline int64 checkedProduct(int64 a, int64 b)
{
    int64 result = 0;
    if (a < 0 || b < 0 || __builtin_mul_overflow(a, b, &result))
        CV_Error_(Error::StsOutOfRange, ("the size %lld * %lld does not fit 63 bits", (long long)a, (long long)b));
    return result;
}

//! a + b for sizes; throws if it does not fit 63 bits.
inline int64 checkedSum(int64 a, int64 b)
{
    int64 result = 0;
    if (a < 0 || b < 0 || __builtin_add_overflow(a, b, &result))
        CV_Error_(Error::StsOutOfRange, ("the size %lld + %lld does not fit 63 bits", (long long)a, (long long)b));
    return result;
}

//! a / b rounded up.
inline int64 dividedUp(int64 a, int64 b)
{
    return a / b + (a % b != 0);
}

//! a rounded up to a multiple of b.
inline int64 roundedUp(int64 a, int64 b)
{
    return checkedProduct(dividedUp(a, b), b);
}

}}  // namespace cv::cudastripe
