// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where kernels with a table take pixels from that are resized by INTER_LINEAR and placed on an image.

#pragma once

#include "../../resize/math/math.hpp"
#include "../../resize/tables.hpp"
#include "../tensor/byte_sources.hpp"
#include "resized_pixels.hpp"

namespace cv { namespace cudastripe {

//! The pixels of an image of bytes, in the order of the result's channels.
struct ResizedBytePixels
{
    static constexpr int kChannels = 3;

    PlaneView image;  //!< its row 0 is row `firstRow` of the source
    int firstRow, lastRow;
    int channels;
    int from[kChannels];  //!< the image's channel for each channel of the result

    struct Row
    {
        const ResizedBytePixels& pixels;
        const uchar* samples;

        CV_CUDASTRIPE_HD PixelValues<uchar> at(int col) const
        {
            const uchar* const pixel = samples + col * pixels.channels;
            return {{pixel[pixels.from[0]], pixel[pixels.from[1]], pixel[pixels.from[2]], 0}};
        }
    };

    //! Beyond the source, its first or last row repeats.
    template <class Sample>
    CV_CUDASTRIPE_HD Row row(int number, int64 by) const
    {
        const int inside = number < 0 ? 0 : number > lastRow ? lastRow : number;
        return {*this, image.base + (inside - firstRow) * image.step + by};
    }
};

/** @brief Four pixels that are computed where they are needed: no pass writes a resized image. Pixels is
ResizedYuvPixels or ResizedBytePixels. */
template <class Pixels>
struct ByteResizedSource
{
    static constexpr bool kReadsTable = true;
    static constexpr int kChannels = 3;
    struct Samples
    {
    };

    Pixels pixels;
    TapPlaces across, down;
    int left, width;        //!< where the resized picture lies in a row of the image
    int firstRow, height;   //!< row 0 of the image is row `firstRow` of the picture, perhaps below 0
    int border[kChannels];  //!< of the result's channels

    CV_CUDASTRIPE_HD void load(const uchar* table, const FourPixels& of, ChannelWords& words) const
    {
        const int row = firstRow + static_cast<int>(of.row), first = static_cast<int>(of.x) * 4 - left;
        for (int c = 0; c < kChannels; ++c)
            words[c] = static_cast<std::uint32_t>(border[c]) * 0x01010101u;
        words[3] = 0;
        if (row < 0 || row >= height || first >= width || first <= -4)
            return;
        const SourceSpan span = down.span(table, row);
        const short* const weights = down.weightsOf<short>(table, row);
        const auto upper = pixels.template row<uchar>(span.first, of.by.in);
        const auto lower = pixels.template row<uchar>(span.first + span.count - 1, of.by.in);
#ifdef __CUDA_ARCH__
#pragma unroll 1  // registers for one pixel leave room for more threads
#endif
        for (int p = 0; p < 4; ++p) {
            const int col = first + p;
            if (col < 0 || col >= width)
                continue;
            int sums[kChannels] = {};
            addRow(upper, table, col, weights[0], sums);
            if (span.count > 1)
                addRow(lower, table, col, weights[1], sums);
            for (int c = 0; c < kChannels; ++c) {
                const std::uint32_t value = LinearBytes().result(sums[c], 0, 0);
                words[c] = (words[c] & ~(0xffu << (8 * p))) | value << (8 * p);
            }
        }
    }

private:
    //! Adds a row's sum of a column's one or two taps.
    template <class Row>
    CV_CUDASTRIPE_HD void addRow(const Row& row, const uchar* table, int col, short weight,
                                 int (&sums)[kChannels]) const
    {
        const SourceSpan span = across.span(table, col);
        const short* const weights = across.weightsOf<short>(table, col);
        int own[kChannels];
        const auto near = row.at(span.first);
        for (int c = 0; c < kChannels; ++c)
            own[c] = LinearBytes::across(near[c], weights[0]);
        if (span.count > 1) {
            const auto next = row.at(span.first + 1);
            for (int c = 0; c < kChannels; ++c)
                own[c] += LinearBytes::across(next[c], weights[1]);
        }
        for (int c = 0; c < kChannels; ++c)
            sums[c] += LinearBytes::down(LinearBytes::middle(own[c]), weight);
    }
};

}}  // namespace cv::cudastripe
