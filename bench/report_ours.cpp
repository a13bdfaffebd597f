// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_cases.hpp"

namespace bench {
namespace {

using cv::cudastripe::Route;
using cv::cudastripe::RouteChoice;
using cv::cudastripe::RouteEstimate;
using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;

RouteChoice explained(const ReportWorkload& workload, const HostFrame& frame)
{
    return striperFor(Route::Auto).explain([&](Striper& striper) {
        cv::Mat out = frame.out;
        workload.ours(frame.in, out, StreamRef(), striper);
    });
}

ReportCase byRoute(const ReportGroup& group, const std::string& mechanism, Route route)
{
    const ReportWorkload* const workload = &group.workload;
    return {mechanism,
            [=](const HostFrame& frame) {
                cv::Mat out = frame.out;
                workload->ours(frame.in, out, StreamRef(), striperFor(route));
            },
            group.bytes()};
}

template <class Use>
void forEachRoute(const ReportGroup& group, const Use& use)
{
    for (const RouteEstimate& estimate : explained(group.workload, group.frames->first()).estimates) {
        if (estimate.possible)
            use(estimate.route, toString(estimate.route));
    }
}

}  // namespace

void calibrateOurs()
{
    striperFor(Route::Auto).calibrate();
}

void addOurCases(ReportGroup& group)
{
    ReportCase chosen = byRoute(group, "ours/auto", Route::Auto);
    const ReportWorkload* const workload = &group.workload;
    const std::shared_ptr<FrameRing> frames = group.frames;
    chosen.choice = [=] { return explained(*workload, frames->first()); };
    group.cases.push_back(chosen);
    forEachRoute(group, [&](Route route, const std::string& name) {
        group.cases.push_back(byRoute(group, "ours/" + name, route));
    });
}

void addWarmCases(ReportGroup& group)
{
    const ReportWorkload* const workload = &group.workload;
    group.cases.push_back(byRoute(group, "warm/auto", Route::Auto));
    forEachRoute(group, [&](Route route, const std::string& name) {
        group.cases.push_back(byRoute(group, "warm/" + name, route));
    });
    group.cases.push_back({"warm/opencv",
                           [=](const HostFrame& frame) {
                               cv::Mat out = frame.out;
                               workload->openCv(frame.in, out);
                           },
                           group.bytes()});
    for (ReportCase& warm : group.cases)
        warm.warm = true;
}

}  // namespace bench
