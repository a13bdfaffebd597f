// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "gpu.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <future>
#include <memory>
#include <mutex>

namespace bench {
namespace {

constexpr int kLaunches = 16;

void CUDART_CB awaitGate(void* gate)
{
    static_cast<std::future<void>*>(gate)->wait_for(std::chrono::seconds(5));
}

}  // namespace

void copyBothWays(const HostFrame& host, const DeviceFrame& device)
{
    static const CudaStream &up = *new CudaStream, &down = *new CudaStream;
    upload(host.in, device.in, up);
    download(device.out, host.out, down);
    up.wait();
    down.wait();
}

const CudaStream& launchStream()
{
    static const CudaStream& stream = *new CudaStream;
    return stream;
}

double launchSeconds(const std::function<void()>& launch)
{
    static const CudaEvent &begin = *new CudaEvent(cudaEventDefault), &end = *new CudaEvent(cudaEventDefault);
    const CudaStream& stream = launchStream();  // waits until all are enqueued
    {
        std::promise<void> opening;
        std::future<void> gate = opening.get_future();
        const std::shared_ptr<void> openAtEnd(&gate, [&](void*) {
            opening.set_value();
            cudaStreamSynchronize(stream.get());  // awaitGate() uses the gate
        });
        BENCH_CUDA(cudaLaunchHostFunc(stream.get(), awaitGate, &gate));
        launch();  // clocks rise, caches turn cold
        BENCH_CUDA(cudaEventRecord(begin.get(), stream.get()));
        for (int i = 0; i < kLaunches; ++i)
            launch();
        BENCH_CUDA(cudaEventRecord(end.get(), stream.get()));
    }
    float timeMs = 0;
    BENCH_CUDA(cudaEventElapsedTime(&timeMs, begin.get(), end.get()));
    return timeMs / 1e3 / kLaunches;
}

void registerLaunches(const std::string& name, const std::function<void()>& launch, const std::function<void()>& check)
{
    const auto first = std::make_shared<std::once_flag>();
    const auto run = [=](benchmark::State& state) {
        try {
            std::call_once(*first, [&] {
                waited(launch)();  // loads the kernel, which would wait for the stream
                if (check)
                    check();
            });
            for (auto _ : state)
                state.SetIterationTime(launchSeconds(launch));
        } catch (const std::exception& error) {
            state.SkipWithError(error.what());
        }
    };
    benchmark::RegisterBenchmark(name.c_str(), run)->Iterations(1)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

}  // namespace bench
