// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <benchmark/benchmark.h>

#include <functional>
#include <mutex>

#include "benchmark_main.hpp"
#include "cuda_handles.hpp"
#include "gpu_striper.hpp"
#include "lazy.hpp"
#include "opencv2/cudastripe/elementwise.hpp"
#include "operator_cases.hpp"
#include "operator_device_images.hpp"
#include "operator_images.hpp"
#include "operator_peers.hpp"
#include "page_locked_memory.hpp"

namespace bench {
namespace {

//! What all cases share.
struct Resources
{
    OperatorFrames frames{pageLockedMemory};
    OperatorDeviceImages device{CV_8UC4};
    CudaStream up, down;
};

using Shared = SharedLazy<Resources>;
using Work = std::function<void(Resources& r, HostFrame& frame)>;

void bothCopies(Resources& r, HostFrame& frame)
{
    const DeviceImages images = r.device.next();
    const size_t bytes = frame.in.total() * frame.in.elemSize();
    BENCH_CUDA(cudaMemcpyAsync(images.src.data, frame.in.data, bytes, cudaMemcpyHostToDevice, r.up.get()));
    BENCH_CUDA(cudaMemcpyAsync(frame.out.data, images.dst.data, bytes, cudaMemcpyDeviceToHost, r.down.get()));
    r.up.wait();
    r.down.wait();
}

void transformOnce(const OperatorJob& job, HostFrame& frame, cv::cudastripe::Striper& striper)
{
    cv::cudastripe::transform(frame.in, frame.out, job.chain, cv::noArray(), {}, striper);
}

// A call for each step, the first from source to destination, the others in place.
void transformEach(const std::vector<OperatorJob>& steps, HostFrame& frame)
{
    for (size_t i = 0; i < steps.size(); ++i)
        cv::cudastripe::transform(i == 0 ? frame.in : frame.out, frame.out, steps[i].chain, cv::noArray(), {},
                                  gpuStriper());
}

void openCvCuda(const OperatorJob& job, Resources& r, HostFrame& frame)
{
    DeviceImages images = r.device.next();
    callOpenCvCudaFromHost(job, frame.in, frame.out, images.dst, r.up.get());
}

void tryOut(const OperatorJob& job, const std::string& name, Resources& r, const Work& work)
{
    HostFrame frame = r.frames.next();
    frame.out.setTo(0);  // else it might hold the right result of another case
    work(r, frame);
    checkRows(job, name, frame.in.rowRange(checkedRows()), cv::Mat(), frame.out.rowRange(checkedRows()));
}

void registerCase(const std::string& name, const Shared& shared, const Work& work,
                  const std::function<void(Resources&)>& beforeFirst)
{
    const auto first = std::make_shared<std::once_flag>();
    benchmark::RegisterBenchmark(name.c_str(), guarded([=](benchmark::State& state) {
                                     Resources& r = shared->get();
                                     std::call_once(*first, [&] { beforeFirst(r); });
                                     HostFrame frame = r.frames.next();
                                     work(r, frame);  // wakes up what is asleep
                                     for (auto _ : state) {
                                         frame = r.frames.next();
                                         work(r, frame);
                                     }
                                 }))
        ->Iterations(kImageSets)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

void registerJob(const OperatorJob& job, const std::string& mechanism, const Shared& shared, const Work& work)
{
    const std::string name = "host/" + job.name + "/" + mechanism;
    registerCase(name, shared, work, [=](Resources& r) { tryOut(job, name, r, work); });
}

}  // namespace

void registerOperatorsFromHost()
{
    const auto shared = std::make_shared<Lazy<Resources>>([] { return std::make_unique<Resources>(); });
    registerCase("host/bound/both_copies", shared, bothCopies, [](Resources&) {});
    for (const OperatorJob& job : hostJobs()) {
        const std::vector<OperatorJob> steps = separateSteps(job);
        registerJob(job, "cudastripe", shared, [=](Resources&, HostFrame& f) { transformOnce(job, f, gpuStriper()); });
        registerJob(job, "cudastripe_chosen", shared,
                    [=](Resources&, HostFrame& f) { transformOnce(job, f, cv::cudastripe::Striper::getDefault()); });
        if (steps.size() > 1)
            registerJob(job, "cudastripe_separate", shared, [=](Resources&, HostFrame& f) { transformEach(steps, f); });
        if (haveCudaArithm())
            registerJob(job, "cv_cuda", shared, [=](Resources& r, HostFrame& f) { openCvCuda(job, r, f); });
    }
}

}  // namespace bench
