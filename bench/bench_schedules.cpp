// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures issue orders and numbers of stripes, and says beside each what the model of the H200 predicts. Caveats:
// - All memory is page-locked, and buffers take turns so that data comes from memory.
// - A time is the mean of one rotation through the buffers, one call after the other without overlap of two calls.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.
// - default_stream copies by itself, with this library's kernel between the copies.

#include <benchmark/benchmark.h>

#include <iostream>

#include "benchmark_main.hpp"
#include "cuda_handles.hpp"
#include "device_memory.hpp"
#include "gpu_context.hpp"
#include "opencv2/cudastripe/simulate.hpp"
#include "workload.hpp"

namespace {

using bench::Buffers;
using bench::Workload;
using cv::cudastripe::IssueOrder;
using cv::cudastripe::StreamHandle;
using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;
using cv::cudastripe::StriperParams;

using Work = std::function<void(const Buffers::Set&)>;

double predictedMs(const Workload& workload, const StriperParams& params)
{
    // Nothing is read or written.
    cv::Mat in(workload.size, workload.size.height == 1 ? CV_32FC1 : CV_8UC4);
    cv::Mat out(workload.size, workload.size.height == 1 ? CV_32FC1 : CV_8UC3);
    return cv::cudastripe::predictTimeline(
               cv::cudastripe::deviceProfile("H200"), params, cv::cudastripe::MemoryKind::PageLocked,
               [&](Striper& striper) { workload.run(workload, in.data, out.data, StreamRef(), striper); })
        .durationMs;
}

void registerCase(const Workload& workload, const std::shared_ptr<bench::Lazy<Buffers>>& buffers,
                  const std::string& name, const StriperParams& params, const std::function<Work()>& prepare)
{
    const auto work = std::make_shared<bench::Lazy<Work>>([=] { return std::make_unique<Work>(prepare()); });
    const double predicted = predictedMs(workload, params);
    benchmark::RegisterBenchmark((workload.name + "/" + name).c_str(),
                                 [=](benchmark::State& state) {
                                     work->get()(buffers->get().next());  // wakes up and makes what is made once
                                     for (auto _ : state)
                                         work->get()(buffers->get().next());
                                     state.counters["predicted_ms"] = predicted;
                                 })
        ->Iterations(workload.sets)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

Work onDefaultStream(const Workload& workload)
{
    const std::shared_ptr<void> in = bench::deviceMemory(workload.inBytes),
                                out = bench::deviceMemory(workload.outBytes);
    return [=](const Buffers::Set& set) {
        BENCH_CUDA(cudaMemcpyAsync(in.get(), set.in.get(), workload.inBytes, cudaMemcpyHostToDevice, nullptr));
        workload.run(workload, in.get(), out.get(), StreamHandle(nullptr), Striper::getDefault());
        BENCH_CUDA(cudaMemcpyAsync(set.out.get(), out.get(), workload.outBytes, cudaMemcpyDeviceToHost, nullptr));
        BENCH_CUDA(cudaStreamSynchronize(nullptr));
    };
}

Work striped(const Workload& workload, const StriperParams& params)
{
    const auto striper = std::make_shared<Striper>(params);
    return [=](const Buffers::Set& set) { workload.run(workload, set.in.get(), set.out.get(), StreamRef(), *striper); };
}

void registerWorkload(const Workload& workload)
{
    const auto buffers = std::make_shared<bench::Lazy<Buffers>>([=] { return std::make_unique<Buffers>(workload); });
    const auto add = [&](const std::string& name, const StriperParams& params) {
        registerCase(workload, buffers, name, params, [=] { return striped(workload, params); });
    };
    StriperParams params = StriperParams::forCurrentDevice();
    params.route = cv::cudastripe::Route::Striped;
    params.deviceMemoryLimit = size_t(1) << 31;
    StriperParams one = params;
    one.stripes = 1;
    registerCase(workload, buffers, "default_stream", one, [=] { return onDefaultStream(workload); });
    add("chosen", params);
    for (int count : {2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40, 48, 64}) {
        params.stripes = count;
        add(cv::format("dedicated_%d", count), params);
    }
    params.stripes = 0;
    for (int streams : {4, 8, 16, 18, 32}) {
        params.streams = streams;
        params.order = IssueOrder::DepthFirst;
        add(cv::format("depth_first_%d", streams), params);
        params.order = IssueOrder::BreadthFirst;
        add(cv::format("breadth_first_%d", streams), params);
    }
}

}  // namespace

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] {
        bench::requireGpu();
        for (const Workload& workload : bench::workloads())
            registerWorkload(workload);
    });
}
