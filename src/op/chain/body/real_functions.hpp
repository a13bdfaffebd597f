// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// exp, log and powers of single precision numbers with the same bits on every processor.

#pragma once

#include "../../rounding_cast.hpp"

// The functions use only sums, products, quotients and fused multiply-adds of doubles; all processors round them
// identically.

namespace cv { namespace cudastripe {

//! The polynomial in x with these coefficients, the highest power's first.
template <class... Coefficients>
CV_CUDASTRIPE_HD inline double polynomialOf(double x, double highest, Coefficients... others)
{
    double sum = highest;
    ((sum = fusedOf(sum, x, others)), ...);
    return sum;
}

//! e^x with a relative error below 2^-40; x is -700 to 700, or NaN.
CV_CUDASTRIPE_HD inline double wideExp(double x)
{
    constexpr double log2e = 1.4426950408889634, ln2High = 0.693147180369123816490, ln2Low = 1.90821492927058770002e-10;
    // Adding 1.5 * 2^52 rounds to the integer k, which is then in the lowest bits.
    constexpr double magic = 6755399441055744.;
    const double shifted = sumOf(productOf(x, log2e), magic);
    const double k = sumOf(shifted, -magic);
    const double r = fusedOf(k, -ln2Low, fusedOf(k, -ln2High, x));
    const double p = polynomialOf(r, 1. / 39916800, 1. / 3628800, 1. / 362880, 1. / 40320, 1. / 5040, 1. / 720,
                                  1. / 120, 1. / 24, 1. / 6, 0.5, 1., 1.);
    // The lowest bits are k, and 2^k is a normal number.
    return productOf(p, bitsAs<double>((bitsAs<std::uint64_t>(shifted) + 1023) << 52));
}

//! ln x for x above 0 and finite, with a relative error below 2^-40.
CV_CUDASTRIPE_HD inline double wideLog(double x)
{
    constexpr double ln2 = 0.693147180559945309417, root2 = 1.4142135623730951;
    const std::int64_t bits = bitsAs<std::int64_t>(x);
    const double mantissa = bitsAs<double>((bits & 0xfffffffffffffll) | 0x3ff0000000000000ll);
    const bool large = mantissa > root2;
    const double m = large ? productOf(mantissa, 0.5) : mantissa;
    const double e = static_cast<double>(static_cast<int>(bits >> 52) - 1023 + (large ? 1 : 0));
    const double s = quotientOf(sumOf(m, -1.), sumOf(m, 1.));
    const double z = productOf(s, s);
    const double p = polynomialOf(z, 1. / 19, 1. / 17, 1. / 15, 1. / 13, 1. / 11, 1. / 9, 1. / 7, 1. / 5, 1. / 3, 1.);
    return fusedOf(e, ln2, productOf(productOf(2., s), p));
}

//! Beyond these limits e^x is 0 or infinity in single precision.
CV_CUDASTRIPE_HD inline double limitedExponent(double x)
{
    return x > 700. ? 700. : x < -700. ? -700. : x;
}

CV_CUDASTRIPE_HD inline float exponentialOf(float x)
{
    // The same limits by integers, which compilers turn into fewer instructions. NaN becomes a number.
    const std::int32_t bits = bitsAs<std::int32_t>(x), magnitude = bits & 0x7fffffff, most = 0x442f0000;  // 700.f
    const float limited = bitsAs<float>((magnitude < most ? magnitude : most) | (bits ^ magnitude));
    const float result = static_cast<float>(wideExp(limited));
    return x == x ? result : bitsAs<float>(0x7fc00000);
}

CV_CUDASTRIPE_HD inline float logarithmOf(float x)
{
    const float inf = bitsAs<float>(0x7f800000), nan = bitsAs<float>(0x7fc00000);
    // No single precision number is denormal as a double.
    const float result = static_cast<float>(wideLog(x));
    return x > 0 ? (x < inf ? result : inf) : x == 0 ? -inf : nan;
}

//! A power of a number from 0 to infinity.
CV_CUDASTRIPE_HD inline float powerOfMagnitude(double magnitude, double power)
{
    const float inf = bitsAs<float>(0x7f800000);
    const float finite = static_cast<float>(wideExp(limitedExponent(productOf(power, wideLog(magnitude)))));
    return magnitude == 0 ? (power > 0 ? 0.f : inf) : magnitude < inf ? finite : (power > 0 ? inf : 0.f);
}

//! The power of a negative number; `result` is the power of its magnitude.
CV_CUDASTRIPE_HD inline float signedPower(float result, double magnitude, double power)
{
    const bool whole = rint(power) == power, odd = whole && rint(power * 0.5) != power * 0.5;
    const bool finite = magnitude != 0 && magnitude < bitsAs<float>(0x7f800000);
    return odd ? -result : whole || !finite ? result : bitsAs<float>(0x7fc00000);
}

//! Special values as in the C library's pow.
CV_CUDASTRIPE_HD inline float powerOf(float x, double power)
{
    const float inf = bitsAs<float>(0x7f800000), nan = bitsAs<float>(0x7fc00000);
    const double magnitude = fabs(static_cast<double>(x));
    float result = powerOfMagnitude(magnitude, power);
    if (bitsAs<std::int32_t>(x) < 0)
        result = signedPower(result, magnitude, power);
    result = x != x || power != power ? nan : result;
    result = magnitude == 1 && !(fabs(power) < inf) && power == power ? 1.f : result;
    return power == 0 || x == 1.f ? 1.f : result;
}

}}  // namespace cv::cudastripe
