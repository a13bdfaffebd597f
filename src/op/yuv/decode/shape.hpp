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
constexpr DecodeShape decodeShapeOf(int layout, int sampleBytes, int valueBytes)
{
    const YuvPacking& packing = packingOf(layout);
    if (packing.rows == 2) {
        if (valueBytes == 1)
            return {8, 4};
        return packing.planeCount == 3 ? DecodeShape{4, 4} : DecodeShape{2, 8};
    }
    if (packing.cols == 2)
        return sampleBytes == 1 ? DecodeShape{8, 5} : DecodeShape{4, 0};
    if (sampleBytes == 1)
        return {8, 4};
    return valueBytes == 2 && packing.planes[0].length == 3 ? DecodeShape{8, 4} : DecodeShape{4, 0};
}

}}  // namespace cv::cudastripe
