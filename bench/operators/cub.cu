// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// CUB's transform with what one would write by hand for it: each job is a functor type of its own, which the compiler
// sees as a whole. 8-bit functors take a pixel as a word and use the instructions for four bytes where there are any.

#include <algorithm>
#include <cub/device/device_transform.cuh>
#include <vector>

#include "../common/cuda.hpp"
#include "functors.cuh"
#include "operators.hpp"

namespace bench {
namespace {

using cv::cudastripe::Operator;
using cv::cudastripe::OperatorCode;

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

template <class Pixel, OperatorCode... codes>
bool tryChain(const Call& call)
{
    const std::vector<OperatorCode> wanted = {codes...};
    const std::vector<Operator>& steps = call.job.chain.steps();
    const bool same = std::equal(steps.begin(), steps.end(), wanted.begin(), wanted.end(),
                                 [](const Operator& step, OperatorCode code) { return step.code == code; });
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
    if (steps.size() != 1 || steps[0].code != OperatorCode::Add || !steps[0].second)
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
    return tryAddImages<Pixel>(call) || tryChain<Pixel, OperatorCode::Add>(call) ||
           tryChain<Pixel, OperatorCode::AbsDiff>(call) || tryChain<Pixel, OperatorCode::Multiply>(call) ||
           tryChain<Pixel, OperatorCode::Threshold>(call);
}

bool tryBytes(const Call& call)
{
    using Code = OperatorCode;
    return tryCommon<Bytes>(call) || tryChain<Bytes, Code::BitwiseXor>(call) ||
           tryChain<Bytes, Code::AbsDiff, Code::Multiply, Code::Add, Code::Threshold, Code::BitwiseXor>(call);
}

bool tryFloats(const Call& call)
{
    using Code = OperatorCode;
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
