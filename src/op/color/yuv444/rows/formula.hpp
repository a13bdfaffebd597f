// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The arithmetic of one pixel of packed 4:4:4.

#pragma once

#include "../../../rounding_cast.hpp"
#include "../../../word_bytes.hpp"
#include "opencv2/core/cvdef.h"
#include "opencv2/cudastripe/detail/host_device.hpp"

// A formula takes the three channels of the source in the order in which they lie in memory and gives the three values
// that are stored. Formulas for bytes also take a pixel as a word, whose fourth byte they ignore; then their values are
// not saturated. Images of colours may have a fourth channel, which is not read, and is stored as kOpaque.

namespace cv { namespace cudastripe {

constexpr int fixedPoint(double value, int bits)
{
    const double scaled = value * (1 << bits);
    return static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

//! The weights of red, green and blue in BT.601's luma, and OpenCV's factors of the colour differences.
struct Bt601
{
    static constexpr double red = 0.299, green = 0.587, blue = 0.114;
    static constexpr double u = 0.492, v = 0.877, cr = 0.713, cb = 0.564;
    //! The factors of the differences on the way back to blue, red and green.
    static constexpr double blueOfU = 2.032, redOfV = 1.140, greenOfU = -0.395, greenOfV = -0.581;
    static constexpr double blueOfCb = 1.773, redOfCr = 1.403, greenOfCb = -0.344, greenOfCr = -0.714;
};

//! Channels of the source and of the result, if the image of colours has `channels`.
template <class Formula>
constexpr int sourceChannels(int channels)
{
    return Formula::kGivesColours ? 3 : channels;
}

template <class Formula>
constexpr int resultChannels(int channels)
{
    return Formula::kGivesColours ? channels : 3;
}

//! What integer formulas share: weights are in units of 2^-kShift.
template <class T>
struct FixedPoint
{
    using Value = T;
    static constexpr T kOpaque = static_cast<T>(-1);
    static constexpr int kShift = 14;
    static constexpr int kMax = kOpaque;
    static constexpr int kHalf = (kMax + 1) / 2;

    static constexpr int weight(double value) { return fixedPoint(value, kShift); }
    CV_CUDASTRIPE_HD static int rounded(int x) { return (x + (1 << (kShift - 1))) >> kShift; }
    CV_CUDASTRIPE_HD static T saturated(int x) { return static_cast<T>(x < 0 ? 0 : x > kMax ? kMax : x); }
};

//! OpenCV's integer formula: the colour differences come from the rounded luma.
template <class T>
struct FixedYuv : FixedPoint<T>
{
    using FixedPoint<T>::kHalf;
    using FixedPoint<T>::kShift;
    using FixedPoint<T>::rounded;
    using FixedPoint<T>::saturated;
    static constexpr bool kGivesColours = false;

    int luma[3];                      //!< weights of the channels as they lie in memory
    std::uint32_t lumaHigh, lumaLow;  //!< the upper and the lower bytes of the weights
    int difference[2];                //!< factors of the first and the second colour difference
    bool firstFromThird;  //!< the first difference is that of the third channel, the second that of the first

    CV_CUDASTRIPE_HD void operator()(T c0, T c1, T c2, T& o0, T& o1, T& o2) const
    {
        const int y = saturated(rounded(luma[0] * c0 + luma[1] * c1 + luma[2] * c2));
        const int first = firstFromThird ? c2 : c0;
        const int second = firstFromThird ? c0 : c2;
        o0 = static_cast<T>(y);
        o1 = saturated(rounded((first - y) * difference[0] + kHalf * (1 << kShift)));
        o2 = saturated(rounded((second - y) * difference[1] + kHalf * (1 << kShift)));
    }

    CV_CUDASTRIPE_HD void ofWord(std::uint32_t pixel, int& o0, int& o1, int& o2) const
    {
        // The weights add up to one, so luma needs no saturation.
        const int high = dotUnsigned(pixel, lumaHigh, 0);
        o0 = dotUnsigned(pixel, lumaLow, (high << 8) + (1 << (kShift - 1))) >> kShift;
        o1 = rounded((byteOf(pixel, firstFromThird ? 2 : 0) - o0) * difference[0] + kHalf * (1 << kShift));
        o2 = rounded((byteOf(pixel, firstFromThird ? 0 : 2) - o0) * difference[1] + kHalf * (1 << kShift));
    }
};

//! OpenCV's formula for float images: not clamped. NaN always has the same bits.
struct FloatYuv
{
    using Value = float;
    static constexpr bool kGivesColours = false;
    static constexpr float kOpaque = 1;
    static constexpr float weight(double value) { return static_cast<float>(value); }
    CV_CUDASTRIPE_HD static float saturated(float x) { return x; }

    float luma[3];
    float difference[2];
    bool firstFromThird;

    CV_CUDASTRIPE_HD void operator()(float c0, float c1, float c2, float& o0, float& o1, float& o2) const
    {
        const float y = sumOf(sumOf(productOf(c0, luma[0]), productOf(c1, luma[1])), productOf(c2, luma[2]));
        const float first = firstFromThird ? c2 : c0;
        const float second = firstFromThird ? c0 : c2;
        o0 = canonical(y);
        o1 = canonical(sumOf(productOf(first - y, difference[0]), 0.5f));
        o2 = canonical(sumOf(productOf(second - y, difference[1]), 0.5f));
    }
};

/** @brief OpenCV's integer formula back to colours. With n bits in T, a = c1 - 2^(n-1), b = c2 - 2^(n-1) and
D(x) = floor((x + 2^13) / 2^14), the colour of the first difference, green and the colour of the second are
saturated(c0 + D(scale[0] a)), saturated(c0 + D(green[0] a + green[1] b)) and saturated(c0 + D(scale[1] b)). */
template <class T>
struct FixedColours : FixedPoint<T>
{
    using FixedPoint<T>::kHalf;
    using FixedPoint<T>::kShift;
    using FixedPoint<T>::rounded;
    using FixedPoint<T>::saturated;
    static constexpr bool kGivesColours = true;

    int scale[2];         //!< factors of the first and the second difference for their colours
    int green[2];         //!< factors of both differences for green; negative
    bool firstFromThird;  //!< the first difference is that of the third channel, the second that of the first

    CV_CUDASTRIPE_HD void operator()(T c0, T c1, T c2, T& o0, T& o1, T& o2) const
    {
        const int a = c1 - kHalf, b = c2 - kHalf;
        const T first = saturated(c0 + rounded(scale[0] * a)), second = saturated(c0 + rounded(scale[1] * b));
        o0 = firstFromThird ? second : first;
        o1 = saturated(c0 + rounded(green[0] * a + green[1] * b));
        o2 = firstFromThird ? first : second;
    }

    CV_CUDASTRIPE_HD void ofWord(std::uint32_t pixel, int& o0, int& o1, int& o2) const
    {
        static_assert(sizeof(T) == 1, "so that luma fits above the digits of a product");
        const int y = byteOf(pixel, 0) * (1 << kShift), a = byteOf(pixel, 1) - kHalf, b = byteOf(pixel, 2) - kHalf;
        const int first = rounded(y + scale[0] * a), second = rounded(y + scale[1] * b);
        o0 = firstFromThird ? second : first;
        o1 = rounded(y + green[0] * a + green[1] * b);
        o2 = firstFromThird ? first : second;
    }
};

/** @brief OpenCV's formula back to colours for float images: not clamped. With a = c1 - 0.5 and b = c2 - 0.5 the
colours are c0 + scale[0] a, (c0 + green[0] a) + green[1] b and c0 + scale[1] b, each operation rounded by itself. NaN
always has the same bits. */
struct FloatColours
{
    using Value = float;
    static constexpr bool kGivesColours = true;
    static constexpr float kOpaque = 1;
    static constexpr float weight(double value) { return static_cast<float>(value); }
    CV_CUDASTRIPE_HD static float saturated(float x) { return x; }

    float scale[2], green[2];
    bool firstFromThird;

    CV_CUDASTRIPE_HD void operator()(float c0, float c1, float c2, float& o0, float& o1, float& o2) const
    {
        const float a = c1 - 0.5f, b = c2 - 0.5f;
        const float first = canonical(sumOf(c0, productOf(a, scale[0])));
        const float second = canonical(sumOf(c0, productOf(b, scale[1])));
        o0 = firstFromThird ? second : first;
        o1 = canonical(sumOf(sumOf(c0, productOf(a, green[0])), productOf(b, green[1])));
        o2 = firstFromThird ? first : second;
    }
};

//! All formulas, each with the template of its vector loop.
#define CUDASTRIPE_PACKED_FORMULAS(DO)        \
    DO(FixedYuv<uchar>, BytesLoop)            \
    DO(FixedYuv<ushort>, WordsLoop)           \
    DO(FloatYuv, FloatsLoop)                  \
    DO(FixedColours<uchar>, ColourBytesLoop)  \
    DO(FixedColours<ushort>, ColourWordsLoop) \
    DO(FloatColours, ColourFloatsLoop)

}}  // namespace cv::cudastripe
