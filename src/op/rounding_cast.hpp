// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Numbers as OpenCV's CPU code rounds and converts them, the same on host and device.

#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>
#endif

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

template <class To, class From>
CV_CUDASTRIPE_HD inline To bitsAs(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &from, sizeof(to));
    return to;
}

// A compiler may fuse a product and a sum into one rounding, and host and device compilers choose differently. These
// functions round each operation by itself; the module's host code is compiled with -ffp-contract=off.
#ifdef __CUDA_ARCH__
#define CUDASTRIPE_ROUNDED(NAME, T, PARAMETERS, HOST, DEVICE) \
    CV_CUDASTRIPE_HD inline T NAME PARAMETERS                 \
    {                                                         \
        return DEVICE;                                        \
    }
#else
#define CUDASTRIPE_ROUNDED(NAME, T, PARAMETERS, HOST, DEVICE) \
    CV_CUDASTRIPE_HD inline T NAME PARAMETERS                 \
    {                                                         \
        return HOST;                                          \
    }
#endif
CUDASTRIPE_ROUNDED(productOf, float, (float a, float b), a* b, __fmul_rn(a, b))
CUDASTRIPE_ROUNDED(productOf, double, (double a, double b), a* b, __dmul_rn(a, b))
CUDASTRIPE_ROUNDED(sumOf, float, (float a, float b), a + b, __fadd_rn(a, b))
CUDASTRIPE_ROUNDED(sumOf, double, (double a, double b), a + b, __dadd_rn(a, b))
CUDASTRIPE_ROUNDED(quotientOf, float, (float a, float b), a / b, __fdiv_rn(a, b))
CUDASTRIPE_ROUNDED(quotientOf, double, (double a, double b), a / b, __ddiv_rn(a, b))
CUDASTRIPE_ROUNDED(rootOf, float, (float a), __builtin_sqrtf(a), __fsqrt_rn(a))
CUDASTRIPE_ROUNDED(rootOf, double, (double a), __builtin_sqrt(a), __dsqrt_rn(a))
CUDASTRIPE_ROUNDED(fusedOf, float, (float a, float b, float c), __builtin_fmaf(a, b, c), __fmaf_rn(a, b, c))
CUDASTRIPE_ROUNDED(fusedOf, double, (double a, double b, double c), __builtin_fma(a, b, c), __fma_rn(a, b, c))
#undef CUDASTRIPE_ROUNDED

//! Rounds to nearest, halves to even, as cvRound does.
CV_CUDASTRIPE_HD inline int roundToInt(float x)
{
    const float r = rintf(x);
    return r >= -2147483648.f && r < 2147483648.f ? static_cast<int>(r) : INT_MIN;
}

CV_CUDASTRIPE_HD inline int roundToInt(double x)
{
    const double r = rint(x);
    return r >= -2147483648. && r <= 2147483647. ? static_cast<int>(r) : INT_MIN;
}

CV_CUDASTRIPE_HD inline int wrapped(unsigned x)
{
    return static_cast<int>(x);
}

//! roundToInt() for magnitudes up to 4000000, by one sum: floats near 1.5 * 2^23 are integers. Else undefined.
CV_CUDASTRIPE_HD inline int roundShort(float x)
{
    return wrapped(bitsAs<std::uint32_t>(sumOf(x, 12582912.f)) - 0x4b400000u);
}

//! The bits of every NaN: processors disagree on them.
constexpr std::int32_t kCanonicalNaN = 0x7fc00000;

CV_CUDASTRIPE_HD inline float canonical(float x)
{
    return x == x ? x : bitsAs<float>(kCanonicalNaN);
}

CV_CUDASTRIPE_HD inline double canonical(double x)
{
    return x == x ? x : bitsAs<double>(0x7ff8000000000000ll);
}

}}  // namespace cv::cudastripe
