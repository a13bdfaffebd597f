// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>

#include "../common/times.hpp"
#include "calls.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

constexpr int kFirst = 10;  // calls that do not count

double tailOf(const std::vector<double>& times)
{
    return percentileOf(times, 0.99) / percentileOf(times, 0.5);
}

std::string described(const char* whose, const std::vector<double>& times)
{
    return cv::format("%s: median %.4f, p99 %.4f, max %.4f ms, p99 ÷ median %.3f", whose,
                      1e3 * percentileOf(times, 0.5), 1e3 * percentileOf(times, 0.99), 1e3 * percentileOf(times, 1),
                      tailOf(times));
}

CallRow inTurn(HostFrames frames, int calls)
{
    std::vector<double> ours, theirs;
    for (int i = 0; i < kFirst + calls; ++i) {
        ours.push_back(timeConversion(frames, cv::cudastripe::Striper::getDefault()));
        const HostFrame& frame = frames.next();
        theirs.push_back(secondsOf([&] { cv::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV); }));
    }
    ours.erase(ours.begin(), ours.begin() + kFirst);
    theirs.erase(theirs.begin(), theirs.begin() + kFirst);
    return {std::max(1.6, tailOf(theirs)), tailOf(ours),
            described("ours", ours) + "; " + described("cv::cvtColor", theirs)};
}

}  // namespace

void measureTails(CallRows& rows, bool quick)
{
    const int calls = quick ? 400 : 1000;
    for (const CallFrames& frames :
         {CallFrames{"1080p", true}, CallFrames{"8K", true}, CallFrames{"1080p", false}, CallFrames{"8K", false}}) {
        rows.add(frames.name() + cv::format(", %d calls: p99 ÷ median (asked: 1.6, or cv::cvtColor's own)", calls),
                 [&] { return inTurn(frames.allocate(), calls); });
    }
}

}  // namespace bench
