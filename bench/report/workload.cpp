// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "workload.hpp"

#include <algorithm>
#include <cstring>

#include "../operators/operators.hpp"
#include "opencv2/core/utility.hpp"

namespace bench {
namespace {

using cv::cudastripe::ChannelOrder;
using cv::cudastripe::YuvLayout;

constexpr size_t kRotationBytes = size_t(1200) << 20;
constexpr int kFewest = 4;
constexpr size_t kTileBytes = (size_t(16) << 20) + 4160;  // frames do not all begin with the same bytes
constexpr size_t kPageBytes = 4096;
constexpr const char *kTo8K = "VGA,720p,1080p,4K,8K", *kTo16K = "VGA,720p,1080p,4K,8K,16K";
constexpr const char* kSmall = "VGA,720p,1080p";  // where it counts how a call begins

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
        // One at 16K shows how the times of 8K and 16K relate.
        {"bgr2yuv", kTo16K, cv::COLOR_BGR2YUV, YuvLayout::Packed444, 4},
        {"nv12", kTo8K, cv::COLOR_BGRA2YUV_I420, YuvLayout::NV12, 4},
        {"i420", kSmall, cv::COLOR_BGRA2YUV_I420, YuvLayout::I420, 4},
        {"add", kTo8K, 0, YuvLayout::Packed444, 4, false, std::make_shared<OperatorJob>(deviceJobs().front())},
        {"chain5", kTo8K, 0, YuvLayout::Packed444, 1, false, std::make_shared<OperatorJob>(chainOfFive(CV_32FC1)),
         1.05},
        {"nv12_to_bgr", "8K", cv::COLOR_YUV2BGR_NV12, YuvLayout::NV12, 3, true},
        {"nv12_to_bgra", "8K", cv::COLOR_YUV2BGRA_NV12, YuvLayout::NV12, 4, true},
        {"i420_to_bgr", "8K", cv::COLOR_YUV2BGR_I420, YuvLayout::I420, 3, true},
        {"uyvy_to_bgr", "8K", cv::COLOR_YUV2BGR_UYVY, YuvLayout::UYVY, 3, true},
        {"yuv_to_bgr", "8K", cv::COLOR_YUV2BGR, YuvLayout::Packed444, 3, true}};
    return list;
}

void ReportWorkload::ours(cv::InputArray src, cv::OutputArray dst, const cv::cudastripe::StreamRef& stream,
                          cv::cudastripe::Striper& striper) const
{
    if (job)
        cv::cudastripe::transform(src, dst, job->chain, cv::noArray(), stream, striper);
    else if (openCvIsExact())
        cv::cudastripe::cvtColor(src, dst, code, stream, striper);
    else
        cv::cudastripe::cvtToYuv(src, dst, format(), ChannelOrder::BGR, stream, striper);
}

void ReportWorkload::openCv(const HostFrame& frame) const
{
    cv::Mat out = frame.out;
    if (job)
        callOpenCv(*job, frame.in, cv::Mat(), out);
    else
        cv::cvtColor(frame.in, out, code);
}

int framesInRotation(const ReportWorkload& workload, const ReportSize& size)
{
    return std::max(kFewest, static_cast<int>(kRotationBytes / workload.bytes(size.pixels)) + 1);
}

size_t frameStep(size_t bytes)
{
    return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
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
