// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// CUB's transform with what one would write by hand for it: each job is a functor type of its own, which the compiler
// sees as a whole. 8-bit functors take a pixel as a word and use the instructions for four bytes where there are any.

#include <algorithm>
#include <cub/device/device_transform.cuh>
#include <vector>

#include "../common/gpu.hpp"
#include "operators.hpp"

namespace bench {
namespace {

using cv::cudastripe::Operator;
using Code = cv::cudastripe::OperatorCode;

//! A pixel of four bytes.
using Bytes = unsigned;

// A value for each channel as a pixel.
float pixelOf(const cv::Scalar& s, float)
{
    return static_cast<float>(s[0]);
}

float4 pixelOf(const cv::Scalar& s, float4)
{
    return make_float4(float(s[0]), float(s[1]), float(s[2]), float(s[3]));
}

Bytes pixelOf(const cv::Scalar& s, Bytes)
{
    Bytes packed = 0;
    for (int i = 0; i < 4; ++i)
        packed |= Bytes(cv::saturate_cast<uchar>(s[i])) << 8 * i;
    return packed;
}

__device__ Bytes scaledByte(Bytes pixel, int shift, float factor)
{
    return min(__float2uint_rn(float(pixel >> shift & 255) * factor), 255u) << shift;
}

// A step on one channel.
template <Code code>
__device__ float applied(float a, float b)
{
    switch (code) {
    case Code::Add:
        return a + b;
    case Code::Subtract:
        return a - b;
    case Code::Multiply:
        return a * b;
    case Code::AbsDiff:
        return fabsf(a - b);
    case Code::Max:
        return fmaxf(a, b);
    case Code::Min:
        return fminf(a, b);
    default:
        return a > b ? a : 0.f;  // Threshold, to zero
    }
}

template <Code code>
__device__ float4 applied(float4 a, float4 b)
{
    return make_float4(applied<code>(a.x, b.x), applied<code>(a.y, b.y), applied<code>(a.z, b.z),
                       applied<code>(a.w, b.w));
}

template <Code code>
__device__ Bytes applied(Bytes a, Bytes b)
{
    switch (code) {
    case Code::Add:
        return __vaddus4(a, b);
    case Code::AbsDiff:
        return __vabsdiffu4(a, b);
    case Code::BitwiseXor:
        return a ^ b;
    default:
        return a & __vcmpgtu4(a, b);  // Threshold, to zero
    }
}

//! A step of a job on one pixel.
template <Code code, class Pixel>
struct Step
{
    Pixel s;

    explicit Step(const Operator& step)
        : s(pixelOf(code == Code::Threshold ? cv::Scalar::all(step.values[0]) : step.scalar, Pixel()))
    {
    }

    __device__ Pixel operator()(Pixel x) const { return applied<code>(x, s); }
};

template <>
struct Step<Code::Multiply, Bytes>
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
    __device__ Pixel operator()(Pixel x, Pixel y) const { return applied<Code::Add>(x, y); }
};

struct Call
{
    const OperatorJob& job;
    const DeviceFrame& frame;
    cudaStream_t stream;

    template <class Pixel>
    Pixel* pixels(const cv::cuda::GpuMat& image) const
    {
        return reinterpret_cast<Pixel*>(image.data);
    }
    int count() const { return frame.in.size().area(); }
};

template <class Pixel, Code... codes>
bool tryChain(const Call& call)
{
    const std::vector<Code> wanted = {codes...};
    const std::vector<Operator>& steps = call.job.chain.steps();
    const bool same = std::equal(steps.begin(), steps.end(), wanted.begin(), wanted.end(),
                                 [](const Operator& step, Code code) { return step.code == code; });
    if (!same || call.job.chain.usesSecond())
        return false;
    BENCH_CUDA(cub::DeviceTransform::Transform(call.pixels<Pixel>(call.frame.in), call.pixels<Pixel>(call.frame.out),
                                               call.count(), Fused<Step<codes, Pixel>...>(steps.data()), call.stream));
    return true;
}

template <class Pixel>
bool tryAddImages(const Call& call)
{
    const std::vector<Operator>& steps = call.job.chain.steps();
    if (steps.size() != 1 || steps[0].code != Code::Add || !steps[0].second)
        return false;
    const auto sources =
        cuda::std::make_tuple(call.pixels<Pixel>(call.frame.in), call.pixels<Pixel>(call.frame.second));
    BENCH_CUDA(cub::DeviceTransform::Transform(sources, call.pixels<Pixel>(call.frame.out), call.count(), Sum<Pixel>(),
                                               call.stream));
    return true;
}

template <class Pixel>
bool tryCommon(const Call& call)
{
    return tryAddImages<Pixel>(call) || tryChain<Pixel, Code::Add>(call) || tryChain<Pixel, Code::AbsDiff>(call) ||
           tryChain<Pixel, Code::Multiply>(call) || tryChain<Pixel, Code::Threshold>(call);
}

bool tryBytes(const Call& call)
{
    return tryCommon<Bytes>(call) || tryChain<Bytes, Code::BitwiseXor>(call) ||
           tryChain<Bytes, Code::AbsDiff, Code::Multiply, Code::Add, Code::Threshold, Code::BitwiseXor>(call);
}

bool tryFloats(const Call& call)
{
    return tryCommon<float>(call) ||
           tryChain<float, Code::Subtract, Code::Multiply, Code::Add, Code::Max, Code::Min>(call);
}

}  // namespace

void callCub(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream)
{
    const Call call = {job, frame, static_cast<cudaStream_t>(stream)};
    const bool done = job.type == CV_8UC4    ? tryBytes(call)
                      : job.type == CV_32FC1 ? tryFloats(call)
                      : job.type == CV_32FC4 ? tryCommon<float4>(call)
                                             : false;
    if (!done)
        CV_Error_(cv::Error::StsNotImplemented, ("no functor for %s, %s", job.name.c_str(), job.typeName().c_str()));
}

}  // namespace bench
