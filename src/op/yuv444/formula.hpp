// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The arithmetic of one pixel of packed 4:4:4.

#pragma once

#include "../rounding_cast.hpp"
#include "../word_bytes.hpp"
#include "opencv2/core/cvdef.h"
#include "opencv2/cudastripe/detail/host_device.hpp"

// A formula takes the three colour channels in the order in which they lie in memory and gives the three values that
// are stored. Formulas for bytes also take a pixel as a word, with any fourth byte, and give values that are not
// saturated.

namespace cv { namespace cudastripe {

constexpr int fixedPoint(double value, int bits)
{
    const double scaled = value * (1 << bits);
    return static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

//! The weights of red, green and blue in BT.601's luma, and what OpenCV multiplies the colour differences by.
struct Bt601
{
    static constexpr double red = 0.299, green = 0.587, blue = 0.114;
    static constexpr double u = 0.492, v = 0.877, cr = 0.713, cb = 0.564;
};

//! OpenCV's integer formula: the colour differences come from the rounded luma.
template <class T>
struct FixedYuv
{
    using Value = T;
    static constexpr int kShift = 14;
    static constexpr int kMax = static_cast<T>(-1);
    static constexpr int kHalf = (kMax + 1) / 2;

    int luma[3];                      //!< weights of the channels as they lie in memory
    std::uint32_t lumaHigh, lumaLow;  //!< the upper and the lower bytes of the weights
    int difference[2];                //!< what multiplies the first and the second colour difference
    bool firstFromThird;  //!< the first difference is that of the third channel, the second that of the first

    CV_CUDASTRIPE_HD void operator()(T c0, T c1, T c2, T& o0, T& o1, T& o2) const
    {
        const int y = saturated(rounded(luma[0] * c0 + luma[1] * c1 + luma[2] * c2));
        const int first = firstFromThird ? c2 : c0;
        const int second = firstFromThird ? c0 : c2;
        o0 = static_cast<T>(y);
        o1 = static_cast<T>(saturated(rounded((first - y) * difference[0] + kHalf * (1 << kShift))));
        o2 = static_cast<T>(saturated(rounded((second - y) * difference[1] + kHalf * (1 << kShift))));
    }

    CV_CUDASTRIPE_HD void ofWord(std::uint32_t pixel, int& o0, int& o1, int& o2) const
    {
        // The weights add up to one, so luma needs no saturation.
        const int high = dotUnsigned(pixel, lumaHigh, 0);
        o0 = dotUnsigned(pixel, lumaLow, (high << 8) + (1 << (kShift - 1))) >> kShift;
        o1 = rounded((byteOf(pixel, firstFromThird ? 2 : 0) - o0) * difference[0] + kHalf * (1 << kShift));
        o2 = rounded((byteOf(pixel, firstFromThird ? 0 : 2) - o0) * difference[1] + kHalf * (1 << kShift));
    }

private:
    CV_CUDASTRIPE_HD static int rounded(int x) { return (x + (1 << (kShift - 1))) >> kShift; }
    CV_CUDASTRIPE_HD static int saturated(int x) { return x < 0 ? 0 : x > kMax ? kMax : x; }
};

//! OpenCV's formula for float images: not clamped. NaN always has the same bits.
struct FloatYuv
{
    using Value = float;

    float luma[3];
    float difference[2];
    bool firstFromThird;

    CV_CUDASTRIPE_HD void operator()(float c0, float c1, float c2, float& o0, float& o1, float& o2) const
    {
        const float y = sumOf(sumOf(productOf(c0, luma[0]), productOf(c1, luma[1])), productOf(c2, luma[2]));
        const float first = firstFromThird ? c2 : c0;
        const float second = firstFromThird ? c0 : c2;
        o0 = settled(y);
        o1 = settled(sumOf(productOf(first - y, difference[0]), 0.5f));
        o2 = settled(sumOf(productOf(second - y, difference[1]), 0.5f));
    }
};

}}  // namespace cv::cudastripe
