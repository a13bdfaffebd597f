// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Linear formulas from YUV to colours in fixed point, the same on host and device.

#pragma once

#include "formula.hpp"

namespace cv { namespace cudastripe {

/** @brief The formula of a format, with its order of chroma and the order of the result's channels built in.

Channel c is floor((bias[c] + chroma[0][c] * first + chroma[1][c] * second + luma * max(y, leastLuma)) / 2^kShift),
saturated. The bias has the offsets of all codes, and a half that rounds. 64 bits hold the sums of 16-bit samples, whose
weights have enough bits to make every grey exact. 32 bits hold a weight without the zeros at its end, so that vectors
can multiply by it. */
template <class Sample_, class Value_>
struct YuvDecodeFormula
{
    using Sample = Sample_;
    using Value = Value_;
    using Sum = std::conditional_t<sizeof(Sample) == 1, int, int64>;
    static constexpr int kShift = sizeof(Sample) == 1 ? 20 : 32;
    static constexpr int kMax = static_cast<Value>(-1);

    Sum luma;
    Sum chroma[2][3];  //!< the first and the second chroma of the packing, for each channel in the order of memory
    Sum bias[3];
    int leastLuma;   //!< lower codes count as this
    int neutral;     //!< the chroma of grey
    int unusedBits;  //!< below a code

    //! Bits of luma's weight and of chroma's weights, without the sign and without zeros at the end.
    static constexpr int kLumaBits = 32, kChromaBits = 31;

    //! How many bits to drop so that a weight fits in `bits` bits: at least `unusedBits`.
    int zerosOf(Sum weight, int bits) const
    {
        int zeros = unusedBits;
        while (int64(weight) >> zeros >> bits)
            ++zeros;
        return zeros;
    }

    CV_CUDASTRIPE_HD int code(Sample sample) const { return sizeof(Sample) == 1 ? sample : sample >> unusedBits; }

    //! What chroma adds to the channels of a pixel.
    CV_CUDASTRIPE_HD void ofChroma(int first, int second, Sum (&terms)[3]) const
    {
        for (int c = 0; c < 3; ++c)
            terms[c] = bias[c] + chroma[0][c] * first + chroma[1][c] * second;
    }

    //! What luma adds.
    CV_CUDASTRIPE_HD Sum ofLuma(int y) const { return luma * (y < leastLuma ? leastLuma : y); }

    //! A channel, not yet saturated; it fits in an int.
    CV_CUDASTRIPE_HD static int channel(Sum lumaTerm, Sum chromaTerm)
    {
        return static_cast<int>((lumaTerm + chromaTerm) >> kShift);
    }

    CV_CUDASTRIPE_HD static Value saturated(int value)
    {
        return static_cast<Value>(value < 0 ? 0 : value > kMax ? kMax : value);
    }
};

using YuvDecodeFormulas = ByDepth<YuvDecodeFormula<uchar, uchar>, YuvDecodeFormula<ushort, ushort>>;

}}  // namespace cv::cudastripe
