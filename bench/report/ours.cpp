// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <limits>
#include <mutex>

#include "cases.hpp"

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

void addRegisteredCase(ReportGroup& group)
{
    StriperParams params = StriperParams::forCurrentDevice();
    params.registrationLimit = std::numeric_limits<size_t>::max();
    params.registerUnowned = true;
    const auto striper = std::make_shared<Striper>(params);
    const auto first = std::make_shared<std::once_flag>();
    const auto registerAll = [call = callOf(group), frames = group.frames, striper] {
        const int images = 2 * frames->count();
        for (int i = 0; i < images; ++i)  // it registers memory that comes for the second time
            call(frames->next(), *striper);
        if (striper->usage().registrations != images)
            CV_Error(cv::Error::StsError, "the driver does not register the frames' memory");
    };
    const auto work = [=, call = callOf(group)](const HostFrame& frame) {
        std::call_once(*first, registerAll);
        call(frame, *striper);
    };
    group.add("registered/auto", work, kExact);
    group.cases.back().choice = [=, call = callOf(group), frames = group.frames] {
        return striper->explain([&](Striper& asked) { call(frames->first(), asked); });
    };
}

}  // namespace bench
