// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <benchmark/benchmark.h>

#include "format_cases.hpp"
#include "lazy.hpp"
#include "opencv2/core/utility.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

using cv::cudastripe::YuvFormat;
using cv::cudastripe::YuvLayout;

struct Code
{
    const char* name;
    int code;          // a number: OpenCV before 4.9 has none for 4:2:2
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
    };
    return table;
}

using Frames = SharedLazy<FormatFrames>;
using Convert = std::function<void(const cv::Mat&, cv::Mat&, int)>;

bool opencvHas(const Code& code)
{
    try {
        cv::Mat dst;
        cv::cvtColor(cv::Mat(4, 4, CV_8UC(code.shape.channels), cv::Scalar::all(0)), dst, code.code);
        return true;
    } catch (const cv::Exception&) {
        return false;
    }
}

void registerCase(const std::string& name, const Code& code, int threads, const Frames& frames, const Convert& convert)
{
    const auto run = [=](benchmark::State& state) {
        const int before = cv::getNumThreads();
        cv::setNumThreads(threads);
        const auto once = [&] {
            HostFrame frame = frames->get().next(code.shape);
            convert(frame.in, frame.out, code.code);
        };
        once();
        for (auto _ : state)
            once();
        cv::setNumThreads(before);
    };
    benchmark::RegisterBenchmark(name.c_str(), run)
        ->Iterations(FormatFrames::kFrames)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void registerCodesOnCpu()
{
    const auto frames =
        std::make_shared<Lazy<FormatFrames>>([] { return std::make_unique<FormatFrames>(pageableMemory); });
    const auto striper = std::make_shared<cv::cudastripe::Striper>(cv::cudastripe::StriperParams());
    const Convert ours = [striper](const cv::Mat& in, cv::Mat& out, int code) {
        cv::cudastripe::cvtColor(in, out, code, {}, *striper);
    };
    const Convert theirs = [](const cv::Mat& in, cv::Mat& out, int code) { cv::cvtColor(in, out, code); };
    for (const Code& code : codes()) {
        for (int threads = 1; threads <= cv::getNumThreads(); threads *= 2) {
            const std::string name = std::string("code/") + code.name +
                                     (code.shape.channels == 3 ? "/bgr/" : "/bgra/") + std::to_string(threads);
            registerCase(name + "/cudastripe", code, threads, frames, ours);
            if (opencvHas(code))
                registerCase(name + "/cv_cvtColor", code, threads, frames, theirs);
        }
    }
}

}  // namespace bench
