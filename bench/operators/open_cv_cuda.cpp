// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/opencv_modules.hpp"
#include "operators.hpp"

#ifdef HAVE_OPENCV_CUDAARITHM
#include "opencv2/core/cuda_stream_accessor.hpp"
#include "opencv2/cudaarithm.hpp"
#endif

namespace bench {

#ifdef HAVE_OPENCV_CUDAARITHM

namespace {

using cv::cuda::GpuMat;
using cv::cuda::Stream;
using cv::cudastripe::Operator;
using cv::cudastripe::OperatorCode;

void call(const Operator& step, const GpuMat& src, cv::InputArray other, GpuMat& dst, Stream& stream)
{
    switch (step.code) {
    case OperatorCode::Add:
        return cv::cuda::add(src, other, dst, cv::noArray(), -1, stream);
    case OperatorCode::Subtract:
        return cv::cuda::subtract(src, other, dst, cv::noArray(), -1, stream);
    case OperatorCode::Multiply:
        return cv::cuda::multiply(src, other, dst, step.values[0], -1, stream);
    case OperatorCode::AbsDiff:
        return cv::cuda::absdiff(src, other, dst, stream);
    case OperatorCode::Min:
        return cv::cuda::min(src, other, dst, stream);
    case OperatorCode::Max:
        return cv::cuda::max(src, other, dst, stream);
    case OperatorCode::BitwiseXor:
        return cv::cuda::bitwise_xor(src, other, dst, cv::noArray(), stream);
    case OperatorCode::Threshold:
        cv::cuda::threshold(src, dst, step.values[0], step.values[1], step.option, stream);
        return;
    default:
        CV_Error(cv::Error::StsNotImplemented, "no job has this operator");
    }
}

void callAll(const OperatorJob& job, const DeviceFrame& frame, Stream& stream)
{
    const GpuMat* from = &frame.in;
    GpuMat dst = frame.out;
    for (const Operator& step : job.chain.steps()) {
        call(step, *from, step.second ? cv::_InputArray(frame.second) : cv::_InputArray(step.scalar), dst, stream);
        from = &dst;
    }
}

void callOnDevice(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream)
{
    Stream calls = cv::cuda::StreamAccessor::wrapStream(static_cast<cudaStream_t>(stream));
    callAll(job, frame, calls);
}

void callFromHost(const OperatorJob& job, const HostFrame& frame, GpuMat buffer, StreamPointer stream)
{
    Stream calls = cv::cuda::StreamAccessor::wrapStream(static_cast<cudaStream_t>(stream));
    buffer.upload(frame.in, calls);
    callAll(job, {buffer, buffer}, calls);
    buffer.download(frame.out, calls);
    calls.waitForCompletion();
}

}  // namespace

const CudaArithm* cudaArithm()
{
    static const CudaArithm calls = {callOnDevice, callFromHost};
    return &calls;
}

#else

const CudaArithm* cudaArithm()
{
    return nullptr;
}

#endif

}  // namespace bench
