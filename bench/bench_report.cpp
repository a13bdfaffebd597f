// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures this library beside its peers: workloads, sizes, kinds of memory and numbers of threads. Caveats:
// - A case is workload/size/memory/threads/mechanism. Cases of one group, which differ in the mechanism alone, are
//   interleaved in random order; those of different groups are not, so ratios belong within a group.
// - Frames take turns, so that their data comes from memory; warm/ cases use one frame again and again.
// - Before what is short is timed it is done once untimed, which wakes up what is asleep.
// - "again" are cells in which the choice was not the best, measured once more.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>

#include "machine_context.hpp"
#include "report_peers.hpp"
#include "report_run.hpp"

namespace {

std::vector<std::string> listOf(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> names;
    for (std::string name; std::getline(stream, name, ',');)
        names.push_back(name);
    return names;
}

// Takes this program's own options from the arguments.
bool takeOption(const std::string& argument, bench::ReportOptions& options)
{
    const std::string name = argument.substr(0, argument.find('=') + 1), value = argument.substr(name.size());
    if (name == "--out=")
        options.out = value;
    else if (name == "--workloads=")
        options.workloads = listOf(value);
    else if (name == "--sizes=")
        options.sizes = listOf(value);
    else if (name == "--limit=")
        options.limitSeconds = std::stoi(value);
    else if (argument == "--quick")
        options.repetitions = 11;
    else
        return false;
    return true;
}

// False if there is no GPU.
bool addContext()
{
    benchmark::AddCustomContext("cudastripe", CUDASTRIPE_BENCH_VERSION);
    const std::string missing = bench::missingPeers();
    if (!missing.empty())
        benchmark::AddCustomContext("missing", missing);
    return bench::addMachineContext();
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        bench::ReportOptions options;
        std::vector<char*> arguments;
        std::copy_if(argv, argv + argc, std::back_inserter(arguments),
                     [&](const char* argument) { return !takeOption(argument, options); });
        std::string defaults[] = {"--benchmark_enable_random_interleaving=true",
                                  "--benchmark_repetitions=" + std::to_string(options.repetitions)};
        arguments.insert(arguments.begin() + 1, {&defaults[0][0], &defaults[1][0]});
        int count = static_cast<int>(arguments.size());
        benchmark::Initialize(&count, arguments.data());
        if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
            return 1;
        options.gpu = addContext();
        bench::runReport(options);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
