// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The orders of bytes in a chunk for three interleaved channels.

#pragma once

#include "opencv2/core/cvdef.h"

// A chunk is 16 bytes of a vector (in Intel's manuals, a lane). It holds 16 / size values of `size` bytes, of as many
// neighbouring pixels.

namespace cv { namespace cudastripe {

struct alignas(16) ByteOrders
{
    uchar bytes[16];
};

constexpr int kChunkBytes = 16;

/** @brief Moves a channel's values to their positions in the three chunks that hold all channels. Each value gets its
own position, since 3 divides no power of 2. Then each of these chunks selects its values from three vectors. */
constexpr ByteOrders mergeOrder(int channel, int size)
{
    ByteOrders order = {};
    for (int i = 0; i < kChunkBytes; ++i) {
        const int value = i / size;
        order.bytes[(3 * value + channel) * size % kChunkBytes + i % size] = uchar(i);
    }
    return order;
}

//! A mask of the values in the first of the three chunks that belong to a channel.
constexpr ByteOrders mergeBytes(int channel, int size)
{
    ByteOrders ones = {};
    for (int i = 0; i < kChunkBytes; ++i)
        ones.bytes[i] = i / size % 3 == channel ? 255 : 0;
    return ones;
}

//! Which channel the first value of a chunk belongs to.
constexpr int firstChannel(int chunk, int size)
{
    return chunk * (kChunkBytes / size) % 3;
}

}}  // namespace cv::cudastripe
