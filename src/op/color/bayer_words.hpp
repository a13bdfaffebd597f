// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Four pixels of an 8-bit Bayer pattern at once, two in each word.

#pragma once

#include "../word_bytes.hpp"
#include "formula/bayer.hpp"

namespace cv { namespace cudastripe {

//! Two numbers of 16 bits. What is left of a shift to the right must fit in a byte.
struct BytePair
{
    static constexpr std::uint32_t kOnes = 0x00010001, kBytes = 0x00ff00ff;

    std::uint32_t word;

    CUDASTRIPE_FORMULA BytePair operator+(const BytePair& other) const { return {word + other.word}; }
    CUDASTRIPE_FORMULA BytePair operator+(unsigned number) const { return {word + number * kOnes}; }
    CUDASTRIPE_FORMULA BytePair operator>>(int bits) const { return {word >> bits & kBytes}; }
    CUDASTRIPE_FORMULA unsigned number(int i) const { return i == 0 ? word & 0xffff : word >> 16; }
};

//! All bits of the bytes where a byte of `a` is greater than that of `b`.
CUDASTRIPE_FORMULA std::uint32_t whereGreater(const BytePair& a, const BytePair& b)
{
    const std::uint32_t difference = (a.word | BytePair::kOnes << 8) - b.word - BytePair::kOnes;
    return (difference >> 8 & BytePair::kOnes) * 255;
}

CUDASTRIPE_FORMULA BytePair distance(const BytePair& a, const BytePair& b)
{
    const std::uint32_t greater = whereGreater(a, b), other = ~greater;
    return {((a.word & greater) | (b.word & other)) - ((b.word & greater) | (a.word & other))};
}

CUDASTRIPE_FORMULA BytePair alongEdge(const BayerSamples<BytePair>& s, const BytePair& across, const BytePair& down)
{
    const std::uint32_t fallsDown = whereGreater(distance(s.left, s.right), distance(s.above, s.below));
    return {(down.word & fallsDown) | (across.word & ~fallsDown)};
}

//! The samples of four pixels, the even ones apart from the odd ones, and those beside them.
struct FourSamples
{
    BytePair even, odd;
    BytePair before;  //!< left of the even ones
    BytePair after;   //!< right of the odd ones

    FourSamples() = default;
    //! `left`: a word whose highest byte is the sample to the left. `right`: one whose lowest byte is that to the
    //! right.
    CUDASTRIPE_FORMULA FourSamples(std::uint32_t left, std::uint32_t samples, std::uint32_t right)
        : even{samples & BytePair::kBytes},
          odd{samples >> 8 & BytePair::kBytes},
          before{(samples << 8 | left >> 24) & BytePair::kBytes},
          after{(samples >> 16 | right << 16) & BytePair::kBytes}
    {
    }
};

//! What the pixels of a row of the result are made of: those at colour sites, or the green ones.
template <bool Odd>
CUDASTRIPE_FORMULA BayerSamples<BytePair> samplesAround(const FourSamples* three)
{
    const FourSamples &a = three[0], &c = three[1], &b = three[2];
    if constexpr (Odd)
        return {c.odd, a.odd, b.odd, c.even, c.after, a.even + a.after + (b.even + b.after)};
    else
        return {c.even, a.even, b.even, c.before, c.odd, a.before + a.odd + (b.before + b.odd)};
}

//! Four pixels as a word for each channel: that of the row's colour sites, green, and the other colour.
template <bool OddSites>
CUDASTRIPE_FORMULA void fourColors(const FourSamples* three, bool edges, std::uint32_t (&channels)[3])
{
    BytePair sites[3], greens[3];
    BayerFormula::colors(samplesAround<OddSites>(three), true, edges, sites);
    BayerFormula::colors(samplesAround<!OddSites>(three), false, false, greens);
    for (int c = 0; c < 3; ++c) {
        const BytePair &even = OddSites ? greens[c] : sites[c], &odd = OddSites ? sites[c] : greens[c];
        channels[c] = even.word | odd.word << 8;
    }
}

//! Four pixels of grey. `own`: the weight of the colour of the row's colour sites.
template <bool OddSites>
CUDASTRIPE_FORMULA std::uint32_t fourGrays(const FourSamples* three, int own)
{
    const auto sites = samplesAround<OddSites>(three), greens = samplesAround<!OddSites>(three);
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) {
        const bool site = (i % 2 == 1) == OddSites;
        const BayerSamples<BytePair>& pair = site ? sites : greens;
        const unsigned across = (pair.left + pair.right).number(i / 2), down = (pair.above + pair.below).number(i / 2);
        const int gray =
            BayerFormula::gray(pair.center.number(i / 2), across, down, pair.corners.number(i / 2), site, own);
        word |= std::uint32_t(gray) << (8 * i);
    }
    return word;
}

//! Interleaves four pixels. A fourth channel is opaque.
template <int Channels>
CUDASTRIPE_FORMULA void interleave(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t* to)
{
    if constexpr (Channels == 3) {
        to[0] = pickedBytes(pickedBytes(x, y, 0x1040), z, 0x3410);
        to[1] = pickedBytes(pickedBytes(y, z, 0x2051), x, 0x3610);
        to[2] = pickedBytes(pickedBytes(x, y, 0x0730), z, 0x7216);
    } else {
        const std::uint32_t lower = pickedBytes(x, y, 0x5140), lowerEnd = pickedBytes(z, ~0u, 0x4140);
        const std::uint32_t upper = pickedBytes(x, y, 0x7362), upperEnd = pickedBytes(z, ~0u, 0x4342);
        to[0] = pickedBytes(lower, lowerEnd, 0x5410);
        to[1] = pickedBytes(lower, lowerEnd, 0x7632);
        to[2] = pickedBytes(upper, upperEnd, 0x5410);
        to[3] = pickedBytes(upper, upperEnd, 0x7632);
    }
}

}}  // namespace cv::cudastripe
