// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "route_times.hpp"

#include <algorithm>
#include <cmath>

namespace cv { namespace cudastripe {
namespace {

constexpr double kFasterShare = 0.3;         // of a new observation, since single ones scatter
constexpr double kSlowerShare = 0.1;         // of one that took longer: something may have come between
constexpr double kOutlier = 1.3;             // times what is known; what takes more counts as that
constexpr double kOutliersMost = 0.5;        // of the last calls: more are not outliers
constexpr double kOutliersShare = 0.1;       // of a new call in those
constexpr int kFirst = 8;                    // calls, of which the fastest counts
constexpr std::uint64_t kRemembered = 1000;  // calls
constexpr std::uint64_t kPause = 8;          // calls, in which what a route needs goes to sleep
constexpr int kResumed = 4;                  // calls, until all is awake again
constexpr double kNews = 0.9;                // of what was known: it was not what the route takes
constexpr double kHopeless = 2;              // times what the fastest takes
constexpr int kProven = 16;                  // calls on end, after which it is no guess that a route is fast
constexpr size_t kMostKinds = 4096;
constexpr double kSeenSeconds = 3e-6;  // until the end of a kernel is seen
constexpr double kLate = 0.02;         // of a call: what is neither early nor late
constexpr double kLeastGrowth = 0.02, kMostChange = 0.1, kMostOdds = 2;

}  // namespace

RouteTimes::Kind::Kind(const WorkKind& work, const RouteEnds& ends) : key_(work.key), bytes_(work.bytes)
{
    for (const std::vector<End>* planes : {&ends.in, &ends.out}) {
        for (End end : *planes)
            key_ = key_ * 5 + static_cast<std::uint64_t>(end);
    }
}

bool RouteTimes::Calls::forgotten(const Time& time) const
{
    return count - time.last > kRemembered;
}

double RouteTimes::Calls::fastest() const
{
    double fastest = HUGE_VAL;
    for (const Time& time : times) {
        if (knows(time))
            fastest = std::min(fastest, time.secondsPerByte);
    }
    return fastest;
}

KnownTimes RouteTimes::of(const Kind& kind) const
{
    KnownTimes times{};
    std::lock_guard<std::mutex> lock(mutex_);
    const auto known = calls_.find(kind.key_);
    if (known == calls_.end())
        return times;
    for (size_t i = 0; i < times.size(); ++i) {
        const Time& time = known->second.times[i];
        if (known->second.knows(time))
            times[i] = {time.secondsPerByte * kind.bytes_, time.seen - 1, int(known->second.count - time.last),
                        time.looks};
    }
    return times;
}

RouteTimes::Calls& RouteTimes::callsOf(const Kind& kind)
{
    if (calls_.size() >= kMostKinds)
        calls_.clear();
    return calls_[kind.key_];
}

void RouteTimes::learn(const Kind& kind, Route route, double seconds)
{
    double seen = seconds / kind.bytes_;
    std::lock_guard<std::mutex> lock(mutex_);
    Calls& calls = callsOf(kind);
    Time& time = calls.times[routeIndex(route)];
    if (calls.forgotten(time)) {
        const int looks = time.looks;
        time = Time();
        time.looks = looks;
    }
    if (time.seen > kFirst && calls.count - time.last > kPause) {
        // As doubtful as before, so that it is taken for some calls on end, of which the fastest counts.
        time.best = time.resumed > 0 ? std::min(time.best, seen) : seen;
        if (++time.resumed < kResumed && std::min(seen, time.secondsPerByte) < kHopeless * calls.fastest()) {
            ++calls.count;
            return;
        }
        seen = time.best;
        ++time.looks;
        if (seen < kNews * time.secondsPerByte)
            time.secondsPerByte = seen;
    }
    time.onEnd = calls.count == time.last ? time.onEnd + 1 : 0;
    if (time.onEnd >= kProven)
        time.looks = 0;
    time.resumed = 0;
    time.last = ++calls.count;
    // The first call makes threads, allocates, and touches memory for the first time.
    if (++time.seen == 1)
        return;
    if (time.seen == 2)
        time.secondsPerByte = seen;
    const double most = kOutlier * time.secondsPerByte;
    time.outliers += kOutliersShare * ((seen > most ? 1 : 0) - time.outliers);
    if (time.outliers < kOutliersMost)
        seen = std::min(seen, most);
    const double faster = time.seen <= kFirst ? 1 : kFasterShare;
    time.secondsPerByte += (seen < time.secondsPerByte ? faster : kSlowerShare) * (seen - time.secondsPerByte);
}

double RouteTimes::kernelPart(const Kind& kind, double predicted) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto known = calls_.find(kind.key_);
    const double odds = known == calls_.end() ? 1 : known->second.kernelOdds;
    return odds * predicted / (odds * predicted + 1 - predicted);
}

void RouteTimes::balance(const Kind& kind, double threadSeconds, double waitedSeconds)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Calls& calls = callsOf(kind);
    double &odds = calls.kernelOdds, &growth = calls.kernelGrowth;
    // A kernel that was done does not tell since when, so its part grows until it is waited for.
    const double late = (waitedSeconds - kSeenSeconds) / (threadSeconds + waitedSeconds);
    const double change = late > kLate ? -std::min(late, kMostChange) : growth;
    if (late > kLate)
        growth = std::max(kLeastGrowth, growth / 2);
    odds = std::min(kMostOdds, std::max(1 / kMostOdds, odds * (1 + change)));
}

}}  // namespace cv::cudastripe
