// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cuda_handles.hpp"
#include "host_frames.hpp"
#include "opencv2/cudastripe/color.hpp"
#include "opencv2/imgproc.hpp"
#include "page_locked_memory.hpp"
#include "small_cases.hpp"

namespace bench {
namespace {

constexpr int kFrames = 4, kCalls = 20;

std::shared_ptr<HostFrames> framesOf(const cv::Size& pixels)
{
    return std::make_shared<HostFrames>(FrameSize{"", pixels, kFrames, 0}, pageLockedMemory);
}

void addAcross(const std::string& name, const cv::Size& pixels, int threads, const CudaStream& stream)
{
    const auto frames = framesOf(pixels);
    registerSmallCase("bus/" + name + "/cudastripe", kCalls, [=] {
        cv::setNumThreads(threads);
        HostFrame frame = frames->next();
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV);
    });
    registerSmallCase("bus/" + name + "/bare", kCalls, [=, &stream] {
        const HostFrame& frame = frames->next();
        moveBytes(frame.in, frame.out, stream.get());
        stream.wait();
    });
}

void addToDevice(const std::string& name, const cv::Size& pixels, int threads, const CudaStream& stream)
{
    const auto frames = framesOf(pixels);
    const auto turn = std::make_shared<size_t>(0);
    std::vector<cv::cuda::GpuMat> results, copies;
    for (int i = 0; i < kFrames; ++i) {
        results.emplace_back(pixels, CV_8UC3);
        copies.emplace_back(pixels, CV_8UC4);
    }
    registerSmallCase("to_device/" + name + "/cudastripe", kCalls, [=] {
        cv::setNumThreads(threads);
        cv::cuda::GpuMat result = results[++*turn % kFrames];
        cv::cudastripe::cvtColor(frames->next().in, result, cv::COLOR_BGR2YUV);
    });
    registerSmallCase("to_device/" + name + "/copy", kCalls, [=, &stream] {
        const cv::Mat in = frames->next().in;
        const cv::cuda::GpuMat copy = copies[++*turn % kFrames];
        const size_t rowBytes = size_t(in.cols) * in.elemSize(), rows = size_t(in.rows);
        BENCH_CUDA(cudaMemcpy2DAsync(copy.data, copy.step, in.data, in.step, rowBytes, rows, cudaMemcpyHostToDevice,
                                     stream.get()));
        stream.wait();
    });
}

}  // namespace

void registerBusCases()
{
    static const CudaStream& stream = *new CudaStream;  // CUDA may be gone before static objects are
    const int all = cv::getNumThreads();
    addAcross("VGAx1", {640, 480}, 1, stream);
    addToDevice("1080px" + std::to_string(all), {1920, 1080}, all, stream);
}

}  // namespace bench
