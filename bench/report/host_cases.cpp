// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Cases that a build without CUDA has, too: this library's calls by all routes, and what others do on the CPU.

#include <algorithm>
#include <cstring>

#include "../common/libyuv.hpp"
#include "cases.hpp"
#include "opencv2/core/utility.hpp"

namespace bench {

using cv::cudastripe::Route;
using cv::cudastripe::RouteEstimate;
using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;
using cv::cudastripe::StriperParams;

namespace {

OurCall callOf(const ReportGroup& group)
{
    return [workload = &group.workload](const HostFrame& frame, Striper& striper) {
        workload->ours(frame.in, frame.out, StreamRef(), striper);
    };
}

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

void addRoutes(ReportGroup& group, const std::string& start, const OurCall& call, double within)
{
    const auto add = [&](Route route, const std::string& name) {
        group.add(
            start + name, [=](const HostFrame& frame) { call(frame, striperFor(route)); }, within);
    };
    const auto explained = [call, frames = group.frames] {
        return striperFor(Route::Auto).explain([&](Striper& striper) { call(frames->first(), striper); });
    };
    add(Route::Auto, "auto");
    group.cases.back().choice = explained;
    for (const RouteEstimate& estimate : explained().estimates) {
        if (estimate.possible)
            add(estimate.route, toString(estimate.route));
    }
}

void addOurCases(ReportGroup& group)
{
    addRoutes(group, "ours/", callOf(group), kExact);
}

void addWarmCases(ReportGroup& group)
{
    addRoutes(group, "warm/", callOf(group), kExact);
    group.cases.front().choice = nullptr;
    const auto openCv = [workload = &group.workload](const HostFrame& frame) { workload->openCv(frame); };
    group.add("warm/opencv", openCv, kExact);
    for (ReportCase& warm : group.cases)
        warm.warm = true;
}

void addCpuCases(ReportGroup& group)
{
    const ReportWorkload* const workload = &group.workload;
    if (group.allThreads || workload->openCvUsesThreads()) {
        const bool exact = workload->openCvIsExact();
        group.add(
            exact ? "cpu/opencv" : "cpu/opencv_i420", [=](const HostFrame& frame) { workload->openCv(frame); },
            exact ? kExact : kUnchecked);
    }
    const auto libyuv = [=](bool inRows) {
        return libyuvFor(workload->layout, workload->channels, workload->decodes, inRows);
    };
    if (const HostCall inRows = libyuv(true)) {
        group.add("cpu/libyuv_rows", inRows, workload->decodes ? kSameWeights : kUnchecked);
        if (group.allThreads && !workload->decodes)
            group.add("cpu/libyuv", libyuv(false), kUnchecked);
    }
    if (group.is8K()) {
        group.add("cpu/copy", copyRows, kUnchecked);
        const HostFrame& frame = group.frames->first();
        group.cases.back().bytes = 2 * std::min(bytesOf(frame.in), bytesOf(frame.out));
    }
}

}  // namespace bench
