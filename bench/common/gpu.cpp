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

//! What a stream waits for until all launches are enqueued.
struct Gate
{
    std::promise<void> opening;
    std::future<void> opened = opening.get_future();
    bool late = false;
};

void CUDART_CB awaitGate(void* data)
{
    Gate& gate = *static_cast<Gate*>(data);
    gate.late = gate.opened.wait_for(std::chrono::seconds(5)) != std::future_status::ready;
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
    Gate gate;
    {
        const std::shared_ptr<void> openAtEnd(&gate, [&](void*) {
            gate.opening.set_value();
            cudaStreamSynchronize(stream.get());  // awaitGate() uses the gate
        });
        BENCH_CUDA(cudaLaunchHostFunc(stream.get(), awaitGate, &gate));
        launch();  // clocks rise, caches turn cold
        BENCH_CUDA(cudaEventRecord(begin.get(), stream.get()));
        for (int i = 0; i < kLaunches; ++i)
            launch();
        BENCH_CUDA(cudaEventRecord(end.get(), stream.get()));
    }
    if (gate.late)
        CV_Error_(cv::Error::StsError, ("a launch waited until the %d before it were done", kLaunches));
    float timeMs = 0;
    BENCH_CUDA(cudaEventElapsedTime(&timeMs, begin.get(), end.get()));
    return timeMs / 1e3 / kLaunches;
}

void registerLaunches(const std::string& name, const std::function<void()>& launch, const std::function<void()>& check)
{
    const auto first = std::make_shared<std::once_flag>();
    const auto failed = std::make_shared<std::string>();
    const auto run = [=](benchmark::State& state) {
        if (!failed->empty())
            return state.SkipWithError(failed->c_str());
        try {
            std::call_once(*first, [&] {
                waited(launch)();  // loads the kernel, which would wait for the stream
                for (int i = 0; i < 2 * kLaunches; ++i)
                    launch();  // allocates what so many launches in flight need
                launchStream().wait();
                if (check)
                    check();
            });
            for (auto _ : state)
                state.SetIterationTime(launchSeconds(launch));
        } catch (const std::exception& error) {
            *failed = error.what();
            state.SkipWithError(error.what());
        }
    };
    benchmark::RegisterBenchmark(name.c_str(), run)->Iterations(1)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

}  // namespace bench
