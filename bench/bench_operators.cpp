// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures operators on 8K images, one and five, beside what else computes them: OpenCV's calls on the CPU, cv::cuda's
// with their copies, and CUB's transform in device memory. Caveats:
// - host/ is page-locked to page-locked memory; a time is the mean of a rotation of frames, all waits included.
// - device/ is the time of kernels alone, by events. CUB's functors are written by hand for the type and the job.
// - cpu/ is pageable memory; one frame a repetition, since OpenCV's chain takes long.
// - Sets of memory take turns, so that data comes from memory, and every case's result is checked against OpenCV's.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <benchmark/benchmark.h>

#include <iostream>

#include "benchmark_main.hpp"
#include "machine_context.hpp"
#include "operator_cases.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "operator_peers.hpp"
#endif

namespace {

void registerOnGpu()
{
#ifdef HAVE_CUDASTRIPE_CUDA
    if (!bench::haveCudaArithm())
        std::cerr << "cv::cuda is not measured: this OpenCV has no module cudaarithm\n";
    bench::registerOperatorsFromHost();
    bench::registerOperatorsOnDevice();
#endif
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] {
        bench::registerOperatorsOnCpu();
        if (bench::addMachineContext())
            registerOnGpu();
    });
}
