// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Linear YUV formulas in fixed point, the same on host and device.

#pragma once

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

/** @brief A linear form of three channels in fixed point. The channels are those of a pixel as they lie in memory, or
sums over 2^n pixels; `shift` includes n. */
struct LinearForm
{
    int weights[3];
    int bias;  //!< what rounds, and for 8-bit channels the offset
    int shift;
    int offset;  //!< of 16-bit channels, after the shift

    //! Of 8-bit channels; not saturated.
    CV_CUDASTRIPE_HD int ofBytes(int c0, int c1, int c2) const
    {
        return (weights[0] * c0 + weights[1] * c1 + weights[2] * c2 + bias) >> shift;
    }

    /** @brief For 16-bit channels; not saturated. With the weighted sum m: (m + (m >> 16) + bias) >> shift. That needs
    more than 32 bits, so the upper and the lower bits of 20-bit weights are summed apart; the result is exact. */
    CV_CUDASTRIPE_HD int ofWords(int c0, int c1, int c2) const
    {
        constexpr int bits = 11, mask = (1 << bits) - 1;  // three lower parts of sums over four pixels have 31 bits
        const int high = (weights[0] >> bits) * c0 + (weights[1] >> bits) * c1 + (weights[2] >> bits) * c2;
        const int low = (weights[0] & mask) * c0 + (weights[1] & mask) * c1 + (weights[2] & mask) * c2;
        const int more = (high + (low >> bits)) >> (16 - bits);
        return ((high + ((low + more + bias) >> bits)) >> (shift - bits)) + offset;
    }
};

/** @brief The three forms of a format, with its channel order and siting built in. The first chroma is the one that
comes first in the packing. */
template <class T>
struct YuvFormula
{
    using Value = T;
    LinearForm luma;
    LinearForm chroma[2];
    int most;        //!< the greatest code
    int unusedBits;  //!< below a code
    bool sumCols;    //!< chroma is the mean of all columns of its block, else of the left one only
    bool sumRows;    //!< likewise rows

    //! Codes of 8 bits are still to be saturated.
    CV_CUDASTRIPE_HD static int of(const LinearForm& form, int c0, int c1, int c2, int most, int unusedBits)
    {
        if (sizeof(T) == 1)
            return form.ofBytes(c0, c1, c2);
        const int code = form.ofWords(c0, c1, c2);
        return (code < 0 ? 0 : code > most ? most : code) << unusedBits;
    }

    //! The sample of a code.
    CV_CUDASTRIPE_HD static T saturated(int code)
    {
        return static_cast<T>(sizeof(T) > 1 ? code : code < 0 ? 0 : code > 255 ? 255 : code);
    }

    CV_CUDASTRIPE_HD int ofLuma(int c0, int c1, int c2) const { return of(luma, c0, c1, c2, most, unusedBits); }
    CV_CUDASTRIPE_HD int ofChroma(int which, int c0, int c1, int c2) const
    {
        return of(chroma[which], c0, c1, c2, most, unusedBits);
    }
};

//! One of two values: `ofBytes` for formats of 8 bits, else `ofWords`.
template <class Bytes, class Words>
struct ByDepth
{
    bool bytes;
    Bytes ofBytes;
    Words ofWords;

    template <class Use>
    CV_CUDASTRIPE_HD void with(const Use& use) const
    {
        if (bytes)
            use(ofBytes);
        else
            use(ofWords);
    }
};

using YuvFormulas = ByDepth<YuvFormula<uchar>, YuvFormula<ushort>>;

}}  // namespace cv::cudastripe
