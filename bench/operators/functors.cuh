// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace bench {

using cv::cudastripe::Operator;
using cv::cudastripe::OperatorCode;

//! A pixel of four bytes.
using Bytes = unsigned;

// A value for each channel as a pixel.
inline float pixelOf(const cv::Scalar& s, float)
{
    return static_cast<float>(s[0]);
}

inline float4 pixelOf(const cv::Scalar& s, float4)
{
    return make_float4(float(s[0]), float(s[1]), float(s[2]), float(s[3]));
}

inline Bytes pixelOf(const cv::Scalar& s, Bytes)
{
    Bytes packed = 0;
    for (int i = 0; i < 4; ++i)
        packed |= Bytes(cv::saturate_cast<uchar>(s[i])) << 8 * i;
    return packed;
}

__device__ inline Bytes scaledByte(Bytes pixel, int shift, float factor)
{
    return min(__float2uint_rn(float(pixel >> shift & 255) * factor), 255u) << shift;
}

// A step on one channel.
template <OperatorCode code>
__device__ float applied(float a, float b)
{
    switch (code) {
    case OperatorCode::Add:
        return a + b;
    case OperatorCode::Subtract:
        return a - b;
    case OperatorCode::Multiply:
        return a * b;
    case OperatorCode::AbsDiff:
        return fabsf(a - b);
    case OperatorCode::Max:
        return fmaxf(a, b);
    case OperatorCode::Min:
        return fminf(a, b);
    default:
        return a > b ? a : 0.f;  // Threshold, to zero
    }
}

template <OperatorCode code>
__device__ float4 applied(float4 a, float4 b)
{
    return make_float4(applied<code>(a.x, b.x), applied<code>(a.y, b.y), applied<code>(a.z, b.z),
                       applied<code>(a.w, b.w));
}

template <OperatorCode code>
__device__ Bytes applied(Bytes a, Bytes b)
{
    switch (code) {
    case OperatorCode::Add:
        return __vaddus4(a, b);
    case OperatorCode::AbsDiff:
        return __vabsdiffu4(a, b);
    case OperatorCode::BitwiseXor:
        return a ^ b;
    default:
        return a & __vcmpgtu4(a, b);  // Threshold, to zero
    }
}

//! A step of a job on one pixel.
template <OperatorCode code, class Pixel>
struct Step
{
    Pixel s;

    explicit Step(const Operator& step)
        : s(pixelOf(code == OperatorCode::Threshold ? cv::Scalar::all(step.values[0]) : step.scalar, Pixel()))
    {
    }

    __device__ Pixel operator()(Pixel x) const { return applied<code>(x, s); }
};

template <>
struct Step<OperatorCode::Multiply, Bytes>
{
    float4 s;

    explicit Step(const Operator& step) : s(pixelOf(step.scalar, float4())) {}

    __device__ Bytes operator()(Bytes x) const
    {
        return scaledByte(x, 0, s.x) | scaledByte(x, 8, s.y) | scaledByte(x, 16, s.z) | scaledByte(x, 24, s.w);
    }
};

//! Steps one after the other.
template <class First, class... Rest>
struct Fused
{
    First first;
    Fused<Rest...> rest;

    explicit Fused(const Operator* steps) : first(steps[0]), rest(steps + 1) {}

    template <class Pixel>
    __device__ Pixel operator()(Pixel x) const
    {
        return rest(first(x));
    }
};

template <class Last>
struct Fused<Last> : Last
{
    explicit Fused(const Operator* steps) : Last(steps[0]) {}
};

template <class Pixel>
struct Sum
{
    __device__ Pixel operator()(Pixel x, Pixel y) const { return applied<OperatorCode::Add>(x, y); }
};

}  // namespace bench
