// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The work of a thread of a YUV kernel, as measured on an H200 against a device copy of the same bytes.

#pragma once

#include <type_traits>

#include "packing.hpp"

namespace cv { namespace cudastripe {

//! When a thread's values are loaded.
enum class Loads
{
    AsNeeded,  //!< where the compiler puts them: fewer registers
    AllFirst   //!< before the first is used: fewer waits
};

//! Loads and stores as wide as the pixels allow.
template <int Pixels, int Runs, int Blocks, Loads When>
struct ThreadShape
{
    static constexpr int kPixels = Pixels;  //!< neighbours
    static constexpr int kRuns = Runs;      //!< of them, a warp's width apart
    static constexpr int kBlocks = Blocks;  //!< that a multiprocessor must hold; 0 leaves that to the compiler
    static constexpr Loads kLoads = When;
};

//! A thread does the pixels of one group: for memory of any alignment.
using PlainShape = ThreadShape<0, 1, 0, Loads::AsNeeded>;

//! Three samples a pixel make narrow stores that are far apart, which need many threads.
constexpr bool threeSamplesAPixel(int layout)
{
    return packingOf(layout).planes[0].length == 3;
}

//! The shape for 8-bit pixels.
template <int Layout>
struct ByteShape
{
    static constexpr YuvPacking kPacking = packingOf(Layout);
    static constexpr bool kThreePlanesOfPairs = kPacking.planeCount == 3 && kPacking.cols == 2 && kPacking.rows == 1;
    using Planar = std::conditional_t<kThreePlanesOfPairs, ThreadShape<16, 1, 0, Loads::AsNeeded>,
                                      ThreadShape<8, 1, 0, Loads::AsNeeded>>;
    using Type = std::conditional_t<threeSamplesAPixel(Layout), ThreadShape<4, 2, 5, Loads::AllFirst>, Planar>;
};

//! The shape for 16-bit pixels.
template <int Layout>
struct WordShape
{
    using Planar = std::conditional_t<packingOf(Layout).rows == 2, ThreadShape<8, 1, 4, Loads::AllFirst>,
                                      ThreadShape<8, 1, 5, Loads::AsNeeded>>;
    using Type = std::conditional_t<threeSamplesAPixel(Layout), ThreadShape<8, 1, 6, Loads::AllFirst>, Planar>;
};

template <class T, int Layout>
using WideShape = typename std::conditional_t<sizeof(T) == 1, ByteShape<Layout>, WordShape<Layout>>::Type;

}}  // namespace cv::cudastripe
