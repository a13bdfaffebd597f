// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures calls one by one, as means and medians of many do not show them: the first of a process, the slowest, those
// of many threads at once, and those beside other work.

#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <future>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "../common/benchmarks.hpp"
#include "calls.hpp"
#include "opencv2/core/utility.hpp"
#include "opencv2/cudastripe/color.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

constexpr unsigned kLimitSeconds = 240, kFirstLimitSeconds = 60;
constexpr size_t kFirst = 40, kNext = 1000;  // behind call 1 of a process
constexpr int kUncounted = 10;               // calls before those whose tail counts
constexpr int kCallers = 16, kCalls = 200;   // at once, and of each
constexpr const char* kOptions =
    "{help        |           | shows these options }"
    "{out         |calls.json | where the rows are written as JSON }"
    "{quick       |           | fewer calls: 45 seconds instead of 90 }"
    "{parts       |first,tails,callers,loads | what is measured, separated by commas }"
    "{first-calls |           | frames of a process that this program has started }";

std::vector<double> timesOf(HostFrames& frames, size_t calls)
{
    std::vector<double> times(calls);
    for (double& time : times)
        time = timeConversion(frames);
    return times;
}

//! Median, p99 and maximum as text.
std::string slowest(const std::vector<double>& times)
{
    return cv::format("median %.4f, p99 %.4f, max %.4f ms", 1e3 * percentileOf(times, 0.5),
                      1e3 * percentileOf(times, 0.99), 1e3 * percentileOf(times, 1));
}

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

//! Of processes that have just begun: the first calls beside those that follow. Each is this program, run again.
void measureFirstCalls(CallRows& rows)
{
    for (const CallFrames& frames : measuredFrames()) {
        rows.add(frames.name() + ", a new process: mean of calls 2 to 41 ÷ median of the next 1,000",
                 [&] { return inNewProcess(frames.name()); });
    }
}

//! What such a process does: prints what it took. @param name as CallFrames has it.
void runFirstCalls(const std::string& name)
{
    alarm(kFirstLimitSeconds);  // nobody waits longer, whatever happens
    for (const CallFrames& listed : measuredFrames()) {
        if (listed.name() != name)
            continue;
        HostFrames frames = listed.allocate();
        const std::vector<double> times = timesOf(frames, 1 + kFirst + kNext);
        const auto begin = times.begin() + 1, end = begin + kFirst;
        const std::vector<double> few(begin, end), next(end, times.end());
        std::cout << times.front() << " " << meanOf(few) << " " << percentileOf(few, 1) << " "
                  << percentileOf(next, 0.5) << std::endl;
        return;
    }
    CV_Error_(cv::Error::StsBadArg, ("no first calls of '%s'", name.c_str()));
}

double tailOf(const std::vector<double>& times)
{
    return percentileOf(times, 0.99) / percentileOf(times, 0.5);
}

std::string described(const char* whose, const std::vector<double>& times)
{
    return cv::format("%s: %s, p99 ÷ median %.3f", whose, slowest(times).c_str(), tailOf(times));
}

CallRow inTurn(HostFrames frames, int calls)
{
    std::vector<double> ours, theirs;
    for (int i = 0; i < kUncounted + calls; ++i) {
        ours.push_back(timeConversion(frames));
        const HostFrame& frame = frames.next();
        theirs.push_back(secondsOf([&] { cv::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV); }));
    }
    ours.erase(ours.begin(), ours.begin() + kUncounted);
    theirs.erase(theirs.begin(), theirs.begin() + kUncounted);
    return {std::max(1.6, tailOf(theirs)), tailOf(ours),
            described("ours", ours) + "; " + described("cv::cvtColor", theirs)};
}

//! The slowest of many calls, and of cv::cvtColor's.
void measureTails(CallRows& rows, bool quick)
{
    const int calls = quick ? 400 : 1000;
    for (const CallFrames& frames :
         {CallFrames{"1080p", true}, CallFrames{"8K", true}, CallFrames{"1080p", false}, CallFrames{"8K", false}}) {
        rows.add(frames.name() + cv::format(", %d calls: p99 ÷ median (asked: 1.6, or cv::cvtColor's own)", calls),
                 [&] { return inTurn(frames.allocate(), calls); });
    }
}

CallRow callersAtOnce()
{
    std::vector<HostFrames> frames;
    for (int i = 0; i <= kCallers; ++i)
        frames.push_back(hostFrames(2, {1920, 1080}, CV_8UC4, CV_8UC3, pageLockedMemory));
    const HostFrame& asked = frames.back().first();
    const double alone = timeConversion(frames.back());  // measures the rates if nothing did
    const bool lateBefore = explained(asked).deviceLate;

    std::vector<std::future<std::vector<double>>> callers;
    for (size_t i = 0; i < kCallers; ++i)
        callers.push_back(std::async(std::launch::async, timesOf, std::ref(frames[i]), kCalls));
    int samples = 0, late = 0;
    std::vector<double> times;
    for (auto& caller : callers) {
        do {
            late += explained(asked).deviceLate ? 1 : 0;
            ++samples;
        } while (caller.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready);
        const std::vector<double> own = caller.get();
        times.insert(times.end(), own.begin(), own.end());
    }
    return {0, double(late),
            cv::format("of %d samples, open before: %s; a call: %s, alone %.4f", samples, lateBefore ? "yes" : "no",
                       slowest(times).c_str(), 1e3 * alone)};
}

//! Many threads that call at once must not take one another for a device that is late.
void measureCallers(CallRows& rows)
{
    rows.add(cv::format("1080p page-locked, %d callers at once, %d calls each: how often the breaker was seen open",
                        kCallers, kCalls),
             callersAtOnce);
}

void measure(const cv::CommandLineParser& options)
{
    const std::string reason = whyNoGpu(), parts = options.get<std::string>("parts");
    if (!reason.empty())
        CV_Error(cv::Error::GpuNotSupported, "nothing to measure: " + reason);
    alarm(kLimitSeconds);  // ends the process even if a part hangs; what was measured until then is written
    CallRows rows(options.get<std::string>("out"));
    if (listed(parts, "first"))
        measureFirstCalls(rows);
    if (listed(parts, "tails"))
        measureTails(rows, options.has("quick"));
    if (listed(parts, "callers"))
        measureCallers(rows);
    if (listed(parts, "loads"))
        measureLoads(rows, options.has("quick"));
}

}  // namespace

CallRows::CallRows(const std::string& path) : file_(path)
{
    file_ << "{\"rows\": [";
}

CallRows::~CallRows()
{
    file_ << "\n]}\n";
}

void CallRows::add(const std::string& what, const std::function<CallRow()>& measure)
{
    std::ostringstream row;
    row << "{\"what\": " << std::quoted(what);
    try {
        const CallRow measured = measure();
        if (!std::isfinite(measured.asked) || !std::isfinite(measured.measured))
            CV_Error(cv::Error::StsInternal, "a result is no number");
        row << ", \"asked\": " << measured.asked << ", \"measured\": " << measured.measured
            << ", \"beside\": " << std::quoted(measured.beside) << "}";
    } catch (const std::exception& error) {
        std::string reason = error.what();
        reason.resize(std::min(reason.size(), reason.find('\n')));
        row << ", \"error\": " << std::quoted(reason) << "}";
    }
    std::cout << row.str() << std::endl;
    file_ << (first_ ? "\n" : ",\n") << row.str();
    first_ = false;
    if (!file_.flush())
        CV_Error(cv::Error::StsError, "cannot write the rows");
}

HostFrames CallFrames::allocate() const
{
    const bool large = size == "8K";
    return hostFrames(large ? 4 : 64, large ? cv::Size(7680, 4320) : cv::Size(1920, 1080), CV_8UC4, CV_8UC3,
                      pageLocked ? pageLockedMemory : pageableMemory);
}

void convert(const HostFrame& frame, cv::cudastripe::Striper& striper)
{
    cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, cv::cudastripe::StreamRef(), striper);
}

double timeConversion(HostFrames& frames, cv::cudastripe::Striper& striper)
{
    const HostFrame& frame = frames.next();
    return secondsOf([&] { convert(frame, striper); });
}

cv::cudastripe::RouteChoice explained(const HostFrame& frame)
{
    using cv::cudastripe::Striper;
    return Striper::getDefault().explain([&](Striper& striper) { convert(frame, striper); });
}

}  // namespace bench

int main(int argc, char** argv)
{
    try {
        const cv::CommandLineParser options(argc, argv, bench::kOptions);
        if (options.has("help"))
            options.printMessage();
        else if (options.has("first-calls"))
            bench::runFirstCalls(options.get<std::string>("first-calls"));
        else
            bench::measure(options);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
