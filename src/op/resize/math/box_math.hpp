// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// INTER_AREA of 16U and 32F that shrinks by integers: the order of the sums matters.

#pragma once

#include "math.hpp"

namespace cv { namespace cudastripe {

template <class Sample_>
struct BoxMath
{
    using Sample = Sample_;
    static constexpr ResizeKind kKind = ResizeKind::Covered;

    int cols, rows;    //!< of a whole box
    int wholeSamples;  //!< samples of a result row whose boxes are whole
    int pairSamples;   //!< of these, samples whose 2 x 2 boxes are added as pairs

    //! Sample `at` of a result row: the mean of sampleAt(r, c) for `high` rows and `wide` columns.
    template <class At>
    CV_CUDASTRIPE_HD Sample mean(int wide, int high, int at, const At& sampleAt) const
    {
        const auto sample = [&](int k) { return sampleAt(k / wide, k % wide); };
        const int count = wide * high;
        if (at >= wholeSamples || high < rows)
            return ofReal<Sample>(quotientOf(sumOfSingles(sample, 0.f, 0, count), static_cast<float>(count)));
        if (at < pairSamples)
            return meanOfPairs(sample(0), sample(1), sample(2), sample(3));
        const float part = quotientOf(1.f, static_cast<float>(count));
        float sum = 0;
        int k = 0;
        for (; k <= count - 4; k += 4)
            sum = sumOf(sum, sumOfFour(sample(k), sample(k + 1), sample(k + 2), sample(k + 3)));
        return ofReal<Sample>(productOf(sumOfSingles(sample, sum, k, count), part));
    }

private:
    template <class At>
    CV_CUDASTRIPE_HD static float sumOfSingles(const At& sample, float sum, int first, int count)
    {
        for (int k = first; k < count; ++k)
            sum = sumOf(sum, static_cast<float>(sample(k)));
        return sum;
    }

    CV_CUDASTRIPE_HD static float sumOfFour(float a, float b, float c, float d)
    {
        return sumOf(sumOf(sumOf(a, b), c), d);
    }
    CV_CUDASTRIPE_HD static float sumOfFour(ushort a, ushort b, ushort c, ushort d)
    {
        return static_cast<float>(int(a) + b + c + d);
    }
    CV_CUDASTRIPE_HD static float meanOfPairs(float a, float b, float c, float d)
    {
        return ofReal<float>(productOf(sumOf(sumOf(a, b), sumOf(c, d)), 0.25f));
    }
    CV_CUDASTRIPE_HD static ushort meanOfPairs(ushort a, ushort b, ushort c, ushort d)
    {
        return static_cast<ushort>((int(a) + b + c + d + 2) >> 2);
    }
};

}}  // namespace cv::cudastripe
