// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <time.h>

#include <array>
#include <chrono>

#include "report_cases.hpp"
#include "report_device.hpp"

namespace bench {
namespace {

using cv::cudastripe::StreamHandle;
using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;
using Check = ReportCase::Check;

constexpr int kFrames = 64;
constexpr int kCalls = 4;

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double threadSeconds()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

void enqueue(const ReportWorkload& workload, const HostFrame& frame, const StreamRef& stream)
{
    cv::Mat out = frame.out;
    workload.ours(frame.in, out, stream, Striper::getDefault());
}

// Seconds a frame.
double inPipeline(const ReportWorkload& workload, FrameRing& frames, const ReportDevice& device)
{
    cv::cudastripe::Pipeline pipeline(StreamHandle(device.streams[0].get()));
    const double start = now();
    for (size_t i = 0; i < kFrames; ++i)
        enqueue(workload, frames.next(), pipeline);
    device.streams[0].wait();
    return (now() - start) / kFrames;
}

// Seconds a frame.
double inStreams(const ReportWorkload& workload, FrameRing& frames, const ReportDevice& device, size_t streams)
{
    const double start = now();
    for (size_t i = 0; i < kFrames; ++i)
        enqueue(workload, frames.next(), StreamHandle(device.streams[i % streams].get()));
    for (size_t i = 0; i < streams; ++i)
        device.streams[i].wait();
    return (now() - start) / kFrames;
}

double copiesAlone(FrameRing& frames, ReportDevice& device)
{
    const double start = now();
    for (int i = 0; i < kFrames; ++i) {
        const HostFrame& frame = frames.next();
        const DeviceImages images = device.next();
        BENCH_CUDA(cudaMemcpyAsync(images.src.data, frame.in.data, frame.in.total() * frame.in.elemSize(),
                                   cudaMemcpyHostToDevice, device.up.get()));
        BENCH_CUDA(cudaMemcpyAsync(frame.out.data, images.dst.data, frame.out.total() * frame.out.elemSize(),
                                   cudaMemcpyDeviceToHost, device.down.get()));
    }
    device.up.wait();
    device.down.wait();
    return (now() - start) / kFrames;
}

// Of the call alone, by a clock; what it has enqueued is waited for outside.
double callAlone(const ReportWorkload& workload, FrameRing& frames, const ReportDevice& device, double (*clock)())
{
    double seconds = 0;
    for (int i = 0; i <= kCalls; ++i) {
        const HostFrame& frame = frames.next();
        const double start = clock();
        enqueue(workload, frame, StreamHandle(device.up.get()));
        if (i > 0)  // the first wakes up what is asleep
            seconds += clock() - start;
        device.up.wait();
    }
    return seconds / kCalls;
}

}  // namespace

void addStreamCases(ReportGroup& group)
{
    const ReportWorkload* const workload = &group.workload;
    const auto device = group.device;
    const auto add = [&](const char* mechanism, const std::function<double(FrameRing&)>& seconds) {
        ReportCase measuring = {mechanism, nullptr, group.bytes(), Check::Nothing};
        measuring.seconds = seconds;
        group.cases.push_back(measuring);
    };
    add("frames64/one_stream", [=](FrameRing& frames) { return inStreams(*workload, frames, *device, 1); });
    add("frames64/pipeline", [=](FrameRing& frames) { return inPipeline(*workload, frames, *device); });
    add("frames64/two_streams", [=](FrameRing& frames) { return inStreams(*workload, frames, *device, 2); });
    add("frames64/bound", [=](FrameRing& frames) { return copiesAlone(frames, *device); });
    add("async/caller_cpu", [=](FrameRing& frames) { return callAlone(*workload, frames, *device, threadSeconds); });
    add("async/call", [=](FrameRing& frames) { return callAlone(*workload, frames, *device, now); });
}

}  // namespace bench
