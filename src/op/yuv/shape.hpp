// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The work of a thread of a YUV kernel, as measured against a device copy of the same bytes.

#pragma once

#include "../../model/yuv/packing.hpp"

namespace cv { namespace cudastripe {

//! When a thread's values are loaded.
enum class Loads
{
    AsNeeded,  //!< where the compiler puts them: fewer registers
    AllFirst   //!< before the first is used: fewer waits
};

//! Loads and stores are as wide as the pixels allow.
struct ThreadShape
{
    int pixels = 0;  //!< neighbouring pixels; 0: those of one group, for memory of any alignment
    int blocks = 0;  //!< that a multiprocessor must hold, which limits registers; 0 leaves that to the compiler
    int runs = 1;    //!< runs of these pixels; between them lie runs of the warp's other threads
    Loads loads = Loads::AsNeeded;
};

//! The shape for pixels with values of so many bytes that become YUV, as measured on an H200. Three samples a pixel
//! make narrow stores that are far apart, which need many threads.
constexpr ThreadShape shapeToYuv(int layout, int bytes)
{
    const YuvPacking& packing = packingOf(layout);
    const bool threeSamples = packing.planes[0].length == 3;
    if (bytes == 1) {
        if (threeSamples)
            return {4, 5, 2, Loads::AllFirst};
        return {packing.planeCount == 3 && packing.cols == 2 && packing.rows == 1 ? 16 : 8};
    }
    if (threeSamples)
        return {8, 6, 1, Loads::AllFirst};
    return packing.rows == 2 ? ThreadShape{8, 4, 1, Loads::AllFirst} : ThreadShape{8, 5};
}

//! The shape for samples and values of so many bytes, as measured on an H100. Two rows of 16 bits need many registers.
constexpr ThreadShape shapeFromYuv(int layout, int channels, int sampleBytes, int valueBytes)
{
    const YuvPacking& packing = packingOf(layout);
    if (packing.rows == 2) {
        if (valueBytes == 1)
            return {8, 4};
        return packing.planeCount == 3 ? ThreadShape{4, 4} : ThreadShape{2, 8};
    }
    if (sampleBytes == 1)
        return {8, packing.cols == 2 ? 5 : 4};
    if (valueBytes == 1)
        return {8, 6};
    if (!packing.chroma)
        return {4, channels == 4 ? 4 : 0};
    return channels == 4 ? ThreadShape{4, 0} : ThreadShape{8, 4};
}

//! The shape for pixels of `in` channels that become pixels of `out` channels, with values of so many bytes, as
//! measured on an H200.
constexpr ThreadShape shapeOfPixels(int in, int out, int bytes)
{
    if (bytes > 1)
        return {bytes == 4 && out == 4 ? 1 : 4};
    return {in == 4 || out == 4 || in * 3 == out ? 8 : 16};
}

}}  // namespace cv::cudastripe
