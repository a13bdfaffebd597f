// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/imgproc.hpp"
#include "operators.hpp"

namespace bench {
namespace {

using cv::cudastripe::Operator;
using cv::cudastripe::OperatorCode;

void call(const Operator& step, const cv::Mat& src, cv::InputArray other, cv::Mat& dst)
{
    switch (step.code) {
    case OperatorCode::Add:
        return cv::add(src, other, dst);
    case OperatorCode::Subtract:
        return cv::subtract(src, other, dst);
    case OperatorCode::Multiply:
        return cv::multiply(src, other, dst, step.values[0]);
    case OperatorCode::AbsDiff:
        return cv::absdiff(src, other, dst);
    case OperatorCode::Min:
        return cv::min(src, other, dst);
    case OperatorCode::Max:
        return cv::max(src, other, dst);
    case OperatorCode::BitwiseXor:
        return cv::bitwise_xor(src, other, dst);
    case OperatorCode::Threshold:
        cv::threshold(src, dst, step.values[0], step.values[1], step.option);
        return;
    default:
        CV_Error(cv::Error::StsNotImplemented, "no job has this operator");
    }
}

}  // namespace

void callOpenCv(const OperatorJob& job, const cv::Mat& src, const cv::Mat& second, cv::Mat& dst)
{
    const cv::Mat* from = &src;
    for (const Operator& step : job.chain.steps()) {
        call(step, *from, step.second ? cv::_InputArray(second) : cv::_InputArray(step.scalar), dst);
        from = &dst;
    }
}

}  // namespace bench
