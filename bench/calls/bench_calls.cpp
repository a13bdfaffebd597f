// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures calls one by one, as means and medians of many do not show them: the first of a process, the slowest, those
// of many threads at once, and those beside other work.

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "../common/benchmarks.hpp"
#include "../common/times.hpp"
#include "calls.hpp"
#include "opencv2/core/utility.hpp"
#include "opencv2/cudastripe/color.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

constexpr unsigned kLimitSeconds = 240;
constexpr const char* kOptions =
    "{help        |           | shows these options }"
    "{out         |calls.json | where the rows are written as JSON }"
    "{quick       |           | fewer calls: 45 seconds instead of 90 }"
    "{parts       |first,tails,callers,loads | what is measured, separated by commas }"
    "{first-calls |           | frames of a process that this program has started }";

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
