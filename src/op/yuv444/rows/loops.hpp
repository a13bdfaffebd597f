// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops: included for each instruction set behind its `Lanes` and `Floats`.

#include "bytes_loop.hpp"
#include "floats_loop.hpp"
#include "words_loop.hpp"

//! Converts all pixels, Loop::kTogether at a time.
template <class Loop, int Channels, class Formula, class T>
static inline void convertAll(const Formula& formula, const T* from, int64 pixels, T* to, bool nonTemporal)
{
    const Loop loop(formula);
    for (int64 x = 0; x < pixels; x += Loop::kTogether) {
        const uchar* const in = reinterpret_cast<const uchar*>(from + x * Channels);
        fetchAhead(in, Loop::kTogether * Channels * int(sizeof(T)));
        loop.convert(in, reinterpret_cast<uchar*>(to + x * 3), nonTemporal);
    }
}

template <template <int, bool> class Loop, class Formula, class T>
static inline void convertAny(const Formula& formula, const T* from, int channels, int64 pixels, T* to,
                              bool nonTemporal)
{
    if (channels == 4 && formula.firstFromThird)
        convertAll<Loop<4, true>, 4>(formula, from, pixels, to, nonTemporal);
    else if (channels == 4)
        convertAll<Loop<4, false>, 4>(formula, from, pixels, to, nonTemporal);
    else if (formula.firstFromThird)
        convertAll<Loop<3, true>, 3>(formula, from, pixels, to, nonTemporal);
    else
        convertAll<Loop<3, false>, 3>(formula, from, pixels, to, nonTemporal);
}

void interleavedPixels(const FixedYuv<uchar>& formula, const uchar* from, int channels, int64 pixels, uchar* to,
                       bool nonTemporal)
{
    convertAny<BytesLoop>(formula, from, channels, pixels, to, nonTemporal);
}

void interleavedPixels(const FixedYuv<ushort>& formula, const ushort* from, int channels, int64 pixels, ushort* to,
                       bool nonTemporal)
{
    convertAny<WordsLoop>(formula, from, channels, pixels, to, nonTemporal);
}

void interleavedPixels(const FloatYuv& formula, const float* from, int channels, int64 pixels, float* to,
                       bool nonTemporal)
{
    convertAny<FloatsLoop>(formula, from, channels, pixels, to, nonTemporal);
}
