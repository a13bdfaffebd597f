// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "host_case.hpp"

#include <benchmark/benchmark.h>

#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

class RunningCase
{
public:
    RunningCase(const FrameSize& size, const HostCase& hostCase) : size_(size), case_(hostCase) {}

    void run(benchmark::State& state)
    {
        if (!work_) {
            work_ = case_.prepare();
            tryOut();
        }
        work_(nextFrame());
        for (auto _ : state)
            work_(nextFrame());
        state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * case_.bytes));
    }

private:
    const HostFrame& nextFrame()
    {
        HostFrames& frames = case_.frames->get();
        return case_.cache == HostCase::Cache::Warm ? frames.warm() : frames.next();
    }

    void tryOut()
    {
        HostFrame frame = nextFrame();
        frame.out.setTo(0);  // else it might hold the right result of another case
        work_(frame);
        if (case_.check == HostCase::Check::Nothing)
            return;
        cv::Mat expected;
        cv::cvtColor(frame.in, expected, cv::COLOR_BGR2YUV);
        if (cv::norm(frame.out, expected, cv::NORM_INF) != 0)
            CV_Error_(cv::Error::StsInternal,
                      ("%s differs from cv::cvtColor", size_.caseName(case_.mechanism).c_str()));
    }

    const FrameSize size_;
    const HostCase case_;
    FrameWork work_;
};

}  // namespace

void registerHostCase(const FrameSize& size, const HostCase& hostCase)
{
    const auto running = std::make_shared<RunningCase>(size, hostCase);
    benchmark::RegisterBenchmark(size.caseName(hostCase.mechanism).c_str(),
                                 [running](benchmark::State& state) { running->run(state); })
        ->Iterations(size.frames)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace bench
