// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures small images, where it counts how a call begins:
// - host: pageable memory beside cv::cvtColor, by one thread and by all;
// - stream: from device to device on a stream, beside a bare launch of the same kernel. "call" is the mean of calls one
//   behind the other, "waited" one call that is waited for. "tensor" has no bare launch: Python measures it, too;
// - bus: page-locked VGA beside a bare kernel that moves the same bytes, waits included;
// - to_device: page-locked 1080p to device memory beside the copy of its bytes.
// Images stay in caches; of the last two, four take turns. Only times of one run may be compared: the repetitions of
// all cases are interleaved.

#include "../../src/op/chain/op.hpp"
#include "../../src/op/color/yuv444/op.hpp"
#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "kernels.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

using namespace cv::cudastripe;
using cv::cuda::GpuMat;

constexpr int kFrames = 4, kCalls = 20;

void registerHost(int side, int code, const std::string& codeName, int threads)
{
    const cv::Mat src(side, side, CV_8UC4, cv::Scalar(1, 2, 3, 4));
    cv::Mat dst;
    cv::cvtColor(src, dst, code);
    const std::string name = "host/" + codeName + "/" + std::to_string(side) + "x" + std::to_string(threads) + "/";
    registerCalls({name + "cudastripe", 1000, [=] { cv::cudastripe::cvtColor(src, dst, code); }, threads});
    registerCalls({name + "cv_cvtColor", 1000, [=] { cv::cvtColor(src, dst, code); }, threads});
}

PlaneView whole(const GpuMat& image)
{
    return {image.data, int64_t(image.step), int64_t(image.cols * image.elemSize())};
}

std::function<void()> bareLaunch(const std::shared_ptr<StripeOp>& op, const GpuMat& in, const GpuMat& out)
{
    StripePlanes planes;
    planes.in[0] = whole(in);
    planes.out[0] = whole(out);
    const KernelRef kernel = op->kernel(planes, op->units());
    return [=] {
        (void)op, (void)in, (void)out;  // which the kernel uses
        BENCH_CUDA(static_cast<cudaError_t>(kernel.enqueue(launchStream().get())));
    };
}

void registerOnStream(const std::string& name, const std::function<void()>& work)
{
    const auto several = [=] {
        for (int i = 0; i < 200; ++i)
            work();
    };
    registerCalls({"stream/call/" + name, 1, waited(several)});
    registerCalls({"stream/waited/" + name, 50, waited(work)});
}

void registerOnStream(int side)
{
    const GpuMat in(side, side, CV_8UC4, cv::Scalar(1, 2, 3, 4)), out(side, side, CV_8UC3);
    const std::string size = std::to_string(side) + "/";
    registerOnStream("cvtColor/" + size + "cudastripe",
                     [=] { cv::cudastripe::cvtColor(in, out, cv::COLOR_BGR2YUV, StreamHandle(launchStream().get())); });
    registerOnStream("cvtColor/" + size + "bare",
                     bareLaunch(makePackedYuvOp(packedYuvConversions().front(), in.size(), CV_8U, 4), in, out));

    const GpuMat floats(side, side, CV_32FC1, cv::Scalar(0.5)), roots(side, side, CV_32FC1);
    const Chain chain = Chain().multiply(2).add(1).sqrt();
    const auto compiled = lowerChain(chain, CV_32FC1, -1, "bench");
    registerOnStream("chain3/" + size + "cudastripe", [=] {
        cv::cudastripe::transform(floats, roots, chain, cv::noArray(), StreamHandle(launchStream().get()));
    });
    registerOnStream("chain3/" + size + "bare",
                     bareLaunch(makeChainOp(compiled, floats.size(), Masking(), CutBy::Rows), floats, roots));
}

//! An NV12 picture to a normalised tensor of halves, as misc/python/wheel_test/test_gpu.py has it.
void registerTensor(const cv::Size& pixels)
{
    const GpuMat in = cv::cuda::createContinuous(pixels.height / 2 * 3, pixels.width, CV_8UC1);
    const GpuMat out = cv::cuda::createContinuous(3 * pixels.height, pixels.width, CV_16FC1);
    const Chain chain = Chain::fromYuv(YuvFormat::hd())
                            .convertTo(CV_32F, 1 / 255.)
                            .subtract({0.4, 0.5, 0.6})
                            .toTensor(TensorLayout::CHW, CV_16F);
    registerOnStream("tensor/" + std::to_string(pixels.height) + "/cudastripe", [=] {
        cv::cudastripe::transform(in, out, chain, cv::noArray(), StreamHandle(launchStream().get()));
    });
}

std::shared_ptr<HostFrames> lockedFrames(const cv::Size& pixels)
{
    return std::make_shared<HostFrames>(hostFrames(kFrames, pixels, CV_8UC4, CV_8UC3, pageLockedMemory));
}

void registerAcrossBus()
{
    const auto frames = lockedFrames({640, 480});
    const auto convert = [=] {
        const HostFrame& frame = frames->next();
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV);
    };
    const auto move = [=] {
        const HostFrame& frame = frames->next();
        moveBytes(frame.in, frame.out, launchStream().get());
    };
    registerCalls({"bus/VGAx1/cudastripe", kCalls, convert, 1});
    registerCalls({"bus/VGAx1/bare", kCalls, waited(move), 1});
}

void registerToDevice()
{
    const cv::Size pixels(1920, 1080);
    const auto frames = lockedFrames(pixels);
    const auto device = std::make_shared<DeviceFrames>();
    for (int i = 0; i < kFrames; ++i)
        device->add({GpuMat(pixels, CV_8UC4), GpuMat(pixels, CV_8UC3)});
    const auto convert = [=] { cv::cudastripe::cvtColor(frames->next().in, device->next().out, cv::COLOR_BGR2YUV); };
    const auto copy = [=] {
        const cv::Mat& in = frames->next().in;
        const GpuMat& to = device->next().in;
        BENCH_CUDA(cudaMemcpy2DAsync(to.data, to.step, in.data, in.step, size_t(in.cols) * in.elemSize(),
                                     size_t(in.rows), cudaMemcpyHostToDevice, launchStream().get()));
    };
    const std::string name = "to_device/1080px" + std::to_string(allThreads());
    registerCalls({name + "/cudastripe", kCalls, convert});
    registerCalls({name + "/copy", kCalls, waited(copy)});
}

}  // namespace

void registerAll()
{
    const bool gpu = addMachineContext();
    for (int side : {32, 64, 128}) {
        for (int threads : {1, allThreads()}) {
            registerHost(side, cv::COLOR_BGR2YUV, "BGR2YUV", threads);
            registerHost(side, cv::COLOR_BGRA2YUV_I420, "I420", threads);
        }
    }
    if (!gpu)
        return;
    registerAcrossBus();
    registerToDevice();
    for (int side : {32, 64, 128, 256, 512})
        registerOnStream(side);
    for (const cv::Size& pixels : {cv::Size(64, 64), cv::Size(1920, 1080)})
        registerTensor(pixels);
}

}  // namespace bench
