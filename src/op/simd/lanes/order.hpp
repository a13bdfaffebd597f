// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The orders of bytes in a lane for three interleaved channels.

#pragma once

#include "opencv2/core/cvdef.h"

// A lane of 16 bytes holds 16 / size values of `size` bytes, of as many neighbouring pixels.

namespace cv { namespace cudastripe {

struct alignas(16) LaneOrder
{
    uchar bytes[16];
};

constexpr int kLaneBytes = 16;

/** @brief Moves a channel's values to their places in the three lanes that hold all channels. No two share a place,
since 3 divides no power of 2. Then each of those lanes selects its values from three vectors. */
constexpr LaneOrder mergeOrder(int channel, int size)
{
    LaneOrder order = {};
    for (int i = 0; i < kLaneBytes; ++i) {
        const int value = i / size;
        order.bytes[(3 * value + channel) * size % kLaneBytes + i % size] = uchar(i);
    }
    return order;
}

//! A mask of the values in the first of the three lanes that belong to a channel.
constexpr LaneOrder mergeBytes(int channel, int size)
{
    LaneOrder ones = {};
    for (int i = 0; i < kLaneBytes; ++i)
        ones.bytes[i] = i / size % 3 == channel ? 255 : 0;
    return ones;
}

//! Which channel the first value of a lane belongs to.
constexpr int firstChannel(int lane, int size)
{
    return lane * (kLaneBytes / size) % 3;
}

}}  // namespace cv::cudastripe
