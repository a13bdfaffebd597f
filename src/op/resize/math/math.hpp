// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The arithmetic of resizing: each row's samples are summed across, then the sums of rows are summed down.

#pragma once

#include "../../rounding_cast.hpp"

namespace cv { namespace cudastripe {

//! The arithmetic that makes pixels. Real stands for RealMath of any depth.
enum class ResizeKind
{
    Nearest,
    Linear,
    LinearExact,
    Lanczos,
    Cubic,
    Real,
    Covered  //!< from all source pixels that a result covers: see ResizeMethod
};

/* Arithmetic has these members:
   kKind               one of ResizeKind
   Sample, Weight      types of the image's values and of the tables
   Sum, Middle         types while samples are added, and between across and down
   kLastRowFirst       rows are added from the last one to the first
   kPremultiplied      the last channel is alpha, which colours are multiplied by
   kDownFirst          columns are summed down before their sums are summed across; across() and down() must be equal
   across(s, w)        what a sample adds to the sum of its row; middle(sum) is the result
   down(m, w)          what a row adds; result(sum, at, rows) is the value of sample `at` of a row, from so many rows */

//! What most arithmetic shares.
template <class Sample_, class Weight_, class Sum_, class Middle_ = Sum_>
struct ResizeMath
{
    using Sample = Sample_;
    using Weight = Weight_;
    using Sum = Sum_;
    using Middle = Middle_;
    static constexpr bool kLastRowFirst = false, kPremultiplied = false, kDownFirst = false;

    CV_CUDASTRIPE_HD static Middle middle(Sum sum) { return sum; }
    //! A row's sum from its sum in integers.
    CV_CUDASTRIPE_HD static Sum ofWhole(int sum) { return static_cast<Sum>(sum); }
};

CV_CUDASTRIPE_HD inline uchar clampedByte(int value)
{
    return static_cast<uchar>(value < 0 ? 0 : value > 255 ? 255 : value);
}

//! INTER_LINEAR of bytes: weights of 11 bits.
struct LinearBytes : ResizeMath<uchar, short, int, short>
{
    static constexpr ResizeKind kKind = ResizeKind::Linear;

    CV_CUDASTRIPE_HD static int across(uchar sample, short weight) { return sample * weight; }
    CV_CUDASTRIPE_HD static short middle(int sum) { return static_cast<short>(sum >> 4); }
    CV_CUDASTRIPE_HD static int down(short row, short weight) { return (weight * row) >> 16; }
    CV_CUDASTRIPE_HD uchar result(int sum, int, int) const { return static_cast<uchar>((sum + 2) >> 2); }
};

//! INTER_LINEAR_EXACT of bytes: weights of 8 bits.
struct LinearExactBytes : ResizeMath<uchar, short, unsigned, ushort>
{
    static constexpr ResizeKind kKind = ResizeKind::LinearExact;

    CV_CUDASTRIPE_HD static unsigned across(uchar sample, short weight) { return unsigned(sample * weight); }
    CV_CUDASTRIPE_HD static ushort middle(unsigned sum) { return static_cast<ushort>(sum); }
    CV_CUDASTRIPE_HD static unsigned down(ushort row, short weight) { return row * unsigned(weight); }
    CV_CUDASTRIPE_HD uchar result(unsigned sum, int, int) const { return static_cast<uchar>((sum + 0x8000) >> 16); }
};

//! INTER_LANCZOS4 of bytes: weights of 11 bits.
struct LanczosBytes : ResizeMath<uchar, short, int>
{
    static constexpr ResizeKind kKind = ResizeKind::Lanczos;

    CV_CUDASTRIPE_HD static int across(uchar sample, short weight) { return sample * weight; }
    CV_CUDASTRIPE_HD static int down(int row, short weight) { return row * weight; }
    CV_CUDASTRIPE_HD uchar result(int sum, int, int) const { return clampedByte((sum + (1 << 21)) >> 22); }
};

//! INTER_CUBIC of bytes where columns are summed as integers: weights of 11 bits. A float holds the sum of a row
//! exactly.
struct CubicWhole : ResizeMath<uchar, short, int, float>
{
    static constexpr bool kLastRowFirst = true;

    CV_CUDASTRIPE_HD static int across(uchar sample, short weight) { return sample * weight; }
    CV_CUDASTRIPE_HD static float middle(int sum) { return static_cast<float>(sum); }
    CV_CUDASTRIPE_HD static int down(float row, short weight) { return static_cast<int>(row) * weight; }
    CV_CUDASTRIPE_HD uchar result(int sum, int, int) const { return clampedByte((sum + (1 << 21)) >> 22); }
};

//! INTER_CUBIC of bytes where columns are summed as floats.
struct CubicReal : ResizeMath<uchar, short, float>
{
    static constexpr bool kLastRowFirst = true;

    CV_CUDASTRIPE_HD static float down(float row, short weight)
    {
        constexpr float scale = 1.f / (1 << 22);
        return productOf(row, static_cast<float>(weight) * scale);
    }
    CV_CUDASTRIPE_HD uchar result(float sum, int, int) const { return clampedByte(roundShort(sum)); }
};

//! The sum of a column in both forms.
struct CubicSum
{
    int whole;
    float real;
};

//! INTER_CUBIC of bytes: most of a row is summed down as floats, its end as integers.
struct CubicBytes : ResizeMath<uchar, short, CubicSum, float>
{
    static constexpr ResizeKind kKind = ResizeKind::Cubic;
    static constexpr bool kLastRowFirst = true;
    static constexpr int kGroup = 8;  //!< samples that cv::resize makes at once

    int realSamples;  //!< samples of a row in whole groups

    CV_CUDASTRIPE_HD static CubicSum across(uchar sample, short weight)
    {
        return {CubicWhole::across(sample, weight), 0.f};
    }
    CV_CUDASTRIPE_HD static CubicSum ofWhole(int sum) { return {sum, 0.f}; }
    CV_CUDASTRIPE_HD static float middle(CubicSum sum) { return CubicWhole::middle(sum.whole); }
    CV_CUDASTRIPE_HD static CubicSum down(float row, short weight)
    {
        return {CubicWhole::down(row, weight), CubicReal::down(row, weight)};
    }
    CV_CUDASTRIPE_HD uchar result(CubicSum sum, int at, int rows) const
    {
        return at < realSamples ? CubicReal().result(sum.real, at, rows) : CubicWhole().result(sum.whole, at, rows);
    }
};

CV_CUDASTRIPE_HD inline CubicSum plus(CubicSum a, CubicSum b)
{
    return {a.whole + b.whole, sumOf(a.real, b.real)};
}
CV_CUDASTRIPE_HD inline int plus(int a, int b)
{
    return a + b;
}
CV_CUDASTRIPE_HD inline unsigned plus(unsigned a, unsigned b)
{
    return a + b;
}
CV_CUDASTRIPE_HD inline float plus(float a, float b)
{
    return sumOf(a, b);
}
CV_CUDASTRIPE_HD inline double plus(double a, double b)
{
    return sumOf(a, b);
}

//! The value of a sum of floats, saturated. A sum is at most a few times the greatest sample, as roundShort() requires.
template <class Sample>
CV_CUDASTRIPE_HD inline Sample ofReal(float value)
{
    const int rounded = roundShort(value), most = (1 << 8 * int(sizeof(Sample))) - 1;
    return static_cast<Sample>(rounded < 0 ? 0 : rounded > most ? most : rounded);
}
template <>
CV_CUDASTRIPE_HD inline float ofReal<float>(float value)
{
    return canonical(value);
}

//! INTER_LINEAR of 16U and 32F, and INTER_AREA that shrinks by no integers.
template <class Sample>
struct RealMath : ResizeMath<Sample, float, float>
{
    static constexpr ResizeKind kKind = ResizeKind::Real;

    CV_CUDASTRIPE_HD static float across(Sample sample, float weight)
    {
        return productOf(static_cast<float>(sample), weight);
    }
    CV_CUDASTRIPE_HD static float down(float row, float weight) { return productOf(row, weight); }
    CV_CUDASTRIPE_HD Sample result(float sum, int, int) const { return ofReal<Sample>(sum); }
};

//! The weights of sums that need none.
struct NoWeight
{
};

//! INTER_AREA of bytes that shrinks by integers: the mean of a box. Boxes at the source's end have fewer samples.
struct BoxBytes : ResizeMath<uchar, NoWeight, unsigned>
{
    static constexpr ResizeKind kKind = ResizeKind::Covered;

    int cols, rows;    //!< of a whole box
    int wholeSamples;  //!< samples of a result row whose boxes are whole
    int lastCols;      //!< columns of the boxes after these
    bool shifts;       //!< boxes of 2 x 2 are rounded by a shift

    CV_CUDASTRIPE_HD static unsigned across(uchar sample, NoWeight) { return sample; }
    CV_CUDASTRIPE_HD static unsigned down(unsigned row, NoWeight) { return row; }
    CV_CUDASTRIPE_HD uchar result(unsigned sum, int at, int rowsRead) const
    {
        const bool whole = at < wholeSamples && rowsRead == rows;
        if (whole && shifts)
            return static_cast<uchar>((sum + 2) >> 2);
        const auto real = static_cast<float>(static_cast<int>(sum));  // wraps as cv::resize's sum does
        if (whole)
            return ofReal<uchar>(productOf(real, quotientOf(1.f, static_cast<float>(cols * rows))));
        return ofReal<uchar>(quotientOf(real, static_cast<float>((at < wholeSamples ? cols : lastCols) * rowsRead)));
    }
};

//! A filter of Pillow on bytes: weights of 22 bits, and bytes between across and down.
struct PillowBytes : ResizeMath<uchar, int, int, uchar>
{
    static constexpr ResizeKind kKind = ResizeKind::Covered;

    CV_CUDASTRIPE_HD static int across(uchar sample, int weight) { return sample * weight; }
    CV_CUDASTRIPE_HD static uchar middle(int sum) { return clampedByte((sum + (1 << 21)) >> 22); }
    CV_CUDASTRIPE_HD static int down(uchar row, int weight) { return row * weight; }
    CV_CUDASTRIPE_HD uchar result(int sum, int, int) const { return middle(sum); }
};

//! As PillowBytes, but sums colours that are premultiplied by alpha.
struct PillowAlphaBytes : PillowBytes
{
    static constexpr bool kPremultiplied = true;

    CV_CUDASTRIPE_HD static uchar premultiplied(uchar colour, uchar alpha)
    {
        const unsigned product = unsigned(colour) * alpha + 128;
        return static_cast<uchar>(((product >> 8) + product) >> 8);
    }
    CV_CUDASTRIPE_HD static uchar straight(uchar colour, uchar alpha)
    {
        return alpha == 0 || alpha == 255 ? colour : clampedByte(255 * colour / alpha);
    }
};

//! A filter of Pillow on floats: sums in double, floats between across and down.
struct PillowFloats : ResizeMath<float, double, double, float>
{
    static constexpr ResizeKind kKind = ResizeKind::Covered;

    CV_CUDASTRIPE_HD static double across(float sample, double weight) { return productOf(double(sample), weight); }
    CV_CUDASTRIPE_HD static float middle(double sum) { return static_cast<float>(sum); }
    CV_CUDASTRIPE_HD static double down(float row, double weight) { return productOf(double(row), weight); }
    CV_CUDASTRIPE_HD float result(double sum, int, int) const { return canonical(static_cast<float>(sum)); }
};

//! As `Math`, but sums down before across.
template <class Math>
struct DownFirst : Math
{
    static constexpr bool kDownFirst = true;
};

//! All arithmetic that sums across and down, except BoxBytes; a row each.
#define CUDASTRIPE_SUMS(ROW)         \
    ROW(LinearBytes)                 \
    ROW(LinearExactBytes)            \
    ROW(CubicBytes)                  \
    ROW(LanczosBytes)                \
    ROW(RealMath<uchar>)             \
    ROW(RealMath<ushort>)            \
    ROW(RealMath<float>)             \
    ROW(PillowBytes)                 \
    ROW(PillowAlphaBytes)            \
    ROW(PillowFloats)                \
    ROW(DownFirst<PillowBytes>)      \
    ROW(DownFirst<PillowAlphaBytes>) \
    ROW(DownFirst<PillowFloats>)

}}  // namespace cv::cudastripe
