// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_cases.hpp"
#include "report_device.hpp"

namespace bench {
namespace {

using cv::cudastripe::RouteEstimate;
using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;

}  // namespace

void addToDeviceCases(ReportGroup& group)
{
    const ReportWorkload* const workload = &group.workload;
    const auto device = group.device;
    const auto call = [=](const HostFrame& frame, Striper& striper) {
        cv::cuda::GpuMat out = device->next().dst;
        workload->ours(frame.in, out, StreamRef(), striper);
    };
    const auto add = [&](const std::string& name, cv::cudastripe::Route route) {
        group.cases.push_back({"ours/" + name, [=](const HostFrame& frame) { call(frame, striperFor(route)); },
                               workload->inBytes(group.size.pixels), ReportCase::Check::Nothing});
    };
    const auto frames = group.frames;
    const auto explained = [=] {
        return striperFor(cv::cudastripe::Route::Auto).explain([&](Striper& s) { call(frames->first(), s); });
    };
    add("auto", cv::cudastripe::Route::Auto);
    group.cases.back().choice = explained;
    for (const RouteEstimate& estimate : explained().estimates) {
        if (estimate.possible)
            add(toString(estimate.route), estimate.route);
    }
    group.cases.push_back({"bound/both",  // the only one that there is
                           [=](const HostFrame& frame) {
                               BENCH_CUDA(cudaMemcpyAsync(device->next().src.data, frame.in.data,
                                                          frame.in.total() * frame.in.elemSize(),
                                                          cudaMemcpyHostToDevice, device->up.get()));
                               device->up.wait();
                           },
                           workload->inBytes(group.size.pixels), ReportCase::Check::Nothing});
}

}  // namespace bench
