// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cstring>

#include "opencv2/core/utility.hpp"
#include "report_cases.hpp"
#include "report_peers.hpp"

namespace bench {
namespace {

// As many bytes as the result has, in parts for all threads: what memory gives to them.
void copyRows(const HostFrame& frame)
{
    constexpr size_t part = size_t(256) << 10;
    const size_t bytes = std::min(frame.in.total() * frame.in.elemSize(), frame.out.total() * frame.out.elemSize());
    cv::parallel_for_(cv::Range(0, static_cast<int>((bytes + part - 1) / part)), [&](const cv::Range& range) {
        const size_t begin = size_t(range.start) * part, end = std::min(size_t(range.end) * part, bytes);
        std::memcpy(frame.out.data + begin, frame.in.data + begin, end - begin);
    });
}

}  // namespace

void addCpuCases(ReportGroup& group)
{
    using Check = ReportCase::Check;
    const ReportWorkload* const workload = &group.workload;
    if (group.allThreads || workload->openCvUsesThreads()) {
        group.cases.push_back({workload->openCvIsExact() ? "cpu/opencv" : "cpu/opencv_i420",
                               [=](const HostFrame& frame) {
                                   cv::Mat out = frame.out;
                                   workload->openCv(frame.in, out);
                               },
                               group.bytes(), workload->openCvIsExact() ? Check::SameBits : Check::Nothing});
    }
    if (libyuvHas(*workload)) {
        const auto add = [&](const char* mechanism, void (*call)(const cv::Mat&, cv::Mat&)) {
            group.cases.push_back({mechanism,
                                   [=](const HostFrame& frame) {
                                       cv::Mat out = frame.out;
                                       call(frame.in, out);
                                   },
                                   group.bytes(), Check::Nothing});
        };
        add("cpu/libyuv_rows", callLibyuvInRows);
        if (group.allThreads)
            add("cpu/libyuv", callLibyuv);
    }
    if (group.size.name == std::string("8K")) {
        const size_t copied = std::min(workload->inBytes(group.size.pixels), workload->outBytes(group.size.pixels));
        group.cases.push_back({"cpu/copy", copyRows, 2 * copied, Check::Nothing});
    }
}

}  // namespace bench
