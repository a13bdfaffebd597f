// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures calls one by one, as means and medians of many do not show them: the first of a process, the slowest, those
// of many threads at once, and those beside other work.
//
//   bench_calls [--out=FILE] [--quick] [--parts=LIST]
//
//   --out=FILE     where the rows are written as JSON (default: calls.json)
//   --quick        fewer calls: 45 seconds instead of 90
//   --parts=LIST   of first, tails, callers and loads, separated by commas (default: all)

#include <unistd.h>

#include <iostream>

#include "calls.hpp"
#include "gpu_context.hpp"

namespace {

constexpr unsigned kLimitSeconds = 240;

struct Options
{
    std::string out = "calls.json", parts, firstCalls;
    bool quick = false;

    bool wants(const std::string& part) const
    {
        return parts.empty() || ("," + parts + ",").find("," + part + ",") != std::string::npos;
    }
};

Options readOptions(int argc, char** argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i], name = argument.substr(0, argument.find('=') + 1),
                          value = argument.substr(name.size());
        if (name == "--out=")
            options.out = value;
        else if (name == "--parts=")
            options.parts = value;
        else if (name == "--first-calls=")  // of a process that this program has started
            options.firstCalls = value;
        else if (argument == "--quick")
            options.quick = true;
        else
            CV_Error_(cv::Error::StsBadArg, ("unknown option '%s'", argument.c_str()));
    }
    return options;
}

void measure(const Options& options)
{
    bench::requireGpu();
    alarm(kLimitSeconds);  // ends the process even if a part hangs; what was measured until then is written
    bench::CallRows rows(options.out);
    if (options.wants("first"))
        bench::measureFirstCalls(rows);
    if (options.wants("tails"))
        bench::measureTails(rows, options.quick);
    if (options.wants("callers"))
        bench::measureCallers(rows);
    if (options.wants("loads"))
        bench::measureLoads(rows, options.quick);
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        const Options options = readOptions(argc, argv);
        if (options.firstCalls.empty())
            measure(options);
        else
            bench::runFirstCalls(options.firstCalls);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
