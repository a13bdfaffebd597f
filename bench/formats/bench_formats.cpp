// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures every YUV layout at 8K beside the transfers of its own bytes, its kernel beside a device copy of as many
// bytes, and OpenCV's codes on the CPU beside cv::cvtColor. Caveats:
// - bound is both copies at once; striped is one call from page-locked to page-locked memory.
// - Four sets of memory take turns, shared by all cases, so data comes from memory. A time is the mean of a rotation.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <algorithm>
#include <cstring>

#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "cases.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

using cv::cudastripe::YuvFormat;
using cv::cudastripe::YuvLayout;

struct Code
{
    const char* name;
    int code;          // a number: OpenCV before 4.9 has no name for 4:2:2, and its call fails
    FormatCase shape;  // of the same sizes
};

const std::vector<Code>& codes()
{
    const YuvFormat packed(YuvLayout::Packed444);
    static const std::vector<Code> table = {
        {"BGRA2YUV_I420", 130, {YuvFormat(YuvLayout::I420), 4}},
        {"BGR2YUV_I420", 128, {YuvFormat(YuvLayout::I420), 3}},
        {"BGRA2YUV_UYVY", 146, {YuvFormat(YuvLayout::UYVY), 4}},
        {"BGRA2YUV_YUY2", 152, {YuvFormat(YuvLayout::YUY2), 4}},
        {"BGR2YUV_YUY2", 148, {YuvFormat(YuvLayout::YUY2), 3}},
        {"BGR2YUV", cv::COLOR_BGR2YUV, {packed, 4}},
        {"BGR2YCrCb", cv::COLOR_BGR2YCrCb, {packed, 3}},
        {"BGR2YUV_16bit", cv::COLOR_BGR2YUV, {packed.withDepth(16), 4}},
        {"YUV2BGR_NV12", cv::COLOR_YUV2BGR_NV12, {YuvFormat(YuvLayout::NV12), 3, true}},
        {"YUV2BGRA_NV12", cv::COLOR_YUV2BGRA_NV12, {YuvFormat(YuvLayout::NV12), 4, true}},
        {"YUV2BGR_I420", cv::COLOR_YUV2BGR_I420, {YuvFormat(YuvLayout::I420), 3, true}},
        {"YUV2BGR_UYVY", cv::COLOR_YUV2BGR_UYVY, {YuvFormat(YuvLayout::UYVY), 3, true}},
        {"YUV2BGR_YUY2", cv::COLOR_YUV2BGR_YUY2, {YuvFormat(YuvLayout::YUY2), 3, true}},
        {"YUV2BGRA_YUY2", cv::COLOR_YUV2BGRA_YUY2, {YuvFormat(YuvLayout::YUY2), 4, true}},
        {"YUV2BGR", cv::COLOR_YUV2BGR, {packed, 3, true}},
        {"YCrCb2BGR", cv::COLOR_YCrCb2BGR, {packed, 3, true}},
        {"YUV2BGR_16bit", cv::COLOR_YUV2BGR, {packed.withDepth(16), 3, true}},
    };
    return table;
}

const std::vector<ShuffleCase>& shuffles()
{
    static const std::vector<ShuffleCase> cases = {
        {YuvFormat(YuvLayout::NV12), YuvFormat(YuvLayout::I420)},
        {YuvFormat(YuvLayout::YUY2), YuvFormat(YuvLayout::NV12)},
    };
    return cases;
}

const HostFrame& nextMemory()
{
    static auto& frames = *new auto(hostFrames(kFrames, FormatCase::size(), kInType, kOutType, pageableMemory));
    return frames.next();
}

template <class Case>
HostFrame nextFrame(const Case& shape)
{
    return shape.in(nextMemory());
}

void registerOnCpu(const Code& code, int threads)
{
    const std::string name =
        std::string("code/") + code.name + "/" + code.shape.pixels() + "/" + std::to_string(threads) + "/";
    const auto ours = [=] {
        const HostFrame frame = nextFrame(code.shape);
        cv::cudastripe::cvtColor(frame.in, frame.out, code.code, {}, striperFor(cv::cudastripe::Route::Host));
    };
    const auto theirs = [=] {
        const HostFrame frame = nextFrame(code.shape);
        cv::cvtColor(frame.in, frame.out, code.code);
    };
    registerCalls({name + "cudastripe", kFrames, ours, threads});
    registerCalls({name + "cv_cvtColor", kFrames, theirs, threads});
}

// Beside a copy of the source's bytes, or of the result's if these are more.
void registerOnCpu(const ShuffleCase& shuffle, int threads)
{
    const std::string name = shuffle.name() + "/" + std::to_string(threads) + "/";
    const auto ours = [=] {
        const HostFrame frame = nextFrame(shuffle);
        cv::cudastripe::cvtYuv(frame.in, shuffle.from, frame.out, shuffle.to, {},
                               striperFor(cv::cudastripe::Route::Host));
    };
    const auto copy = [=] {
        const HostFrame frame = nextFrame(shuffle);
        std::memcpy(frame.out.data, frame.in.data, std::max(bytesOf(frame.in), bytesOf(frame.out)));
    };
    registerCalls({name + "cudastripe", kFrames, ours, threads});
    if (threads == 1)
        registerCalls({name + "memcpy", kFrames, copy, threads});
}

void registerAll()
{
    for (const ShuffleCase& shuffle : shuffles()) {
        for (int threads = 1; threads <= allThreads(); threads *= 2)
            registerOnCpu(shuffle, threads);
    }
    for (const Code& code : codes()) {
        for (int threads = 1; threads <= allThreads(); threads *= 2)
            registerOnCpu(code, threads);
    }
    if (!addMachineContext())
        return;
    for (const ShuffleCase& shuffle : shuffles())
        registerOnGpu(shuffle);
    for (const YuvFormat& format : YuvFormat::all()) {
        // A layout's bytes do not depend on matrix, range and siting; kernels hardly do, so the costliest siting
        // stands.
        const YuvFormat costly =
            YuvFormat(format.layout()).withDepth(format.depth()).withSiting(cv::cudastripe::ChromaSiting::Center);
        if (format != costly)
            continue;
        for (int channels : {3, 4}) {
            for (bool decodes : {false, true})
                registerOnGpu({format, channels, decodes});
        }
    }
}

}  // namespace

#ifndef HAVE_CUDASTRIPE_CUDA
void registerOnGpu(const FormatCase&) {}
void registerOnGpu(const ShuffleCase&) {}
#endif

}  // namespace bench

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, bench::registerAll);
}
