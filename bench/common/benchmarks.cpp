// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "benchmarks.hpp"

#include <benchmark/benchmark.h>

#include <iostream>
#include <memory>
#include <mutex>
#include <vector>

#include "opencv2/core/utility.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "gpu.hpp"
#endif

namespace bench {

namespace {

void addGpuContext()
{
#ifdef HAVE_CUDASTRIPE_CUDA
    int number = 0, driver = 0, runtime = 0;
    cudaDeviceProp properties;
    BENCH_CUDA(cudaGetDevice(&number));
    BENCH_CUDA(cudaGetDeviceProperties(&properties, number));
    BENCH_CUDA(cudaDriverGetVersion(&driver));
    BENCH_CUDA(cudaRuntimeGetVersion(&runtime));
    const auto dotted = [](int version) { return cv::format("%d.%d", version / 1000, version % 1000 / 10); };
    benchmark::AddCustomContext("gpu", properties.name);
    benchmark::AddCustomContext("cuda_driver", dotted(driver));
    benchmark::AddCustomContext("cuda_runtime", dotted(runtime));
#endif
}

}  // namespace

std::string whyNoGpu()
{
#ifdef HAVE_CUDASTRIPE_CUDA
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess)
        return cudaGetErrorString(error);
    return count > 0 ? "" : "no CUDA device";
#else
    return "built without CUDA";
#endif
}

bool addMachineContext()
{
    benchmark::AddCustomContext("opencv", cv::getVersionString());
    benchmark::AddCustomContext("threads", std::to_string(allThreads()));
    const std::string reason = whyNoGpu();
    if (reason.empty())
        addGpuContext();
    else
        std::cerr << "Only the CPU is measured: " << reason << "\n";
    return reason.empty();
}

bool listed(const std::string& list, const std::string& name)
{
    return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

int allThreads()
{
    static const int threads = cv::getNumThreads();
    return threads;
}

void registerCalls(const CallCase& callCase)
{
    const auto first = std::make_shared<std::once_flag>();
    const auto run = [=](benchmark::State& state) {
        try {
            cv::setNumThreads(callCase.threads);
            if (callCase.check)
                std::call_once(*first, callCase.check);
            callCase.wake ? callCase.wake() : callCase.work();
            for (auto _ : state)
                callCase.work();
        } catch (const std::exception& error) {
            state.SkipWithError(error.what());
        }
    };
    benchmark::RegisterBenchmark(callCase.name.c_str(), run)
        ->Iterations(callCase.calls)
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
}

std::vector<char*> initializeBenchmarks(int argc, char** argv)
{
    // Medians of interleaved repetitions unless the arguments, which come later, say otherwise.
    static std::string defaults[] = {"--benchmark_enable_random_interleaving=true", "--benchmark_repetitions=31",
                                     "--benchmark_display_aggregates_only=true"};
    static std::string few = "--benchmark_repetitions=11";
    std::vector<char*> arguments(argv, argv + argc);
    for (char*& argument : arguments) {
        if (argument == std::string("--quick"))
            argument = &few[0];
    }
    for (std::string& option : defaults)
        arguments.insert(arguments.begin() + 1, &option[0]);
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    arguments.resize(static_cast<size_t>(count));
    allThreads();
    return arguments;
}

}  // namespace bench
