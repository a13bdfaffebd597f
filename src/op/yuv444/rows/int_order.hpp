// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The orders of 32-bit values for three interleaved channels in vectors of sixteen.

#pragma once

// An instruction takes values from two vectors, numbered 0 to 31, so three vectors need two instructions.

namespace cv { namespace cudastripe {

constexpr int kInts = 16;

struct alignas(64) IntOrder
{
    int at[kInts];
};

struct IntOrders
{
    IntOrder firstTwo, third;
};

//! Takes a channel out of three vectors of memory.
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

//! Makes a vector of memory out of three channels; with 4 channels in the source, their pixels are in the order of the
//! parts that they were read in.
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
