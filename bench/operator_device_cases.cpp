// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <benchmark/benchmark.h>

#include <map>
#include <mutex>

#include "launch_timer.hpp"
#include "lazy.hpp"
#include "opencv2/cudastripe/elementwise.hpp"
#include "operator_cases.hpp"
#include "operator_device_images.hpp"

namespace bench {
namespace {

constexpr int kLaunches = 16;

//! What all cases of a type share.
struct Resources
{
    explicit Resources(int type) : images(type) {}

    OperatorDeviceImages images;
    LaunchTimer timer;
};

using Shared = SharedLazy<Resources>;
using Launch = void (*)(const OperatorJob& job, const DeviceImages& images, StreamPointer stream);

void transform(const OperatorJob& job, const DeviceImages& images, StreamPointer stream)
{
    using cv::cudastripe::StreamHandle;
    cv::cuda::GpuMat dst = images.dst;
    if (job.chain.usesSecond()) {
        cv::cudastripe::transform(images.src, images.second, dst, job.chain, cv::noArray(), StreamHandle(stream));
    } else {
        cv::cudastripe::transform(images.src, dst, job.chain, cv::noArray(), StreamHandle(stream));
    }
}

// Reads and writes as many bytes in all as the job: from the first image and half of the second if it has two.
void copy(const OperatorJob& job, const DeviceImages& images, StreamPointer stream)
{
    const size_t bytes = job.chain.usesSecond() ? job.imageBytes() * 3 / 2 : job.imageBytes();
    BENCH_CUDA(cudaMemcpyAsync(images.dst.data, images.src.data, bytes, cudaMemcpyDeviceToDevice,
                               static_cast<cudaStream_t>(stream)));
}

// Loads, too, which must not happen behind a gate.
void tryOut(const OperatorJob& job, const std::string& name, Resources& r, Launch launch)
{
    const DeviceImages& images = r.images.next();
    clearResult(images);
    launch(job, images, r.timer.stream().get());
    r.timer.stream().wait();
    if (launch != copy)
        checkRows(job, name, images);
}

void registerCase(const OperatorJob& job, const std::string& whose, const Shared& shared, Launch launch)
{
    const std::string name = "device/" + job.typeName() + "/" + job.name + "/" + whose;
    const auto first = std::make_shared<std::once_flag>();
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) {
                                     Resources& r = shared->get();
                                     std::call_once(*first, [&] { tryOut(job, name, r, launch); });
                                     for (auto _ : state) {
                                         state.SetIterationTime(r.timer.meanSeconds(
                                             kLaunches, [&] { launch(job, r.images.next(), r.timer.stream().get()); }));
                                     }
                                 })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void registerOperatorsOnDevice()
{
    std::map<int, Shared> resources;
    for (const OperatorJob& job : deviceJobs()) {
        Shared& shared = resources[job.type];
        if (!shared) {
            const int type = job.type;
            shared = std::make_shared<Lazy<Resources>>([type] { return std::make_unique<Resources>(type); });
        }
        registerCase(job, "cudastripe", shared, transform);
        registerCase(job, "cub", shared, callCub);
        registerCase(job, "copy", shared, copy);
        if (haveCudaArithm())
            registerCase(job, "cv_cuda", shared, callOpenCvCuda);
    }
}

}  // namespace bench
