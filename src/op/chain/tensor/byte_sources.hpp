// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where kernels with a table take 8-bit pixels from: an image, or planes of YUV.

#pragma once

#include "../../word_bytes.hpp"
#include "../../yuv/decode_formula.hpp"
#include "../../yuv/places.hpp"
#include "../body/memory.hpp"

namespace cv { namespace cudastripe {

//! A channel of four pixels is a word: a byte of each, the first pixel's in the lowest.
using ChannelWords = std::uint32_t[4];

//! Four pixels of an image of bytes.
struct ByteImageSource
{
    static constexpr bool kReadsTable = false;
    struct Samples
    {
    };

    PlaneView image;
    int srcChannels;
    bool aligned;
    //! For each result channel the selectors that pick its bytes from the words of four pixels, word by word.
    std::uint32_t selectors[4][3];

    ByteImageSource() = default;
    //! `from`: the image's channel for each result channel.
    ByteImageSource(const PlaneView& view, int channels, std::int64_t rows, const int (&from)[4])
        : image(view), srcChannels(channels), aligned(view.aligned(4 * wordBytes(channels), rows)), selectors()
    {
        for (int c = 0; c < 4; ++c) {
            for (int word = 1; word < 4; ++word)
                selectors[c][word - 1] = selectorOf(from[c], channels, word);
        }
    }

    CV_CUDASTRIPE_HD void load(const FourPixels& pixels, Samples&, ChannelWords& words) const
    {
        alignas(16) std::uint32_t in[4] = {};
        loadBytes(pixels, in);
        for (int c = 0; c < 4; ++c) {
            words[c] = pickedBytes(in[0], in[1], selectors[c][0]);
            if (srcChannels > 2)
                words[c] = pickedBytes(words[c], in[2], selectors[c][1]);
            if (srcChannels > 3)
                words[c] = pickedBytes(words[c], in[3], selectors[c][2]);
        }
    }

private:
    //! The bytes of four pixels; 0 after the row's end.
    CV_CUDASTRIPE_HD void loadBytes(const FourPixels& pixels, std::uint32_t (&in)[4]) const
    {
        const uchar* const from = image.row(pixels.row) + pixels.by.in + pixels.x * 4 * srcChannels;
        if (!aligned || pixels.left() < 4) {
            for (int i = 0; i < 16; ++i) {
                if (i < 4 * srcChannels && i < pixels.left() * srcChannels)
                    in[i / 4] |= std::uint32_t(from[i]) << (8 * (i % 4));
            }
        } else if (srcChannels == 4) {
            copyWords<16>(in, from);
        } else if (srcChannels == 3) {
            copyWords<12>(in, from);
        } else if (srcChannels == 2) {
            copyWords<8>(in, from);
        } else {
            copyWords<4>(in, from);
        }
    }

    //! The selector that keeps the bytes picked so far and picks those in word `word`. Word 1 is the first: its
    //! selector picks from words 0 and 1.
    static std::uint32_t selectorOf(int channel, int channels, int word)
    {
        std::uint32_t selector = 0;
        for (int p = 0; p < 4; ++p) {
            const int byte = p * channels + channel;
            const int at = word == 1 ? byte & 7 : byte / 4 == word ? 4 + byte % 4 : p;
            selector |= static_cast<std::uint32_t>(at) << (4 * p);
        }
        return selector;
    }
};

//! The formula that gives channel `from[c]` as channel c.
inline YuvDecodeFormula<uchar, uchar> reordered(const YuvDecodeFormula<uchar, uchar>& formula, const int (&from)[4])
{
    YuvDecodeFormula<uchar, uchar> result = formula;
    for (int c = 0; c < 3; ++c) {
        result.bias[c] = formula.bias[from[c]];
        for (int k = 0; k < 2; ++k)
            result.chroma[k][c] = formula.chroma[k][from[c]];
    }
    return result;
}

//! Four pixels of a YUV format of 8 bits.
struct ByteYuvSource
{
    static constexpr bool kReadsTable = false;
    static constexpr int kPixels = YuvPlaces::kPixels;

    //! What chroma adds is kept from row to row.
    struct Samples
    {
        int terms[kPixels][3] = {};
    };

    YuvPlaces places;
    YuvDecodeFormula<uchar, uchar> formula;
    std::uint32_t selectors[kSampleKinds];  //!< where the samples of four pixels lie in up to 8 bytes
    bool whole[kSampleKinds];               //!< those bytes can be loaded at once

    ByteYuvSource() = default;
    ByteYuvSource(const YuvPlaces& of, const YuvDecodeFormula<uchar, uchar>& by, const int (&from)[4])
        : places(of), formula(reordered(by, from)), selectors(), whole()
    {
        for (int k = 0; k < kSampleKinds; ++k) {
            const YuvPlaces::Kind& kind = places.kinds[k];
            const bool isPower = kind.step == 1 || kind.step == 2 || kind.step == 4 || kind.step == 8;
            whole[k] = isPower && kind.plane.aligned(kind.step, INT32_MAX);
            for (int p = 0; p < kPixels; ++p)
                selectors[k] |= static_cast<std::uint32_t>(kind.at[p] & 7) << (4 * p);
        }
    }

    CV_CUDASTRIPE_HD void load(const FourPixels& pixels, Samples& samples, ChannelWords& words) const
    {
        const std::uint32_t luma = samplesOf(LumaSample, pixels, pixels.row);
        if ((pixels.row & places.rowShift) == 0) {
            const std::int64_t row = pixels.row >> places.rowShift;
            const std::uint32_t first = places.chroma ? samplesOf(FirstChromaSample, pixels, row) : 0;
            const std::uint32_t second = places.chroma ? samplesOf(SecondChromaSample, pixels, row) : 0;
            for (int p = 0; p < kPixels; ++p) {
                if (places.leads(p))
                    formula.ofChroma(places.chroma ? byteOf(first, p) : formula.neutral,
                                     places.chroma ? byteOf(second, p) : formula.neutral, samples.terms[p]);
                else
                    for (int c = 0; c < 3; ++c)
                        samples.terms[p][c] = samples.terms[p - 1][c];
            }
        }
        int lumas[kPixels];
        for (int p = 0; p < kPixels; ++p)
            lumas[p] = formula.ofLuma(byteOf(luma, p));
        for (int c = 0; c < 3; ++c) {
            int values[kPixels];
            for (int p = 0; p < kPixels; ++p)
                values[p] = formula.channel(lumas[p], samples.terms[p][c]);
            words[c] = saturatedBytes(values[0], values[1], values[2], values[3]);
        }
        words[3] = 0xffffffffu;
    }

private:
    //! The samples of a kind for four pixels, a byte each; 0 after the row's end.
    CV_CUDASTRIPE_HD std::uint32_t samplesOf(int k, const FourPixels& pixels, std::int64_t row) const
    {
        const YuvPlaces::Kind& kind = places.kinds[k];
        const uchar* const from = kind.samples<uchar>(pixels.x, row, pixels.by.in);
        std::uint32_t words[2] = {0, 0};
        if (!whole[k] || pixels.left() < kPixels) {
            for (int p = 0; p < kPixels; ++p)
                words[0] |= p < pixels.left() ? std::uint32_t(from[kind.at[p]]) << (8 * p) : 0u;
            return words[0];
        }
        if (kind.step == 8)
            copyWords<8>(words, from);
        else if (kind.step == 4)
            copyWords<4>(words, from);
        else if (kind.step == 2)
            words[0] = *reinterpret_cast<const ushort*>(from);
        else
            words[0] = *from;
        return pickedBytes(words[0], words[1], selectors[k]);
    }
};

}}  // namespace cv::cudastripe
