// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "benchmark_main.hpp"

#include <benchmark/benchmark.h>

#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace bench {

BenchmarkFunction guarded(const BenchmarkFunction& function)
{
    return [function](benchmark::State& state) {
        try {
            function(state);
        } catch (const std::exception& error) {
            state.SkipWithError(error.what());
        }
    };
}

int runBenchmarks(int argc, char** argv, const std::function<void()>& registerAll)
{
    // Medians of interleaved repetitions unless the arguments, which come later, say otherwise.
    std::string defaults[] = {"--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=31",
                              "--benchmark_display_aggregates_only=true"};
    std::vector<char*> arguments(argv, argv + argc);
    std::string few = "--benchmark_repetitions=11";
    for (char*& argument : arguments) {
        if (argument == std::string("--quick"))
            argument = &few[0];
    }
    for (std::string& option : defaults)
        arguments.insert(arguments.begin() + 1, &option[0]);
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
        return 1;

    int status = 0;
    try {
        registerAll();
        if (benchmark::RunSpecifiedBenchmarks() == 0)
            status = 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        status = 1;
    }
    benchmark::ClearRegisteredBenchmarks();  // frees what the cases hold while CUDA still is there
    return status;
}

}  // namespace bench
