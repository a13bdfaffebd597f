// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The orders of bytes in a lane of 16 pixels that are merged from channels.

#pragma once

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

struct alignas(16) PixelOrder
{
    uchar bytes[16];
};

//! Where vectors leave a pixel: four even ones, the four odd ones between them, then the other eight alike.
constexpr int placeOfPixel(int pixel)
{
    return pixel / 8 * 8 + pixel % 2 * 4 + pixel % 8 / 2;
}

constexpr PixelOrder pixelsInOrder()
{
    PixelOrder order = {};
    for (int i = 0; i < 16; ++i)
        order.bytes[i] = uchar(placeOfPixel(i));
    return order;
}

/** @brief Puts the values of a channel where they belong in three lanes of interleaved pixels. All are at different
places in their lanes, since 3 divides no power of 2, so that each lane takes each byte from one of three vectors. */
constexpr PixelOrder interleavedOrder(int channel)
{
    PixelOrder order = {};
    for (int i = 0; i < 16; ++i)
        order.bytes[(3 * i + channel) % 16] = uchar(placeOfPixel(i));
    return order;
}

//! Ones for the bytes of the first of the three lanes that belong to a channel.
constexpr PixelOrder bytesOfChannel(int channel)
{
    PixelOrder ones = {};
    for (int i = 0; i < 16; ++i)
        ones.bytes[i] = i % 3 == channel ? 255 : 0;
    return ones;
}

}}  // namespace cv::cudastripe
