// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <time.h>

#include "../common/benchmarks.hpp"
#include "cases.hpp"

namespace bench {
namespace {

using cv::cudastripe::Pipeline;
using cv::cudastripe::StreamHandle;
using cv::cudastripe::StreamRef;
using cv::cudastripe::Striper;

constexpr int kFrames = 64;
constexpr int kCalls = 4;

double wallSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double threadSeconds()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

// Seconds a frame, of frames one behind the other without a wait between.
double framesInTurn(HostFrames& frames, const ReportDevice& device,
                    const std::function<void(const HostFrame& frame, size_t number)>& enqueue)
{
    return secondsOf([&] {
               for (size_t i = 0; i < kFrames; ++i)
                   enqueue(frames.next(), i);
               for (const CudaStream& stream : device.streams)
                   stream.wait();
               device.wait();
           }) /
           kFrames;
}

// Of the call alone, by a clock; the wait for its work is outside.
double callAlone(const std::function<void(const HostFrame& frame)>& enqueue, HostFrames& frames,
                 const ReportDevice& device, double (*clock)())
{
    double seconds = 0;
    for (int i = 0; i <= kCalls; ++i) {
        const HostFrame& frame = frames.next();
        const double start = clock();
        enqueue(frame);
        if (i > 0)  // the first wakes up sleeping threads
            seconds += clock() - start;
        device.wait();
    }
    return seconds / kCalls;
}

}  // namespace

void addStreamCases(ReportGroup& group)
{
    const auto device = group.device;
    const auto enqueue = [workload = &group.workload](const HostFrame& frame, const StreamRef& stream) {
        workload->ours(frame.in, frame.out, stream, Striper::getDefault());
    };
    const auto addStreams = [&](const char* mechanism, size_t streams) {
        group.addTimed(mechanism, [=](HostFrames& frames) {
            return framesInTurn(frames, *device, [&](const HostFrame& frame, size_t number) {
                enqueue(frame, StreamHandle(device->streams[number % streams].get()));
            });
        });
    };
    addStreams("frames64/one_stream", 1);
    addStreams("frames64/two_streams", 2);
    group.addTimed("frames64/pipeline", [=](HostFrames& frames) {
        Pipeline pipeline(StreamHandle(device->streams[0].get()));
        return framesInTurn(frames, *device, [&](const HostFrame& frame, size_t) { enqueue(frame, pipeline); });
    });
    group.addTimed("frames64/bound", [=](HostFrames& frames) {
        return framesInTurn(frames, *device, [&](const HostFrame& frame, size_t) {
            const DeviceFrame& images = device->frames.next();
            upload(frame.in, images.in, device->up);
            download(images.out, frame.out, device->down);
        });
    });
    const auto call = [=](const HostFrame& frame) { enqueue(frame, StreamHandle(device->up.get())); };
    group.addTimed("async/caller_cpu",
                   [=](HostFrames& frames) { return callAlone(call, frames, *device, threadSeconds); });
    group.addTimed("async/call", [=](HostFrames& frames) { return callAlone(call, frames, *device, wallSeconds); });
}

}  // namespace bench
