// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures calls on many images:
// - device: 1,024 images of 64x64 in device memory. "kernel" is the merged kernel beside the kernel of one image of the
//   same pixels; "stream" has also the copy of its table; "call" is what a call takes on the host, of few images and of
//   many, which lie in one allocation or in one each;
// - tensor: 256 images of 224x224 to one normalised CHW tensor of halves on the device, beside one copy of their bytes;
// - nv12: an 8K picture to such a tensor, beside the upload of its bytes.
// Only times of one run may be compared: the repetitions of all cases are interleaved.

#include "../../src/op/batch/op.hpp"
#include "../../src/op/yuv/op.hpp"
#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "opencv2/cudastripe.hpp"
#include "pictures.hpp"

namespace bench {
namespace {

using namespace cv::cudastripe;
using cv::cuda::GpuMat;
using GpuMats = std::vector<GpuMat>;

constexpr int kMany = 1024, kSide = 64;

StreamHandle stream()
{
    return StreamHandle(launchStream().get());
}

//! Images in one allocation, or in one each.
GpuMats gpuImages(int count, const cv::Size& size, int type, bool oneSlab)
{
    GpuMats images;
    GpuMat slab;
    if (oneSlab)
        cv::cuda::createContinuous(size.height * count, size.width, type, slab);
    for (int i = 0; i < count; ++i)
        images.push_back(oneSlab ? slab.rowRange(i * size.height, (i + 1) * size.height) : GpuMat(size, type));
    for (GpuMat& image : images)
        image.setTo(cv::Scalar(1, 2, 3, 4));
    return images;
}

cv::Size nv12Size(const cv::Size& size)
{
    return {size.width, size.height / 2 * 3};
}

StripePlanes planesOf(const StripeOp& op, const GpuMat& in, const GpuMat& out)
{
    StripePlanes planes;
    planes.in[0] = {in.data, int64_t(in.step), op.inputs()[0].rowBytes};
    planes.out[0] = {out.data, int64_t(out.step), op.outputs()[0].rowBytes};
    planes.out[1] = {out.data + size_t(in.rows) * out.step, int64_t(out.step), op.outputs()[1].rowBytes};
    return planes;
}

//! Launches the kernel of an operation; its table is on the device already.
void registerKernel(const std::string& name, const std::shared_ptr<const StripeOp>& op, const StripePlanes& planes,
                    const std::shared_ptr<void>& memory)
{
    const auto kernel = std::make_shared<KernelRef>(op->kernel(planes, op->units()));
    Memory table;
    if (kernel->table()) {
        table = deviceMemory(kernel->table()->size());
        BENCH_CUDA(cudaMemcpy(table.get(), kernel->table()->data(), kernel->table()->size(), cudaMemcpyHostToDevice));
    }
    registerLaunches(name, [=] {
        (void)op, (void)memory;  // which the kernel uses
        BENCH_CUDA(static_cast<cudaError_t>(kernel->enqueue(launchStream().get(), table.get())));
    });
}

std::unique_ptr<StripeOp> nv12Op(const cv::Size& size)
{
    return makeYuvOp(YuvFormat::hd(), cv::cudastripe::ChannelOrder::BGR, size, 4, 2);
}

//! Images of one size, type and step, as a batch describes them.
std::shared_ptr<StripeOp> batchOp(const GpuMats& in, const GpuMats& out)
{
    std::vector<BatchImage> images(1);
    images[0].op = nv12Op(in[0].size());
    images[0].planes = planesOf(*images[0].op, in[0], out[0]);
    for (size_t i = 1; i < in.size(); ++i)
        images[0].shifts.push_back({in[i].data - in[0].data, out[i].data - out[0].data});
    return std::make_shared<BatchOp>(std::move(images));
}

void registerKernels()
{
    const cv::Size size(kSide, kSide), all(kSide * 32, kSide * kMany / 32);
    const auto images = std::make_shared<std::pair<GpuMats, GpuMats>>(gpuImages(kMany, size, CV_8UC4, true),
                                                                      gpuImages(kMany, nv12Size(size), CV_8UC1, true));
    registerKernel("device/kernel/1024x64", batchOp(images->first, images->second), StripePlanes(), images);
    const auto one = std::make_shared<std::pair<GpuMats, GpuMats>>(gpuImages(1, all, CV_8UC4, true),
                                                                   gpuImages(1, nv12Size(all), CV_8UC1, true));
    const std::shared_ptr<StripeOp> op = nv12Op(all);
    registerKernel("device/kernel/one", op, planesOf(*op, one->first[0], one->second[0]), one);
    registerLaunches("device/stream/1024x64", [=] {
        cv::cudastripe::cvtToYuv(images->first, images->second, YuvFormat::hd(), cv::cudastripe::ChannelOrder::BGR,
                                 stream());
    });
    registerLaunches("device/stream/one", [=] {
        cv::cudastripe::cvtToYuv(one->first[0], one->second[0], YuvFormat::hd(), cv::cudastripe::ChannelOrder::BGR,
                                 stream());
    });
}

void registerCallsOnDevice()
{
    for (const bool slab : {true, false}) {
        for (int count : {1, 16, 256, kMany}) {
            const auto in = std::make_shared<GpuMats>(gpuImages(count, {kSide, kSide}, CV_8UC4, slab));
            const auto out = std::make_shared<GpuMats>(gpuImages(count, nv12Size({kSide, kSide}), CV_8UC1, slab));
            const std::string name =
                "device/call/" + std::to_string(count) + "x64/" + (slab ? "one_allocation" : "one_each");
            const auto call = [=] {
                cv::cudastripe::cvtToYuv(*in, *out, YuvFormat::hd(), cv::cudastripe::ChannelOrder::BGR, stream());
            };
            registerCalls({name, 20, call, allThreads(), nullptr, waited(call)});
        }
    }
}

void registerTensors(const std::string& kind, const std::shared_ptr<Pictures>& pictures, int threads)
{
    const auto tensor = std::make_shared<GpuMat>();
    const Chain chain = normalised(Chain(), CV_16F);
    registerCalls({"tensor/" + kind + "x" + std::to_string(threads) + "/cudastripe", 5,
                   [=] { cv::cudastripe::transform(pictures->images, *tensor, chain); }, threads});
}

void registerCopy(const std::string& name, const std::function<cv::Mat()>& next)
{
    const auto to = std::make_shared<GpuMat>(cv::cuda::createContinuous(next().size(), next().type()));
    registerCalls({name, 5, waited([=] { upload(next(), *to, launchStream()); })});
}

void registerTensorsOnDevice()
{
    const auto locked = std::make_shared<Pictures>(pageLockedMemory);
    const auto pageable = std::make_shared<Pictures>(pageableMemory);
    registerTensors("locked", locked, allThreads());
    for (int threads : {1, 4, allThreads()})
        registerTensors("pageable", pageable, threads);
    registerCopy("tensor/copy", [=] { return locked->all(); });
    registerCopy("tensor/copy_pageable", [=] { return pageable->all(); });

    const cv::Size size(7680, 4320);
    const auto frames = std::make_shared<HostFrames>(hostFrames(4, nv12Size(size), CV_8UC1, CV_8UC1, pageLockedMemory));
    const auto tensor = std::make_shared<GpuMat>();
    const Chain chain = normalised(Chain::fromYuv(YuvFormat::hd()), CV_16F);
    registerCalls({"nv12/8K/cudastripe", 5, [=] { cv::cudastripe::transform(frames->next().in, *tensor, chain); }});
    registerCopy("nv12/8K/copy", [=] { return frames->next().in; });
}

}  // namespace

void registerAll()
{
    if (!addMachineContext())
        return;
    registerKernels();
    registerCallsOnDevice();
    registerTensorsOnDevice();
}

}  // namespace bench
