// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <iostream>
#include <map>

#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "../common/stripers.hpp"
#include "opencv2/cudastripe/elementwise.hpp"
#include "operators.hpp"

namespace bench {
namespace {

using cv::cuda::GpuMat;
using cv::cudastripe::Route;
using cv::cudastripe::Striper;

// Shared by all cases, and never destroyed: CUDA may be gone before static objects are.
HostFrames& lockedFrames()
{
    static auto& frames = *new auto(hostFrames(kImageSets, OperatorJob::size(), CV_8UC4, CV_8UC4, pageLockedMemory));
    return frames;
}

DeviceFrames& framesOnDevice(int type)
{
    static auto& all = *new std::map<int, DeviceFrames>();
    DeviceFrames& frames = all[type];
    if (frames.count() == 0)
        frames = deviceFrames(kImageSets, OperatorJob::size(), type, true);
    return frames;
}

void transform(const OperatorJob& job, const HostFrame& frame, Striper& striper)
{
    cv::cudastripe::transform(frame.in, frame.out, job.chain, cv::noArray(), {}, striper);
}

// A call for each step, the first from source to destination, the others in place.
void transformEach(const OperatorJob& job, const HostFrame& frame)
{
    cv::Mat from = frame.in;
    for (const cv::cudastripe::Operator& step : job.chain.steps()) {
        transform({job.name, job.type, cv::cudastripe::Chain().append(step)}, {from, frame.out},
                  striperFor(Route::Striped));
        from = frame.out;
    }
}

void registerFromHost(const OperatorJob& job, const std::string& whose,
                      const std::function<void(const HostFrame&)>& work)
{
    const std::string name = "host/" + job.name + "/" + whose;
    CallCase host = {name, kImageSets, [=] { work(lockedFrames().next()); }};
    host.check = [=] {
        HostFrame frame = lockedFrames().next();
        frame.out.setTo(0);  // else it might hold the right result of another case
        work(frame);
        checkResult(job, name, checkedRows(frame));
    };
    registerCalls(host);
}

void registerFromHost()
{
    registerCalls({"host/bound/both_copies", kImageSets,
                   [] { copyBothWays(lockedFrames().next(), framesOnDevice(CV_8UC4).next()); }});
    for (const OperatorJob& job : hostJobs()) {
        registerFromHost(job, "cudastripe",
                         [=](const HostFrame& frame) { transform(job, frame, striperFor(Route::Striped)); });
        registerFromHost(job, "cudastripe_chosen",
                         [=](const HostFrame& frame) { transform(job, frame, Striper::getDefault()); });
        if (job.chain.steps().size() > 1)
            registerFromHost(job, "cudastripe_separate", [=](const HostFrame& frame) { transformEach(job, frame); });
        if (!cudaArithm())
            continue;
        registerFromHost(job, "cv_cuda", [=](const HostFrame& frame) {
            cudaArithm()->fromHost(job, frame, framesOnDevice(CV_8UC4).next().out, launchStream().get());
        });
    }
}

using Launch = void (*)(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream);

void launchTransform(const OperatorJob& job, const DeviceFrame& frame, StreamPointer pointer)
{
    const cv::cudastripe::StreamHandle stream(pointer);
    if (job.chain.usesSecond())
        cv::cudastripe::transform(frame.in, frame.second, frame.out, job.chain, cv::noArray(), stream);
    else
        cv::cudastripe::transform(frame.in, frame.out, job.chain, cv::noArray(), stream);
}

// The first call compiles; it is the check, before anything is measured.
void launchCompiled(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream)
{
    static auto& all = *new std::map<std::string, cv::cudastripe::CompiledChain>();
    const std::string name = job.typeName() + job.name;
    auto found = all.find(name);
    if (found == all.end())
        found = all.emplace(name, job.chain.compile(job.type, job.chain.usesSecond() ? job.type : -1)).first;
    launchTransform({job.name, job.type, found->second}, frame, stream);
}

// Reads and writes as many bytes in all as the job: from the first image and half of the second if it has two.
void launchCopy(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream)
{
    const size_t bytes = job.chain.usesSecond() ? bytesOf(frame.in) * 3 / 2 : bytesOf(frame.in);
    BENCH_CUDA(cudaMemcpyAsync(frame.out.data, frame.in.data, bytes, cudaMemcpyDeviceToDevice,
                               static_cast<cudaStream_t>(stream)));
}

// OpenCV's own download needs an OpenCV with CUDA.
cv::Mat downloaded(const GpuMat& image)
{
    cv::Mat copy(image.size(), image.type());
    BENCH_CUDA(cudaMemcpy(copy.data, image.data, bytesOf(image), cudaMemcpyDeviceToHost));
    return copy;
}

void registerOnDevice(const OperatorJob& job, const std::string& whose, Launch launch)
{
    const std::string name = "device/" + job.typeName() + "/" + job.name + "/" + whose;
    const auto check = [=] {
        const DeviceFrame& frame = framesOnDevice(job.type).next();
        const CudaStream& stream = launchStream();
        BENCH_CUDA(cudaMemsetAsync(frame.out.data, 0x5a, bytesOf(frame.out), stream.get()));
        launch(job, frame, stream.get());
        stream.wait();
        const DeviceFrame rows = checkedRows(frame);
        if (launch != launchCopy)
            checkResult(job, name, {downloaded(rows.in), downloaded(rows.out), downloaded(rows.second)});
    };
    registerLaunches(
        name, [=] { launch(job, framesOnDevice(job.type).next(), launchStream().get()); }, check);
}

}  // namespace

void registerOperatorsOnGpu()
{
    if (!cudaArithm())
        std::cerr << "cv::cuda is not measured: this OpenCV has no module cudaarithm\n";
    registerFromHost();
    for (const OperatorJob& job : deviceJobs()) {
        registerOnDevice(job, "cudastripe", launchTransform);
        if (job.chain.steps().size() > 1)
            registerOnDevice(job, "cudastripe_compiled", launchCompiled);
        registerOnDevice(job, "cub", callCub);
        registerOnDevice(job, "copy", launchCopy);
        if (cudaArithm())
            registerOnDevice(job, "cv_cuda", cudaArithm()->onDevice);
    }
}

}  // namespace bench
