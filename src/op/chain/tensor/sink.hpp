// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where kernels of chains that end in a tensor store their pixels.

#pragma once

#include "../../../model/tensor_value.hpp"
#include "../body/memory.hpp"
#include "half.hpp"

namespace cv { namespace cudastripe {

//! Four pixels of a tensor, in a plane for each channel, or in one with all channels.
struct ChainTensorSink
{
    struct Sums
    {
    };

    PlaneView planes[4];
    bool onePlane;
    TensorValue value;
    bool aligned;  //!< all planes

    template <class Program, class Word>
    CV_CUDASTRIPE_HD void store(const Program& program, const FourPixels& pixels, Sums&,
                                const ChainGroup<Word>& group) const
    {
        if (value == TensorValue::Float)
            return storeAs<float>(program.dstChannels, pixels, group);
        if (value == TensorValue::Byte)
            return storeAs<uchar>(program.dstChannels, pixels, group);
        ChainGroup<Word> words;
        for (int p = 0; p < 4; ++p) {
            for (int c = 0; c < 4; ++c) {
                const float number = valueOf<float>(group.values[p][c]);
                const std::uint32_t bits = value == TensorValue::Half ? halfOf(number) : bfloatOf(number);
                words.values[p][c] = wordOf<Word>(static_cast<int>(bits));
            }
        }
        storeAs<ushort>(program.dstChannels, pixels, words);
    }

    //! Stores values that are T already.
    template <class T, class Word>
    CV_CUDASTRIPE_HD void storeAs(int channels, const FourPixels& pixels, const ChainGroup<Word>& group) const
    {
        if (onePlane) {
            storeGroup<T>(planes[0].row(pixels.row) + pixels.by.out, pixels.place(channels), aligned, group);
            return;
        }
        for (int c = 0; c < 4; ++c) {
            if (c >= channels)
                return;
            alignas(16) T vector[4];
            for (int p = 0; p < 4; ++p)
                vector[p] = static_cast<T>(valueOf<RegisterType<T>>(group.values[p][c]));
            storeInPlane(c, pixels, vector);
        }
    }

    //! Stores a channel of four pixels in its plane.
    template <class T>
    CV_CUDASTRIPE_HD void storeInPlane(int channel, const FourPixels& pixels, const T (&vector)[4]) const
    {
        storeVector(reinterpret_cast<T*>(planes[channel].row(pixels.row) + pixels.by.out) + pixels.x * 4, pixels.left(),
                    vector);
    }

private:
    template <class T>
    CV_CUDASTRIPE_HD void storeVector(T* to, std::int64_t left, const T (&vector)[4]) const
    {
        if (aligned && left >= 4) {
            copyWords<4 * int(sizeof(T))>(to, vector);
            return;
        }
        for (int p = 0; p < 4; ++p) {
            if (p < left)
                to[p] = vector[p];
        }
    }
};

}}  // namespace cv::cudastripe
