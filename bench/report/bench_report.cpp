// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures this library beside its peers: workloads, sizes, kinds of memory and numbers of threads. Caveats:
// - A case is workload/size/memory/threads/mechanism. Cases of one group, which differ in the mechanism alone, are
//   interleaved in random order; those of different groups are not, so ratios belong within a group.
// - Frames take turns, so that their data comes from memory; warm/ cases use one frame again and again.
// - Short work is done once untimed before it is timed, which wakes up sleeping threads and raises clocks.
// - "again" are cells in which the choice was not the best, measured once more.

#include <benchmark/benchmark.h>

#include <iostream>

#include "../common/benchmarks.hpp"
#include "../common/libyuv.hpp"
#include "cases.hpp"
#include "opencv2/core/utility.hpp"

namespace bench { namespace {

using cv::cudastripe::YuvLayout;

constexpr const char* kOptions =
    "{out       |.                           | folder for the JSON files, one for each workload }"
    "{workloads |                            | workloads, separated by commas; all, if empty }"
    "{sizes     |VGA,720p,1080p,4K,8K,16K    | sizes, separated by commas }"
    "{limit     |480                         | seconds after which nothing new is measured }"
    "{quick     |                            | 11 repetitions instead of 31 }";

// The peers that this build lacks, separated by commas.
std::string missingPeers()
{
    std::string missing;
    const auto add = [&](const char* name, bool have) {
        if (!have)
            missing += (missing.empty() ? "" : ", ") + std::string(name);
    };
    add("libyuv", libyuvFor(YuvLayout::NV12, 4, false, true) != nullptr);
#ifdef HAVE_CUDASTRIPE_CUDA
    const std::vector<ReportWorkload>& workloads = reportWorkloads();  // colours, NV12, I420, operators
    add("cv::cuda's colours (cudaimgproc)", cvCudaFor(workloads[0]) != nullptr);
    add("cv::cuda's operators (cudaarithm)", cvCudaFor(workloads[3]) != nullptr);
    add("NPP", nppFor(workloads[0]) != nullptr);
#else
    add("CUDA", false);
#endif
    return missing;
}

void run(const cv::CommandLineParser& options)
{
    benchmark::AddCustomContext("cudastripe", CUDASTRIPE_BENCH_VERSION);
    const std::string missing = missingPeers();
    if (!missing.empty())
        benchmark::AddCustomContext("missing", missing);
    const bool gpu = addMachineContext();
    runReport({options.get<std::string>("out"), options.get<std::string>("workloads"),
               options.get<std::string>("sizes"), options.get<int>("limit"), gpu});
}

}}  // namespace bench

int main(int argc, char** argv)
{
    try {
        const std::vector<char*> arguments = bench::initializeBenchmarks(argc, argv);
        const cv::CommandLineParser options(static_cast<int>(arguments.size()), arguments.data(), bench::kOptions);
        bench::run(options);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
