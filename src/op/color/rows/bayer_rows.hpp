// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of Bayer patterns on the CPU.

#pragma once

#include "../formula/bayer.hpp"

namespace cv { namespace cudastripe {

//! Makes `units` rows, of uchar or ushort.
template <class T>
void bayerRows(const BayerWork& work, int64 units, bool nonTemporal);

//! Neighbouring pixels of a row inside an image.
template <class T>
struct BayerBlock
{
    const T* three[3];  //!< the samples of three rows, from the first pixel's left neighbour on
    int64 pixels;
    T* to;
    bool firstIsSite;  //!< the first pixel is a colour site
    bool blueRow;      //!< colour sites are blue
};

//! A loop over pixels, a multiple of kBayerPixels.
template <class T>
using BayerLoop = void (*)(const BayerBlock<T>& block);
constexpr int kBayerPixels = 64;

//! Which loop.
#define CUDASTRIPE_BAYER_LOOPS(DO) \
    DO(BayerMethod::Bilinear, 3)   \
    DO(BayerMethod::Bilinear, 4)   \
    DO(BayerMethod::EdgeAware, 3)  \
    DO(BayerMethod::Gray, 1)

// Loops with vectors.
namespace sse41 {
template <BayerMethod Method, int Channels>
void bayerLoop(const BayerBlock<uchar>& block);
}
namespace avx2 {
template <BayerMethod Method, int Channels>
void bayerLoop(const BayerBlock<uchar>& block);
}
namespace avx512 {
template <BayerMethod Method, int Channels>
void bayerLoop(const BayerBlock<uchar>& block);
}

}}  // namespace cv::cudastripe
