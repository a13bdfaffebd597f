// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The main() of all programs that have none of their own.

#include <benchmark/benchmark.h>

#include <iostream>

#include "benchmarks.hpp"

int main(int argc, char** argv)
{
    std::vector<char*> arguments = bench::initializeBenchmarks(argc, argv);
    if (benchmark::ReportUnrecognizedArguments(static_cast<int>(arguments.size()), arguments.data()))
        return 1;
    try {
        bench::registerAll();
        const bool any = benchmark::RunSpecifiedBenchmarks() > 0;
        benchmark::ClearRegisteredBenchmarks();  // frees memory of the cases before CUDA ends
        return any ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
