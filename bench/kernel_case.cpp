// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "kernel_case.hpp"

#include <benchmark/benchmark.h>

#include "launch_timer.hpp"

namespace bench {
namespace {

class RunningKernel
{
public:
    RunningKernel(const FrameSize& size, const KernelCase& kernelCase) : size_(size), case_(kernelCase) {}

    void run(benchmark::State& state)
    {
        if (!timer_) {
            timer_ = std::make_unique<LaunchTimer>();
            tryOut();
        }
        for (auto _ : state) {
            state.SetIterationTime(timer_->meanSeconds(
                size_.launches, [&] { case_.launch(case_.frames->get().next(), timer_->stream()); }));
        }
        state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * case_.bytes));
    }

private:
    // Loads the kernel, too, which must not happen behind the gate.
    void tryOut()
    {
        const DeviceFrame& frame = case_.frames->get().next();
        case_.launch(frame, timer_->stream());
        timer_->stream().wait();
        if (case_.check)
            case_.check(frame);
    }

    const FrameSize size_;
    const KernelCase case_;
    std::unique_ptr<LaunchTimer> timer_;
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
