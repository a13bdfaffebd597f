// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cstring>

#include "cases.hpp"
#include "opencv2/core/utility.hpp"
#include "peers.hpp"

namespace bench {
namespace {

// As many bytes as the result has, in parts for all threads: the rate of memory for them.
void copyRows(const HostFrame& frame)
{
    constexpr size_t part = size_t(256) << 10;
    const size_t bytes = std::min(bytesOf(frame.in), bytesOf(frame.out));
    cv::parallel_for_(cv::Range(0, static_cast<int>((bytes + part - 1) / part)), [&](const cv::Range& range) {
        const size_t begin = size_t(range.start) * part, end = std::min(size_t(range.end) * part, bytes);
        std::memcpy(frame.out.data + begin, frame.in.data + begin, end - begin);
    });
}

}  // namespace

void addCpuCases(ReportGroup& group)
{
    const ReportWorkload* const workload = &group.workload;
    const bool exact = workload->openCvIsExact();
    if (group.allThreads || workload->openCvUsesThreads()) {
        group.add(
            exact ? "cpu/opencv" : "cpu/opencv_i420", [=](const HostFrame& frame) { workload->openCv(frame); }, exact);
    }
    if (const HostCall inRows = libyuvFor(*workload, true)) {
        group.add("cpu/libyuv_rows", inRows, false);
        if (group.allThreads)
            group.add("cpu/libyuv", libyuvFor(*workload, false), false);
    }
    if (group.is8K()) {
        group.add("cpu/copy", copyRows, false);
        const HostFrame& frame = group.frames->first();
        group.cases.back().bytes = 2 * std::min(bytesOf(frame.in), bytesOf(frame.out));
    }
}

}  // namespace bench
