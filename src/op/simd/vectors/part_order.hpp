// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The orders of bytes in a chunk for pixels that are read in parts, and of 32-bit values in vectors of AVX-512.

#pragma once

#include "order.hpp"

// The pixels of a chunk are read in four parts and written as three chunks.

namespace cv { namespace cudastripe {

constexpr uchar kZeroByte = 0x80;  // gives 0

//! The byte from which the `index`-th part is loaded. With 3 channels the load of the last part begins before the part,
//! so that it reads no byte after the part's end.
constexpr int firstByte(int channels, int index)
{
    return channels == 3 && index == 3 ? 32 : index * 4 * channels;
}

//! The offset of a value's byte from firstByte().
constexpr uchar byteOfPart(int channels, int index, int size, int pixel, int channel, int byte)
{
    const int first = index * 4 * channels - firstByte(channels, index);
    return uchar(first + (pixel * channels + channel) * size + byte);
}

/** @brief Splits a part of bytes or words. The first half of the chunk gets channels `one` and `beside` in turn, the
second half gets channel `third`, widened by zeros. */
constexpr ByteOrders splitOrder(int channels, int index, int size, int one, int beside, int third)
{
    ByteOrders order = {};
    const int from[4] = {one, beside, third, -1};
    for (int i = 0; i < 4 / size; ++i) {
        for (int k = 0; k < 4; ++k) {
            const int at = (k / 2) * kChunkBytes / 2 + (2 * i + k % 2) * size;
            for (int b = 0; b < size; ++b)
                order.bytes[at + b] = from[k] < 0 ? kZeroByte : byteOfPart(channels, index, size, i, from[k], b);
        }
    }
    return order;
}

//! Splits a part of bytes: the chunk gets four values of each channel.
constexpr ByteOrders planarOrder(int channels, int index)
{
    ByteOrders order = {};
    for (int i = 0; i < kChunkBytes; ++i)
        order.bytes[i] = i / 4 < channels ? byteOfPart(channels, index, 1, i % 4, i / 4, 0) : kZeroByte;
    return order;
}

//! The channels of a part that is one pixel of floats, in the order of memory.
constexpr ByteOrders pixelOrder(int channels, int index)
{
    ByteOrders order = {};
    for (int i = 0; i < 12; ++i)
        order.bytes[i] = byteOfPart(channels, index, 1, 0, i, 0);
    for (int i = 12; i < kChunkBytes; ++i)
        order.bytes[i] = kZeroByte;
    return order;
}

//! Copies the first of every two 16-bit values over the second.
constexpr ByteOrders firstOfTwoWords()
{
    ByteOrders order = {};
    for (int i = 0; i < kChunkBytes; ++i)
        order.bytes[i] = uchar(i / 4 * 4 + i % 2);
    return order;
}

// An AVX-512 instruction takes values from two vectors, numbered 0 to 31, so three vectors need two instructions.

constexpr int kInts = 16;

struct alignas(64) IntOrder
{
    int at[kInts];
};

struct IntOrders
{
    IntOrder firstTwo, third;
};

//! Takes a channel out of three vectors of interleaved pixels.
constexpr IntOrders splitInts(int channel)
{
    IntOrders orders = {};
    for (int pixel = 0; pixel < kInts; ++pixel) {
        const int from = 3 * pixel + channel;
        orders.firstTwo.at[pixel] = from < 2 * kInts ? from : 0;
        orders.third.at[pixel] = from < 2 * kInts ? pixel : from - kInts;
    }
    return orders;
}

//! Makes a vector of interleaved pixels out of three channels. If the source has 4 channels, each channel's pixels are
//! in the order in which the parts were read.
constexpr IntOrders mergeInts(int channels, int vector)
{
    IntOrders orders = {};
    for (int i = 0; i < kInts; ++i) {
        const int pixel = (vector * kInts + i) / 3, channel = (vector * kInts + i) % 3;
        const int from = channels == 4 ? pixel % 4 * 4 + pixel / 4 : pixel;
        orders.firstTwo.at[i] = channel < 2 ? channel * kInts + from : 0;
        orders.third.at[i] = channel < 2 ? i : kInts + from;
    }
    return orders;
}

}}  // namespace cv::cudastripe
