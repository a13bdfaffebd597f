// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "workload.hpp"

#include <algorithm>
#include <cstring>

#include "../operators/peers.hpp"
#include "opencv2/core/utility.hpp"

namespace bench {
namespace {

using cv::cudastripe::ChannelOrder;
using cv::cudastripe::YuvFormat;

constexpr size_t kRotationBytes = size_t(1200) << 20;
constexpr int kFewest = 4;
constexpr size_t kTileBytes = (size_t(16) << 20) + 4160;  // frames do not all begin with the same bytes
constexpr size_t kPageBytes = 4096;

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
        {"add", CV_8UC4, CV_8UC4, false, std::make_shared<OperatorJob>(deviceJobs().front())},
        {"chain5", CV_32FC1, CV_32FC1, false, std::make_shared<OperatorJob>(chainOfFive(CV_32FC1)), false, 1.05}};
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

void ReportWorkload::openCv(const HostFrame& frame) const
{
    cv::Mat out = frame.out;
    if (job)
        callOpenCv(*job, frame.in, cv::Mat(), out);
    else
        cv::cvtColor(frame.in, out, halvedChroma ? cv::COLOR_BGRA2YUV_I420 : cv::COLOR_BGR2YUV);
}

int framesInRotation(const ReportWorkload& workload, const ReportSize& size)
{
    return std::max(kFewest, static_cast<int>(kRotationBytes / workload.bytes(size.pixels)) + 1);
}

size_t frameStep(size_t bytes)
{
    return ((bytes + kPageBytes - 1) / kPageBytes + 1) * kPageBytes;
}

void FrameMemory::include(const ReportWorkload& workload, const ReportSize& size)
{
    const size_t frames = size_t(framesInRotation(workload, size));
    inBytes = std::max(inBytes, frames * frameStep(workload.inBytes(size.pixels)));
    outBytes = std::max(outBytes, frames * frameStep(workload.outBytes(size.pixels)));
}

void FrameMemory::allocate(const Allocate& allocate)
{
    in = allocate(inBytes);
    out = allocate(outBytes);
}

void FrameMemory::fill(int depth)
{
    cv::Mat tile(1, static_cast<int>(kTileBytes / CV_ELEM_SIZE1(depth)), depth);
    cv::theRNG().state = 1;  // every memory gets the same
    cv::randu(tile, 0, depth == CV_8U ? 256 : 1);
    const int tiles = static_cast<int>((inBytes + kTileBytes - 1) / kTileBytes);
    cv::parallel_for_(cv::Range(0, tiles), [&](const cv::Range& range) {
        for (size_t begin = size_t(range.start) * kTileBytes; begin < size_t(range.end) * kTileBytes;
             begin += kTileBytes)
            std::memcpy(in.get() + begin, tile.data, std::min(kTileBytes, inBytes - begin));
    });
    std::memset(out.get(), 0, outBytes);
}

}  // namespace bench
