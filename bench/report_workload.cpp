// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_workload.hpp"

#include "operator_peers.hpp"

namespace bench {
namespace {

using cv::cudastripe::ChannelOrder;
using cv::cudastripe::YuvFormat;

std::shared_ptr<OperatorJob> addToBytes()
{
    return std::make_shared<OperatorJob>(deviceJobs().front());
}

std::shared_ptr<OperatorJob> chainOfFloats()
{
    return std::make_shared<OperatorJob>(chainOfFive(CV_32FC1));
}

}  // namespace

const std::vector<ReportSize>& reportSizes()
{
    static const std::vector<ReportSize> sizes = {{"VGA", {640, 480}, 16},    {"720p", {1280, 720}, 8},
                                                  {"1080p", {1920, 1080}, 4}, {"4K", {3840, 2160}, 1},
                                                  {"8K", {7680, 4320}, 1},    {"16K", {15360, 8640}, 1}};
    return sizes;
}

const std::vector<ReportWorkload>& reportWorkloads()
{
    static const std::vector<ReportWorkload> list = {
        {"bgr2yuv", CV_8UC4, CV_8UC3, false, nullptr},
        {"nv12", CV_8UC4, CV_8UC1, true, nullptr},
        {"i420", CV_8UC4, CV_8UC1, true, nullptr, true},
        {"add", CV_8UC4, CV_8UC4, false, addToBytes()},
        {"chain5", CV_32FC1, CV_32FC1, false, chainOfFloats(), false, 1.05}};
    return list;
}

cv::Size ReportWorkload::outSize(const cv::Size& pixels) const
{
    return halvedChroma ? YuvFormat::hd().imageSize(pixels) : pixels;
}

void ReportWorkload::ours(cv::InputArray src, cv::OutputArray dst, const cv::cudastripe::StreamRef& stream,
                          cv::cudastripe::Striper& striper) const
{
    if (job)
        cv::cudastripe::transform(src, dst, job->chain, cv::noArray(), stream, striper);
    else if (small)
        cv::cudastripe::cvtColor(src, dst, cv::COLOR_BGRA2YUV_I420, stream, striper);
    else if (halvedChroma)
        cv::cudastripe::cvtToYuv(src, dst, YuvFormat::hd(), ChannelOrder::BGR, stream, striper);
    else
        cv::cudastripe::cvtColor(src, dst, cv::COLOR_BGR2YUV, stream, striper);
}

void ReportWorkload::openCv(const cv::Mat& src, cv::Mat& dst) const
{
    if (job)
        callOpenCv(*job, src, cv::Mat(), dst);
    else
        cv::cvtColor(src, dst, halvedChroma ? cv::COLOR_BGRA2YUV_I420 : cv::COLOR_BGR2YUV);
}

}  // namespace bench
