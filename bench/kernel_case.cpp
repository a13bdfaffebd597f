// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "kernel_case.hpp"

#include <benchmark/benchmark.h>

#include "stream_gate.hpp"

namespace bench {
namespace {

class RunningKernel
{
public:
    RunningKernel(const FrameSize& size, const KernelCase& kernelCase) : size_(size), case_(kernelCase) {}

    void run(benchmark::State& state)
    {
        if (!stream_) {
            stream_ = std::make_unique<CudaStream>();
            start_ = std::make_unique<CudaEvent>();
            end_ = std::make_unique<CudaEvent>();
            tryOut();
        }
        for (auto _ : state)
            state.SetIterationTime(meanSeconds());
        state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * case_.bytes));
    }

private:
    // Loads the kernel, too, which must not happen behind the gate.
    void tryOut()
    {
        const DeviceFrame& frame = case_.frames->get().next();
        case_.launch(frame, *stream_);
        stream_->wait();
        if (case_.check)
            case_.check(frame);
    }

    double meanSeconds()
    {
        {
            StreamGate gate(*stream_);
            case_.launch(case_.frames->get().next(), *stream_);  // not timed: clocks rise, caches turn cold
            start_->record(*stream_);
            for (int i = 0; i < size_.launches; ++i)
                case_.launch(case_.frames->get().next(), *stream_);
            end_->record(*stream_);
            gate.open();
            end_->wait();
        }
        float timeMs = 0;
        BENCH_CUDA(cudaEventElapsedTime(&timeMs, start_->get(), end_->get()));
        return timeMs / 1e3 / size_.launches;
    }

    const FrameSize size_;
    const KernelCase case_;
    std::unique_ptr<CudaStream> stream_;
    std::unique_ptr<CudaEvent> start_, end_;
};

}  // namespace

void registerKernelCase(const FrameSize& size, const KernelCase& kernelCase)
{
    const auto running = std::make_shared<RunningKernel>(size, kernelCase);
    benchmark::RegisterBenchmark(size.caseName(kernelCase.mechanism).c_str(),
                                 [running](benchmark::State& state) { running->run(state); })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace bench
