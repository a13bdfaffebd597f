// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures every YUV layout at 8K beside the transfers of its own bytes, its kernel beside a device copy of as many
// bytes, and OpenCV's codes on the CPU beside cv::cvtColor. Caveats:
// - bound is both copies at once; striped is one call from page-locked to page-locked memory.
// - Codes are measured at 8K and at 1080p with 1, 4 and all threads, libyuv in as many.
// - In a minute: --quick --benchmark_filter='^(code/[^/]*BGR[^/]*/1080p|format/(nv12|i420|uyvy|packed444)[^/]*/)'
// - Four sets of memory take turns, shared by all cases, so data comes from memory. A time is the mean of a rotation.
// - Only times of one run may be compared: the repetitions of all cases are interleaved in random order.

#include <algorithm>
#include <set>

#include "../common/benchmarks.hpp"
#include "../common/libyuv.hpp"
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
    std::string name;
    int code;          // a number: OpenCV before 4.9 has no name for 4:2:2, and its call fails
    FormatCase shape;  // of the same sizes
};

// A layout with its codes to RGB and to RGBA; those to BGR and to BGRA follow them.
struct Decodes
{
    const char* name;
    YuvLayout layout;
    int toRgb, toRgba;
};

void addDecodes(std::vector<Code>& codes)
{
    for (const Decodes& d : {Decodes{"NV12", YuvLayout::NV12, 90, 94}, Decodes{"NV21", YuvLayout::NV21, 92, 96},
                             Decodes{"YV12", YuvLayout::YV12, 98, 102}, Decodes{"I420", YuvLayout::I420, 100, 104},
                             Decodes{"UYVY", YuvLayout::UYVY, 107, 111}, Decodes{"YUY2", YuvLayout::YUY2, 115, 119},
                             Decodes{"YVYU", YuvLayout::YVYU, 117, 121}}) {
        for (int i : {1, 0}) {
            const std::string start = i ? "YUV2BGR" : "YUV2RGB";
            codes.push_back({start + "_" + d.name, d.toRgb + i, {YuvFormat(d.layout), 3, true}});
            codes.push_back({start + "A_" + d.name, d.toRgba + i, {YuvFormat(d.layout), 4, true}});
        }
    }
    codes.push_back({"YUV2GRAY_420", cv::COLOR_YUV2GRAY_420, {YuvFormat(YuvLayout::I420), 1, true}});
    codes.push_back({"YUV2GRAY_UYVY", cv::COLOR_YUV2GRAY_UYVY, {YuvFormat(YuvLayout::UYVY), 1, true}});
    codes.push_back({"YUV2GRAY_YUY2", cv::COLOR_YUV2GRAY_YUY2, {YuvFormat(YuvLayout::YUY2), 1, true}});
}

// In each depth, with three and four channels.
void addPacked(std::vector<Code>& codes, const std::string& from, const std::string& to, int code, bool decodes)
{
    const YuvFormat bytes(YuvLayout::Packed444), words = bytes.withDepth(16);
    for (int channels : {3, 4}) {
        const std::string alpha = channels == 4 ? "A" : "",
                          name = decodes ? from + "2" + to + alpha : from + alpha + "2" + to;
        codes.push_back({name, code, {bytes, channels, decodes}});
        codes.push_back({name + "_16U", code, {words, channels, decodes}});
        codes.push_back({name + "_32F", code, {words, channels, decodes, true}});
    }
}

std::vector<Code> allCodes()
{
    std::vector<Code> codes = {{"BGRA2YUV_I420", 130, {YuvFormat(YuvLayout::I420), 4}},
                               {"BGR2YUV_I420", 128, {YuvFormat(YuvLayout::I420), 3}},
                               {"BGRA2YUV_UYVY", 146, {YuvFormat(YuvLayout::UYVY), 4}},
                               {"BGRA2YUV_YUY2", 152, {YuvFormat(YuvLayout::YUY2), 4}},
                               {"BGR2YUV_YUY2", 148, {YuvFormat(YuvLayout::YUY2), 3}}};
    addPacked(codes, "BGR", "YUV", cv::COLOR_BGR2YUV, false);
    addPacked(codes, "BGR", "YCrCb", cv::COLOR_BGR2YCrCb, false);
    addDecodes(codes);
    addPacked(codes, "YUV", "BGR", cv::COLOR_YUV2BGR, true);
    addPacked(codes, "YUV", "RGB", cv::COLOR_YUV2RGB, true);
    addPacked(codes, "YCrCb", "BGR", cv::COLOR_YCrCb2BGR, true);
    addPacked(codes, "YCrCb", "RGB", cv::COLOR_YCrCb2RGB, true);
    return codes;
}

HostFrame nextFrame(const FormatCase& shape, bool small)
{
    static auto& bytes = *new auto(hostFrames(kFrames, FormatCase::size(), kType, kType, pageableMemory));
    static auto& floats = *new auto(hostFrames(2, FormatCase::size(), CV_32FC4, CV_32FC4, pageableMemory));
    static int turn = 0;
    return shape.in((shape.floats ? floats : bytes).next(), small ? turn++ / kFrames % (kSmaller * kSmaller) : -1);
}

void registerOnCpu(const Code& code, bool small, int threads)
{
    const std::string name = "code/" + code.name + (small ? "/1080p/" : "/8K/") + std::to_string(threads) + "/";
    const FormatCase& shape = code.shape;
    const auto add = [&](const std::string& by, const HostCall& call) {
        // A frame of 1080p wakes up threads; one of 8K takes long enough to be measured alone.
        registerCalls({name + by, small ? kFrames : 1, [=] { call(nextFrame(shape, small)); }, threads, nullptr,
                       [=] { call(nextFrame(shape, true)); }});
    };
    const int channels = shape.decodes ? shape.channels : 0;
    add("cudastripe", [=](const HostFrame& frame) {
        cv::cudastripe::cvtColor(frame.in, frame.out, code.code, channels, {}, striperFor(cv::cudastripe::Route::Host));
    });
    add("cv_cvtColor", [=](const HostFrame& frame) { cv::cvtColor(frame.in, frame.out, code.code, channels); });
    const bool blue = code.name.find("BGR") != std::string::npos;  // libyuv has other names for other orders
    if (const HostCall libyuv = blue ? libyuvFor(shape.format.layout(), shape.channels, shape.decodes, true) : nullptr)
        add("libyuv", libyuv);
}

}  // namespace

void registerAll()
{
    for (const Code& code : allCodes()) {
        for (bool small : {true, false}) {
            for (int threads : std::set<int>{1, std::min(4, allThreads()), allThreads()})
                registerOnCpu(code, small, threads);
        }
    }
    if (!addMachineContext())
        return;
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

#ifndef HAVE_CUDASTRIPE_CUDA
void registerOnGpu(const FormatCase&) {}
#endif

}  // namespace bench
