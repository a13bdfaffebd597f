// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "host_device.hpp"

// What OpenCV's CPU code does with numbers, the same on host and device: conversions that give INT_MIN for what does
// not fit, integers that wrap around, and real arithmetic that rounds every operation by itself.

namespace cv { namespace cudastripe {

template <class To, class From>
CV_CUDASTRIPE_HD inline To bitsAs(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &from, sizeof(to));
    return to;
}

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

//! The same for numbers of at most 4000000, by one sum: 1.5 * 2^23 has no digits behind the point. Any int for others.
CV_CUDASTRIPE_HD inline int roundShort(float x)
{
    return wrapped(bitsAs<std::uint32_t>(sumOf(x, 12582912.f)) - 0x4b400000u);
}

//! One NaN for all: processors disagree on its bits.
constexpr std::int32_t kSettledNaN = 0x7fc00000;

CV_CUDASTRIPE_HD inline float settled(float x)
{
    return x == x ? x : bitsAs<float>(kSettledNaN);
}

CV_CUDASTRIPE_HD inline double settled(double x)
{
    return x == x ? x : bitsAs<double>(0x7ff8000000000000ll);
}

#ifdef __CUDA_ARCH__
CV_CUDASTRIPE_HD inline double productOf(double a, double b)
{
    return __dmul_rn(a, b);
}
CV_CUDASTRIPE_HD inline double sumOf(double a, double b)
{
    return __dadd_rn(a, b);
}
CV_CUDASTRIPE_HD inline float quotientOf(float a, float b)
{
    return __fdiv_rn(a, b);
}
CV_CUDASTRIPE_HD inline double quotientOf(double a, double b)
{
    return __ddiv_rn(a, b);
}
CV_CUDASTRIPE_HD inline float rootOf(float a)
{
    return __fsqrt_rn(a);
}
CV_CUDASTRIPE_HD inline double rootOf(double a)
{
    return __dsqrt_rn(a);
}
CV_CUDASTRIPE_HD inline float fusedOf(float a, float b, float c)
{
    return __fmaf_rn(a, b, c);
}
CV_CUDASTRIPE_HD inline double fusedOf(double a, double b, double c)
{
    return __fma_rn(a, b, c);
}
#else
CV_CUDASTRIPE_HD inline double productOf(double a, double b)
{
    return a * b;
}
CV_CUDASTRIPE_HD inline double sumOf(double a, double b)
{
    return a + b;
}
CV_CUDASTRIPE_HD inline float quotientOf(float a, float b)
{
    return a / b;
}
CV_CUDASTRIPE_HD inline double quotientOf(double a, double b)
{
    return a / b;
}
CV_CUDASTRIPE_HD inline float rootOf(float a)
{
    return __builtin_sqrtf(a);
}
CV_CUDASTRIPE_HD inline double rootOf(double a)
{
    return __builtin_sqrt(a);
}
CV_CUDASTRIPE_HD inline float fusedOf(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
CV_CUDASTRIPE_HD inline double fusedOf(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}
#endif

}}  // namespace cv::cudastripe
