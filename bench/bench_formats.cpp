// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures every YUV layout at 8K beside the transfers of its own bytes, its kernel beside a device copy of as many
// bytes, and OpenCV's codes on the CPU beside cv::cvtColor. Caveats:
// - bound is both copies at once; striped is one call from page-locked to page-locked memory.
// - Four sets of memory take turns, shared by all cases, so data comes from memory. A time is the mean of a rotation.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <benchmark/benchmark.h>

#include <iostream>

#include "benchmark_main.hpp"
#include "format_cases.hpp"
#include "machine_context.hpp"

namespace {

// A layout's bytes do not depend on matrix, range and siting; kernels hardly do, so the costliest siting stands.
std::vector<bench::FormatCase> formatCases()
{
    using namespace cv::cudastripe;
    std::vector<bench::FormatCase> cases;
    for (const YuvFormat& format : YuvFormat::all()) {
        const YuvFormat costly = YuvFormat(format.layout()).withDepth(format.depth()).withSiting(ChromaSiting::Center);
        if (format != costly)
            continue;
        for (int channels : {3, 4})
            cases.push_back({format, channels});
    }
    return cases;
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] {
        bench::registerCodesOnCpu();
        const bool gpu = bench::addMachineContext();
#ifdef HAVE_CUDASTRIPE_CUDA
        if (gpu)
            bench::registerFormatsOnGpu(formatCases());
#else
        (void)gpu;
        (void)formatCases;
#endif
    });
}
