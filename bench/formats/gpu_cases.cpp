// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "../common/stripers.hpp"
#include "cases.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {
namespace {

using cv::cudastripe::ChannelOrder;
using cv::cudastripe::Route;
using cv::cudastripe::Striper;

// Shared by all cases, and never destroyed: CUDA may be gone before static objects are.
HostFrame nextOnHost(const FormatCase& c)
{
    static auto& frames = *new auto(hostFrames(kFrames, FormatCase::size(), kType, kType, pageLockedMemory));
    return c.in(frames.next());
}

DeviceFrame nextOnDevice(const FormatCase& c)
{
    static auto& frames = *new auto(deviceFrames(kFrames, FormatCase::size(), kType, false));
    return c.in(frames.next());
}

template <class Image>
void convert(const Frame<Image>& frame, const FormatCase& c, const cv::cudastripe::StreamRef& stream, Striper& striper)
{
    if (c.decodes)
        cv::cudastripe::cvtFromYuv(frame.in, frame.out, c.format, ChannelOrder::BGR, c.channels, stream, striper);
    else
        cv::cudastripe::cvtToYuv(frame.in, frame.out, c.format, ChannelOrder::BGR, stream, striper);
}

// The result of the GPU must be that of the CPU.
void check(const FormatCase& c)
{
    HostFrame frame = nextOnHost(c);
    convert(frame, c, {}, striperFor(Route::Striped));
    const cv::Mat result = frame.out.clone();
    frame.out.setTo(0);
    convert(frame, c, {}, striperFor(Route::Host));
    if (cv::norm(result, frame.out, cv::NORM_INF) != 0)
        CV_Error_(cv::Error::StsInternal, ("%s differs between CPU and GPU", c.format.name().c_str()));
}

void launchKernel(const FormatCase& c)
{
    DeviceFrame frame = nextOnDevice(c);
    convert(frame, c, cv::cudastripe::StreamHandle(launchStream().get()), Striper::getDefault());
}

// Reads and writes as many bytes as the kernel.
void launchCopy(const FormatCase& c)
{
    const DeviceFrame frame = nextOnDevice(c);
    BENCH_CUDA(cudaMemcpyAsync(frame.out.data, frame.in.data, (bytesOf(frame.in) + bytesOf(frame.out)) / 2,
                               cudaMemcpyDeviceToDevice, launchStream().get()));
}

}  // namespace

void registerOnGpu(const FormatCase& c)
{
    const std::string name = "format/" + c.format.name() + "/" + c.pixels();
    CallCase striped = {name + "/striped", kFrames, [=] { convert(nextOnHost(c), c, {}, striperFor(Route::Striped)); }};
    striped.check = [=] { check(c); };
    registerCalls({name + "/bound", kFrames, [=] { copyBothWays(nextOnHost(c), nextOnDevice(c)); }});
    registerCalls(striped);
    registerCalls({name + "/shared", kFrames, [=] { convert(nextOnHost(c), c, {}, striperFor(Route::Shared)); }});
    registerLaunches(name + "/kernel", [=] { launchKernel(c); });
    registerLaunches(name + "/copy", [=] { launchCopy(c); });
}

}  // namespace bench
