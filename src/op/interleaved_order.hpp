// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_INTERLEAVED_ORDER_HPP
#define OPENCV_CUDASTRIPE_INTERLEAVED_ORDER_HPP

#include "opencv2/core/cvdef.h"

// Where bytes go within a lane of 16 bytes.

namespace cv { namespace cudastripe {

struct alignas(16) LaneOrder
{
    uchar bytes[16];
};

//! Where to read four of sixteen pixels. The last ones of three bytes are read from before their start so as not to
//! read behind their end.
constexpr int firstByte(int channels, int index)
{
    return channels == 3 && index == 3 ? 32 : index * 4 * channels;
}

/** @brief Takes such four pixels apart: in the first half the channel of the first difference with the middle one
beside it, in the second half that of the second difference, widened. */
constexpr LaneOrder splitOrder(int channels, int index, bool firstFromThird)
{
    LaneOrder order = {};
    for (int i = 0; i < 4; ++i) {
        const int pixel = (index * 4 + i) * channels - firstByte(channels, index);
        order.bytes[2 * i] = uchar(pixel + (firstFromThird ? 2 : 0));
        order.bytes[2 * i + 1] = uchar(pixel + 1);
        order.bytes[8 + 2 * i] = uchar(pixel + (firstFromThird ? 0 : 2));
        order.bytes[9 + 2 * i] = 0x80;  // gives 0
    }
    return order;
}

/** @brief Sixteen pixels of three bytes are three lanes. The bytes of a channel are all at different places in their
lanes, since 3 divides no power of 2: once they are there, a lane takes each byte from one of three vectors. */
constexpr LaneOrder mergeOrder(int channel)
{
    LaneOrder order = {};
    for (int i = 0; i < 16; ++i)
        order.bytes[(3 * i + channel) % 16] = uchar(i);
    return order;
}

//! A bit for each byte of the first of the three lanes that belongs to a channel.
constexpr unsigned mergeMask(int channel)
{
    unsigned mask = 0;
    for (int i = channel; i < 16; i += 3)
        mask |= 1u << i;
    return mask;
}

//! The same as bytes of ones.
constexpr LaneOrder mergeBytes(int channel)
{
    LaneOrder ones = {};
    for (int i = channel; i < 16; i += 3)
        ones.bytes[i] = 255;
    return ones;
}

}}  // namespace cv::cudastripe

#endif
