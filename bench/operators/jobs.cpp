// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "operators.hpp"

#include "opencv2/core/check.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

using cv::Scalar;
using cv::cudastripe::Chain;
using cv::cudastripe::Operator;
using cv::cudastripe::OperatorCode;
using cv::cudastripe::secondImage;

// How far colours are from a key colour, amplified; small distances vanish, and large ones turn dark.
Chain bytesChain()
{
    return Chain()
        .absdiff(Scalar(96, 112, 128, 144))
        .multiply(Scalar(1.25, 1.5, 1.75, 1.125))
        .add(Scalar(8, 12, 16, 20))
        .threshold(48, 255, cv::THRESH_TOZERO)
        .bitwiseXor(Scalar::all(255));
}

// Normalises and clamps, as what follows a camera does. cv::cuda clamps one channel only.
Chain floatsChain()
{
    return Chain().subtract(Scalar(0.5)).multiply(Scalar(4)).add(Scalar(0.25)).max(Scalar(-1)).min(Scalar(1));
}

std::vector<OperatorJob> bytesJobs()
{
    constexpr int type = CV_8UC4;
    return {{"add", type, Chain().add(Scalar(8, 12, 16, 20))},
            {"absdiff", type, Chain().absdiff(Scalar(96, 112, 128, 144))},
            {"multiply", type, Chain().multiply(Scalar(1.25, 1.5, 1.75, 1.125))},
            {"add_images", type, Chain().add(secondImage)},
            {"threshold", type, Chain().threshold(48, 255, cv::THRESH_TOZERO)},
            {"bitwise_xor", type, Chain().bitwiseXor(Scalar(0x55, 0xaa, 0x0f, 0xf0))},
            chainOfFive(type)};
}

std::vector<OperatorJob> floatsJobs(int type)
{
    return {{"add", type, Chain().add(Scalar::all(0.25))},
            {"absdiff", type, Chain().absdiff(Scalar::all(0.5))},
            {"multiply", type, Chain().multiply(Scalar::all(1.5))},
            {"add_images", type, Chain().add(secondImage)},
            {"threshold", type, Chain().threshold(0.5, 1, cv::THRESH_TOZERO)}};
}

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

OperatorJob chainOfFive(int type)
{
    return {"chain5", type, CV_MAT_DEPTH(type) == CV_8U ? bytesChain() : floatsChain()};
}

std::vector<OperatorJob> hostJobs()
{
    const std::vector<OperatorJob> jobs = bytesJobs();
    return {jobs[1], jobs[2], jobs.back()};  // absdiff, multiply, five operators
}

std::vector<OperatorJob> deviceJobs()
{
    std::vector<OperatorJob> jobs = bytesJobs();
    for (int type : {CV_32FC1, CV_32FC4}) {
        const std::vector<OperatorJob> floats = floatsJobs(type);
        jobs.insert(jobs.end(), floats.begin(), floats.end());
    }
    jobs.push_back(chainOfFive(CV_32FC1));
    return jobs;
}

void callOpenCv(const OperatorJob& job, const cv::Mat& src, const cv::Mat& second, cv::Mat& dst)
{
    const cv::Mat* from = &src;
    for (const Operator& step : job.chain.steps()) {
        call(step, *from, step.second ? cv::_InputArray(second) : cv::_InputArray(step.scalar), dst);
        from = &dst;
    }
}

}  // namespace bench
