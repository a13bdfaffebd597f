// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <benchmark/benchmark.h>

#include <functional>
#include <mutex>

#include "lazy.hpp"
#include "opencv2/core/utility.hpp"
#include "opencv2/cudastripe/elementwise.hpp"
#include "operator_cases.hpp"
#include "operator_images.hpp"
#include "operator_peers.hpp"

namespace bench {
namespace {

using Frames = SharedLazy<OperatorFrames>;
using Apply = std::function<void(const OperatorJob&, const cv::Mat&, cv::Mat&)>;

// A sixteenth of a frame wakes the threads up; a whole one of OpenCV's chain takes longer than all else.
HostFrame wakingRows(const HostFrame& frame)
{
    return {frame.in.rowRange(checkedRows()), frame.out.rowRange(checkedRows())};
}

void registerCase(const OperatorJob& job, int threads, const std::string& whose, const Frames& frames,
                  const Apply& apply)
{
    const std::string name = "cpu/" + job.name + "/" + std::to_string(threads) + "/" + whose;
    const auto first = std::make_shared<std::once_flag>();
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) {
                                     const int before = cv::getNumThreads();
                                     cv::setNumThreads(threads);
                                     HostFrame rows = wakingRows(frames->get().next());
                                     apply(job, rows.in, rows.out);
                                     std::call_once(*first, checkRows, job, name, rows.in, cv::Mat(), rows.out);
                                     for (auto _ : state) {
                                         HostFrame frame = frames->get().next();
                                         apply(job, frame.in, frame.out);
                                     }
                                     cv::setNumThreads(before);
                                 })
        ->Iterations(1)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void registerOperatorsOnCpu()
{
    const auto frames =
        std::make_shared<Lazy<OperatorFrames>>([] { return std::make_unique<OperatorFrames>(pageableMemory); });
    const auto striper = std::make_shared<cv::cudastripe::Striper>(cv::cudastripe::StriperParams());
    const Apply ours = [striper](const OperatorJob& job, const cv::Mat& src, cv::Mat& dst) {
        cv::cudastripe::transform(src, dst, job.chain, cv::noArray(), {}, *striper);
    };
    const Apply theirs = [](const OperatorJob& job, const cv::Mat& src, cv::Mat& dst) {
        callOpenCv(job, src, cv::Mat(), dst);
    };
    for (const OperatorJob& job : hostJobs()) {
        for (int threads = 1; threads <= cv::getNumThreads(); threads *= 4) {
            registerCase(job, threads, "cudastripe", frames, ours);
            registerCase(job, threads, "cv", frames, theirs);
        }
    }
}

}  // namespace bench
