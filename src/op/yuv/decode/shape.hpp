// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The work of a thread of a decoding kernel, as measured on an H100 against a device copy of the same bytes.

#pragma once

#include "../packing.hpp"

namespace cv { namespace cudastripe {

//! What a thread does with wide loads and stores.
struct DecodeShape
{
    int pixels;  //!< neighbours
    int blocks;  //!< that a multiprocessor must hold, which limits registers; 0 leaves that to the compiler
};

//! The shape for samples and values of so many bytes. Two rows of 16 bits need many registers.
constexpr DecodeShape decodeShapeOf(int layout, int channels, int sampleBytes, int valueBytes)
{
    const YuvPacking& packing = packingOf(layout);
    if (packing.rows == 2) {
        if (valueBytes == 1)
            return {8, 4};
        return packing.planeCount == 3 ? DecodeShape{4, 4} : DecodeShape{2, 8};
    }
    if (sampleBytes == 1)
        return {8, packing.cols == 2 ? 5 : 4};
    if (valueBytes == 1)
        return {8, 6};
    if (!packing.chroma)
        return {4, channels == 4 ? 4 : 0};
    return channels == 4 ? DecodeShape{4, 0} : DecodeShape{8, 4};
}

}}  // namespace cv::cudastripe
