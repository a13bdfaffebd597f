// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cases.hpp"
#include "cuda_handles.hpp"
#include "host_case.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {
namespace {

using cv::cudastripe::Route;
using cv::cudastripe::Striper;
using cv::cudastripe::StriperParams;

StriperParams currentDevice()
{
    int number = 0;
    BENCH_CUDA(cudaGetDevice(&number));
    StriperParams params;
    params.devices = {number};
    return params;
}

FrameWork striped(const StriperParams& params)
{
    const auto striper = std::make_shared<Striper>(params);
    return
        [=](const HostFrame& frame) { cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, {}, *striper); };
}

FrameWork stripedByDefault()
{
    StriperParams params = currentDevice();
    params.route = Route::Striped;
    return striped(params);
}

FrameWork chosen()
{
    return [](const HostFrame& frame) { cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV); };
}

FrameWork direct()
{
    StriperParams params = currentDevice();
    params.route = Route::Direct;
    return striped(params);
}

FrameWork stripedInto(int stripes)
{
    StriperParams params = currentDevice();
    params.stripes = stripes;
    return striped(params);
}

FrameWork stripedThrough(int slots)
{
    StriperParams params = currentDevice();
    params.slots = slots;
    return striped(params);
}

FrameWork sharedWithCpu()
{
    StriperParams params = currentDevice();
    params.route = Route::Shared;
    return striped(params);
}

FrameWork stripedInStream()
{
    const auto stream = std::make_shared<CudaStream>();
    return [=](const HostFrame& frame) {
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, cv::cudastripe::StreamHandle(stream->get()));
        stream->wait();
    };
}

FrameWork stripedToDevice(const SharedLazy<DeviceFrames>& device)
{
    return [=](const HostFrame& frame) {
        cv::cuda::GpuMat out = device->get().next().out;
        cv::cudastripe::cvtColor(frame.in, out, cv::COLOR_BGR2YUV);
    };
}

}  // namespace

void registerStripedCases(const FrameSize& size, const Frames& frames)
{
    using Check = HostCase::Check;
    using Cache = HostCase::Cache;
    const auto device = frames.device;
    registerHostCase(size, {"striped/pinned", frames.pageLocked, stripedByDefault, size.bytes()});
    registerHostCase(size, {"striped/pinned_warm", frames.pageLocked, stripedByDefault, size.bytes(),
                            Check::SameAsOpenCv, Cache::Warm});
    registerHostCase(size, {"striped/pinned_async", frames.pageLocked, stripedInStream, size.bytes()});
    registerHostCase(size, {"striped/pinned_to_device", frames.pageLocked, [=] { return stripedToDevice(device); },
                            size.inBytes(), Check::Nothing});
    registerHostCase(size, {"striped/pageable", frames.pageable, stripedByDefault, size.bytes()});
    registerHostCase(size, {"shared/pinned", frames.pageLocked, sharedWithCpu, size.bytes()});
    registerHostCase(size, {"shared/pageable", frames.pageable, sharedWithCpu, size.bytes()});
    registerHostCase(size, {"direct/pinned", frames.pageLocked, direct, size.bytes()});
    registerHostCase(size, {"chosen/pinned", frames.pageLocked, chosen, size.bytes()});
    registerHostCase(size, {"chosen/pageable", frames.pageable, chosen, size.bytes()});

    if (size.name != std::string("8K"))
        return;
    for (int stripes : {8, 12, 16, 20, 24, 32, 40, 48}) {
        registerHostCase(size, {cv::format("striped_%d/pinned", stripes), frames.pageLocked,
                                [=] { return stripedInto(stripes); }, size.bytes()});
    }
    for (int slots : {2, 3, 6, 8, 16}) {
        registerHostCase(size, {cv::format("striped_slots_%d/pinned", slots), frames.pageLocked,
                                [=] { return stripedThrough(slots); }, size.bytes()});
    }
}

}  // namespace bench
