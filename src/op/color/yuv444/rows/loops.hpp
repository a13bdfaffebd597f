// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packed 4:4:4 loops: included for each instruction set after its `Simd` and `Floats`.

#include "colour_loops.hpp"
#include "yuv_loops.hpp"

//! Converts all pixels, Loop::kVectorPixels at a time.
template <class Loop, int Channels, class Formula, class T>
static inline void convertAll(const Formula& formula, const T* from, int64 pixels, T* to, bool nonTemporal)
{
    constexpr int sources = sourceChannels<Formula>(Channels), results = resultChannels<Formula>(Channels);
    const Loop loop(formula);
    for (int64 x = 0; x < pixels; x += Loop::kVectorPixels) {
        const uchar* const in = reinterpret_cast<const uchar*>(from + x * sources);
        fetchAhead(in, Loop::kVectorPixels * sources * int(sizeof(T)));
        loop.convert(in, reinterpret_cast<uchar*>(to + x * results), nonTemporal);
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

//! Defines interleavedPixels() for a formula.
#define CUDASTRIPE_INTERLEAVED_PIXELS(Formula, Loop)                                                       \
    void interleavedPixels(const Formula& formula, const Formula::Value* from, int channels, int64 pixels, \
                           Formula::Value* to, bool nonTemporal)                                           \
    {                                                                                                      \
        convertAny<Loop>(formula, from, channels, pixels, to, nonTemporal);                                \
    }
