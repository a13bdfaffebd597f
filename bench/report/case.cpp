// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <benchmark/benchmark.h>

#include <cstring>

#include "../common/benchmarks.hpp"
#include "cases.hpp"

namespace bench {
namespace {

using cv::cudastripe::RouteChoice;
using cv::cudastripe::RouteEstimate;

constexpr double kLongSeconds = 8e-3;  // a call that is longer is not made twice to be measured once
constexpr int kFirstCalls = 3;         // in which a Striper learns the rates of a work

std::string predictionsOf(const RouteChoice& choice)
{
    std::string text, before;
    for (const RouteEstimate& estimate : choice.estimates) {
        if (!estimate.possible)
            continue;
        text += before + toString(estimate.route) + cv::format(" %.4f", estimate.seconds * 1e3);
        before = ", ";
    }
    return text;
}

class RunningCase
{
public:
    RunningCase(const ReportGroup& group, const ReportCase& reportCase) : group_(group), case_(reportCase) {}

    void run(benchmark::State& state)
    {
        if (!tried_)
            tryOut();
        if (!failure_.empty()) {
            state.SkipWithError(failure_.c_str());
            return;
        }
        state.SetLabel(label_);
        if (case_.seconds) {
            for (auto _ : state)
                state.SetIterationTime(case_.seconds(*group_.frames));
            return;
        }
        if (case_.warm || lastSeconds_ < kLongSeconds)
            case_.work(frame());  // wakes up what is asleep
        lastSeconds_ = secondsOf([&] {
                           for (auto _ : state)
                               case_.work(frame());
                       }) /
                       double(state.iterations());
        if (case_.choice)
            countChoice(state, case_.choice());
        const size_t bytes = case_.bytes ? case_.bytes : group_.workload.bytes(group_.size.pixels);
        state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(bytes));
    }

private:
    const HostFrame& frame() { return case_.warm ? group_.frames->first() : group_.frames->next(); }

    // A counter for each route, whose median says which one was taken mostly.
    static void countChoice(benchmark::State& state, const RouteChoice& choice)
    {
        for (const RouteEstimate& estimate : choice.estimates) {
            if (estimate.possible)
                state.counters[std::string("chose/") + toString(estimate.route)] = estimate.route == choice.route;
        }
    }

    // The report names a case that fails; the others go on.
    void tryOut()
    {
        tried_ = true;
        try {
            if (case_.seconds)
                case_.seconds(*group_.frames);
            else
                check();
            if (case_.choice) {
                for (int i = 1; i < kFirstCalls; ++i)
                    case_.work(frame());
                label_ = predictionsOf(case_.choice());
            }
        } catch (const std::exception& error) {
            failure_ = error.what();
        }
    }

    void check()
    {
        HostFrame first = group_.frames->first();
        if (case_.within == kUnchecked)
            return case_.work(first);
        first.out.setTo(0);  // else it might hold the right result of another case
        case_.work(first);
        if (std::memcmp(first.out.data, group_.expected.data, bytesOf(first.out)) == 0)
            return;
        const double apart = cv::norm(first.out, group_.expected, cv::NORM_L1) / double(bytesOf(first.out));
        if (apart > case_.within || case_.within == kExact)
            CV_Error_(cv::Error::StsInternal, ("the result is %.2f from that of OpenCV on the CPU", apart));
    }

    const ReportGroup group_;
    const ReportCase case_;
    bool tried_ = false;
    std::string failure_, label_;
    double lastSeconds_ = 0;
};

}  // namespace

std::string ReportGroup::name() const
{
    return workload.name + "/" + size.name + "/" + memory + "/" + std::to_string(threads);
}

void registerGroup(const ReportGroup& group, const std::string& prefix, const std::string& suffix)
{
    for (const ReportCase& reportCase : group.cases) {
        if (reportCase.mechanism.compare(0, prefix.size(), prefix) != 0)
            continue;
        const auto running = std::make_shared<RunningCase>(group, reportCase);
        const std::string name = group.name() + "/" + reportCase.mechanism + suffix;
        auto* const registered =
            benchmark::RegisterBenchmark(name.c_str(), [running](benchmark::State& state) { running->run(state); });
        registered->Iterations(reportCase.seconds ? 1 : group.size.iterations)
            ->Unit(benchmark::kMillisecond)
            ->ComputeStatistics("p10", [](const std::vector<double>& times) { return percentileOf(times, 0.1); })
            ->ComputeStatistics("p90", [](const std::vector<double>& times) { return percentileOf(times, 0.9); });
        if (reportCase.seconds)
            registered->UseManualTime();
        else
            registered->UseRealTime();
    }
}

}  // namespace bench
