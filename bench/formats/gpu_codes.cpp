// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "cases.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {
namespace {

// Shared by all cases, and never destroyed: CUDA may be gone before static objects are.
DeviceFrame next(const CodeCase& c)
{
    static auto& frames = *new auto(deviceFrames(kFrames, FormatCase::size(), CV_32FC4, false));
    const DeviceFrame memory = frames.next();
    return {cv::cuda::GpuMat(FormatCase::size(), c.srcType, memory.in.data),
            cv::cuda::GpuMat(FormatCase::size(), c.dstType, memory.out.data)};
}

}  // namespace

void registerKernels(const CodeCase& c)
{
    registerLaunches("kernel/" + c.name() + "/kernel", [=] {
        DeviceFrame frame = next(c);
        cv::cudastripe::cvtColor(frame.in, frame.out, c.code, CV_MAT_CN(c.dstType),
                                 cv::cudastripe::StreamHandle(launchStream().get()));
    });
    registerLaunches("kernel/" + c.name() + "/copy", [=] {
        const DeviceFrame frame = next(c);
        BENCH_CUDA(cudaMemcpyAsync(frame.out.data, frame.in.data, (bytesOf(frame.in) + bytesOf(frame.out)) / 2,
                                   cudaMemcpyDeviceToDevice, launchStream().get()));
    });
}

}  // namespace bench
