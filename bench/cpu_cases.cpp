// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cases.hpp"
#include "host_case.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {
namespace {

FrameWork openCv()
{
    return [](const HostFrame& frame) {
        cv::Mat out = frame.out;
        cv::cvtColor(frame.in, out, cv::COLOR_BGR2YUV);
    };
}

FrameWork stripedOnCpu()
{
    const auto striper = std::make_shared<cv::cudastripe::Striper>(cv::cudastripe::StriperParams());
    return [striper](const HostFrame& frame) {
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, {}, *striper);
    };
}

}  // namespace

void registerCpuCases(const FrameSize& size, const SharedLazy<HostFrames>& pageable)
{
    using Check = HostCase::Check;
    using Cache = HostCase::Cache;
    registerHostCase(size, {"cpu/cv_cvtColor", pageable, openCv, size.bytes(), Check::SameAsOpenCv, Cache::Cold});
    registerHostCase(size, {"cpu/cv_cvtColor_warm", pageable, openCv, size.bytes(), Check::SameAsOpenCv, Cache::Warm});
    registerHostCase(size, {"cpu/cudastripe", pageable, stripedOnCpu, size.bytes(), Check::SameAsOpenCv, Cache::Cold});
}

}  // namespace bench
