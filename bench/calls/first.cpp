// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <stdio.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "../common/times.hpp"
#include "calls.hpp"

namespace bench {
namespace {

constexpr unsigned kLimitSeconds = 60;
constexpr size_t kFirst = 40, kNext = 1000;  // behind call 1

const std::vector<CallFrames>& measuredFrames()
{
    static const std::vector<CallFrames> list = {{"1080p", true}, {"8K", true}, {"1080p", false}};
    return list;
}

CallRow inNewProcess(const std::string& name)
{
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    const std::string command = "'" + program + "' '--first-calls=" + name + "'";
    FILE* const pipe = popen(command.c_str(), "r");
    double first = 0, mean = 0, worst = 0, median = 0;
    const int found = pipe ? fscanf(pipe, "%lf %lf %lf %lf", &first, &mean, &worst, &median) : 0;
    if (!pipe || pclose(pipe) != 0 || found != 4)
        CV_Error_(cv::Error::StsError, ("%s failed", command.c_str()));
    return {1.2, mean / median,
            cv::format("call 1: %.3f ms; calls 2 to 41: mean %.4f, max %.4f; then: median %.4f ms", 1e3 * first,
                       1e3 * mean, 1e3 * worst, 1e3 * median)};
}

}  // namespace

void measureFirstCalls(CallRows& rows)
{
    for (const CallFrames& frames : measuredFrames()) {
        rows.add(frames.name() + ", a new process: mean of calls 2 to 41 ÷ median of the next 1,000",
                 [&] { return inNewProcess(frames.name()); });
    }
}

void runFirstCalls(const std::string& name)
{
    alarm(kLimitSeconds);  // nobody waits longer, whatever happens
    for (const CallFrames& listed : measuredFrames()) {
        if (listed.name() != name)
            continue;
        HostFrames frames = listed.allocate();
        std::vector<double> times;
        for (size_t i = 0; i < 1 + kFirst + kNext; ++i)
            times.push_back(timeConversion(frames, cv::cudastripe::Striper::getDefault()));
        const auto begin = times.begin() + 1, end = begin + kFirst;
        const std::vector<double> few(begin, end), next(end, times.end());
        std::cout << times.front() << " " << meanOf(few) << " " << percentileOf(few, 1) << " "
                  << percentileOf(next, 0.5) << std::endl;
        return;
    }
    CV_Error_(cv::Error::StsBadArg, ("no first calls of '%s'", name.c_str()));
}

}  // namespace bench
