// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Channels of pixels in another order or number.

#pragma once

#include <cstdint>

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! Moves the channels of pixels, whose values have 1, 2, 4 or 8 bytes.
class PixelShuffle
{
public:
    static constexpr int kVector = 16;  //!< bytes
    static constexpr int kFill = -1;    //!< in place of a channel: the value of fill()

    //! `from`: the channel of the source, or kFill, for each channel of the result.
    PixelShuffle(int valueBytes, int channels, int results, const int* from);
    //! Sets the value that stands for kFill; 0 if it is never called.
    void fill(const void* value);

    //! Shuffles any number of pixels. `to` may be `from` if both have as many channels.
    void run(const void* from, std::int64_t pixels, void* to) const;

    //! A vector of several pixels: its bytes before and after, the source of each byte, and the bits that are set.
    struct Vector
    {
        int pixels = 0, inBytes = 0, outBytes = 0;
        alignas(kVector) uchar from[kVector] = {};
        alignas(kVector) uchar set[kVector] = {};
    };

private:
    template <class T>
    void runOn(const uchar* from, std::int64_t pixels, uchar* to) const;

    int valueBytes_, channels_, results_;
    int from_[4];
    alignas(8) uchar fill_[8] = {};
    Vector vector_;
};

}}  // namespace cv::cudastripe
