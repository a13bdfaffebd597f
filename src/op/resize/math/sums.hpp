// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums of the taps of one pixel.

#pragma once

#include "../../../model/row_spans.hpp"
#include "math.hpp"

namespace cv { namespace cudastripe {

//! The taps of a pixel in one direction.
template <class Weight>
struct Taps
{
    SourceSpan span;
    const Weight* weights;
};

//! Sums of so many channels by the arithmetic `Math`.
template <class Math, int Channels>
struct TapSums
{
    using Weight = typename Math::Weight;
    using Sum = typename Math::Sum;

    //! Sums samples: pixelAt(k) gives the pixel of tap k.
    template <class PixelAt>
    CV_CUDASTRIPE_HD static void ofPixels(const Taps<Weight>& taps, const PixelAt& pixelAt, Sum (&sums)[Channels])
    {
        for (int i = 0; i < taps.span.count; ++i) {
            const auto pixel = pixelAt(i);
            for (int c = 0; c < Channels; ++c) {
                const Sum term = Math::across(pixel[c], taps.weights[i]);
                sums[c] = i == 0 ? term : plus(sums[c], term);
            }
        }
    }

    //! Sums inner sums: sumInner(k, sums) makes those of tap k.
    template <class SumInner>
    CV_CUDASTRIPE_HD static void ofSums(const Taps<Weight>& taps, const SumInner& sumInner, Sum (&sums)[Channels])
    {
        for (int i = 0; i < taps.span.count; ++i) {
            const int k = Math::kLastRowFirst ? taps.span.count - 1 - i : i;
            Sum innerSums[Channels] = {};
            sumInner(k, innerSums);
            for (int c = 0; c < Channels; ++c) {
                const Sum term = Math::down(Math::middle(innerSums[c]), taps.weights[k]);
                sums[c] = i == 0 ? term : plus(sums[c], term);
            }
        }
    }

    //! Sums in both directions: pixelAt(r, c) gives the pixel of tap r down and tap c across.
    template <class PixelAt>
    CV_CUDASTRIPE_HD static void ofBoth(const Taps<Weight>& down, const Taps<Weight>& across, const PixelAt& pixelAt,
                                        Sum (&sums)[Channels])
    {
        const Taps<Weight>& outer = Math::kDownFirst ? across : down;
        const Taps<Weight>& inner = Math::kDownFirst ? down : across;
        const auto sumInner = [&](int k, Sum(&own)[Channels]) {
            ofPixels(
                inner, [&](int i) { return Math::kDownFirst ? pixelAt(i, k) : pixelAt(k, i); }, own);
        };
        ofSums(outer, sumInner, sums);
    }
};

}}  // namespace cv::cudastripe
