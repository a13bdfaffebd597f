// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_FLOAT_YUV_STEP_HPP
#define OPENCV_CUDASTRIPE_FLOAT_YUV_STEP_HPP

#include "instruction_set.hpp"
#include "packed_yuv_formula.hpp"

// Floats need no planes: they are as wide as what is computed, so that the compiler vectorises a loop over pixels.

namespace cv { namespace cudastripe { namespace {

template <int Channels>
CUDASTRIPE_INLINE void pixelLoop(const FloatYuv& formula, const float* from, float* to, int n)
{
    const FloatYuv f = formula;
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
        const float* const in = from + i * Channels;
        float* const out = to + i * 3;
        f(in[0], in[1], in[2], out[0], out[1], out[2]);
    }
}

template <int Channels>
void pixelsPlain(const FloatYuv& formula, const float* from, float* to, int n)
{
    pixelLoop<Channels>(formula, from, to, n);
}

#ifdef CUDASTRIPE_X86
template <int Channels>
CUDASTRIPE_AVX2 void pixelsAvx2(const FloatYuv& formula, const float* from, float* to, int n)
{
    pixelLoop<Channels>(formula, from, to, n);
}

template <int Channels>
CUDASTRIPE_AVX512 void pixelsAvx512(const FloatYuv& formula, const float* from, float* to, int n)
{
    pixelLoop<Channels>(formula, from, to, n);
}
#endif

//! Pixels one beside the other, by a loop.
class FloatStep
{
public:
    template <int Channels>
    void convert(const FloatYuv& formula, const float* from, int n, int64, float* to)
    {
#ifdef CUDASTRIPE_X86
        static const auto pixels =
            chooseVersion(&pixelsPlain<Channels>, &pixelsAvx2<Channels>, &pixelsAvx512<Channels>);
#else
        static const auto pixels = &pixelsPlain<Channels>;
#endif
        pixels(formula, from, to, n);
    }
};

}}}  // namespace cv::cudastripe

#endif
