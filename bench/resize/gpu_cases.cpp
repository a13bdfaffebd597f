// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "gpu_cases.hpp"

#include <array>
#include <set>

#include "../common/benchmarks.hpp"
#include "device_images.hpp"
#include "opencv2/cudastripe.hpp"
#include "peers.hpp"

namespace bench {
namespace {

using namespace cv::cudastripe;
using cv::Size;
using cv::cuda::GpuMat;

StreamHandle stream()
{
    return StreamHandle(launchStream().get());
}

//! The first of the rows that two taps of INTER_LINEAR read, or all rows for other modes.
std::vector<int> rowsNeeded(int rows, int results, const Resampling& resampling)
{
    std::set<int> needed;
    for (int y = 0; y < results && resampling.interpolation() == cv::INTER_LINEAR; ++y) {
        const int row = static_cast<int>((y + 0.5) * rows / results - 0.5);
        needed.insert({std::max(row, 0), std::min(row + 1, rows - 1)});
    }
    for (int y = 0; y < rows && resampling.interpolation() != cv::INTER_LINEAR; ++y)
        needed.insert(y);
    return {needed.begin(), needed.end()};
}

struct Shape
{
    Size from, to;
    std::string name;
};

const Size kVideo(1920, 1080), k4K(3840, 2160), k8K(7680, 4320);

void registerResize(const Shape& shape, int type, const Resampling& resampling)
{
    const Lazy<Images> images([=] { return Images(shape.from, type, deviceImage(shape.to, type)); });
    const std::string name =
        "gpu/" + shape.name + "/" + cv::typeToString(type).substr(3) + "/" + resampling.name() + "/";
    registerLaunches(name + "cudastripe", [=] {
        cv::cudastripe::resize(images->nextSource(), images->dst, shape.to, resampling, stream());
    });
    const Lazy<RowReads> rows([=] { return RowReads(rowsNeeded(shape.from.height, shape.to.height, resampling)); });
    registerLaunches(name + "reads", [=] { rows->enqueue(images->nextSource()); });
    if (const auto npp = nppResize(type, resampling)) {
        const Lazy<GpuMat> to([=] { return deviceImage(shape.to, type); });
        registerLaunches(name + "npp", [=] { npp(images->nextSource(), *to); });
    }
}

//! A chain that resizes, beside the calls one after the other.
void registerChain(const std::string& name, const Size& from, int type, const Chain& first,
                   const Resampling& resampling, const Size& to, bool tensor)
{
    const Lazy<Images> images([=] { return Images(from, type, tensor ? tensorOf(to, 1) : deviceImage(to, CV_8UC3)); });
    Chain chain = first, last;
    chain.resize(to, resampling);
    for (Chain* each : {&chain, &last}) {
        if (tensor)
            each->convertTo(CV_32F).multiply(1 / 255.f).toTensor(TensorLayout::CHW, CV_16F);
    }
    registerLaunches("chain/" + name + "/chain",
                     [=] { cv::cudastripe::transform(images->nextSource(), images->dst, chain, stream()); });
    const Size decoded = first.beginsInYuv() ? first.sourceFormat().sourceSize(from) : Size(1, 1);
    using Parts = std::array<GpuMat, 3>;
    const Lazy<Parts> parts([=] {
        return Parts{deviceImage(decoded, CV_8UC3), deviceImage(to, CV_8UC3), tensorOf(to, 1)};
    });
    registerLaunches("chain/" + name + "/calls", [=] {
        const GpuMat* image = &images->nextSource();
        if (first.beginsInYuv()) {
            cvtFromYuv(*image, (*parts)[0], first.sourceFormat(), ChannelOrder::BGR, 3, stream());
            image = &(*parts)[0];
        }
        cv::cudastripe::resize(*image, (*parts)[1], to, resampling, stream());
        if (tensor)
            cv::cudastripe::transform((*parts)[1], (*parts)[2], last, stream());
    });
}

//! 32 frames of a video to one tensor.
void registerBatch(const std::string& name, int type, const Chain& first, const Resampling& resampling, const Size& to)
{
    const bool yuv = first.beginsInYuv();
    constexpr int kCount = 32;
    const Size from = yuv ? first.sourceFormat().imageSize(kVideo) : kVideo;
    const Lazy<Images> images([=] { return Images(from, type, tensorOf(to, kCount), kCount); });
    Chain chain = first;
    chain.resize(to, resampling).convertTo(CV_32F).multiply(1 / 255.f).toTensor(TensorLayout::CHW, CV_16F);
    // Frames of YUV in one array, and a tensor in one image, could be planes.
    const Lazy<std::vector<GpuMat>> pictures([=] {
        std::vector<GpuMat> all;
        for (int i = 0; i < kCount; ++i)
            all.push_back(images->dst.rowRange(i * 3 * to.height, (i + 1) * 3 * to.height));
        return all;
    });
    registerLaunches("batch/" + name + "/tensor",
                     [=] { cv::cudastripe::transform(images->src, *pictures, chain, stream()); });
    if (!yuv) {
        const Lazy<std::vector<GpuMat>> dst([=] {
            std::vector<GpuMat> all;
            for (int i = 0; i < kCount; ++i)
                all.push_back(deviceImage(to, type));
            return all;
        });
        registerLaunches("batch/" + name + "/resize", [=] {
            cv::cudastripe::transform(images->src, *dst, Chain().resize(to, resampling), stream());
        });
    }
    using Pair = std::array<GpuMat, 2>;
    const Lazy<Pair> all([=] {
        const Size size(from.width, from.height * kCount);
        return Pair{deviceImage(size, type), deviceImage(size, type)};
    });
    registerLaunches("batch/" + name + "/copy", [=] {
        BENCH_CUDA(cudaMemcpyAsync((*all)[1].data, (*all)[0].data, bytesOf((*all)[0]), cudaMemcpyDeviceToDevice,
                                   launchStream().get()));
    });
}

//! Frames in host memory to a small image on the device, beside the upload of the frames.
void registerAcrossBus(const std::string& kind, const Allocate& allocate)
{
    const Size yuv(k8K.width, k8K.height / 2 * 3);
    const Lazy<HostFrames> frames([=] { return hostFrames(4, yuv, CV_8UC1, CV_8UC1, allocate); });
    const Lazy<GpuMat> dst([] { return deviceImage(Size(640, 360), CV_8UC3); });
    Chain chain = Chain::fromYuv(YuvFormat::hd());
    chain.resize(Size(640, 360));
    registerCalls(
        {"bus/NV12_8K/" + kind + "/cudastripe", 4, [=] { cv::cudastripe::transform(frames->next().in, *dst, chain); }});
    const Lazy<GpuMat> to([=] { return deviceImage(yuv, CV_8UC1); });
    registerCalls(
        {"bus/NV12_8K/" + kind + "/upload", 4, waited([=] { upload(frames->next().in, *to, launchStream()); })});
}

}  // namespace

void registerOnGpu()
{
    const Resampling linear = Resampling::opencv(cv::INTER_LINEAR), area = Resampling::opencv(cv::INTER_AREA),
                     cubic = Resampling::opencv(cv::INTER_CUBIC),
                     bicubic = Resampling::pillow(Resampling::Filter::Bicubic);
    const Shape shapes[] = {{k4K, {640, 360}, "4K_640x360"},
                            {k8K, kVideo, "8K_1080p"},
                            {k4K, {224, 224}, "4K_224"},
                            {kVideo, k4K, "1080p_4K"}};
    for (const Shape& shape : shapes) {
        for (const Resampling& resampling : {linear, area, cubic, bicubic}) {
            registerResize(shape, CV_8UC3, resampling);
            if (resampling == linear)
                registerResize(shape, CV_8UC4, resampling);
        }
    }
    const Chain bgr, nv12 = Chain::fromYuv(YuvFormat::hd());
    const auto yuv = [](const Size& size) { return YuvFormat::hd().imageSize(size); };
    registerChain("BGR_4K_640x360_linear_tensor", k4K, CV_8UC3, bgr, linear, {640, 360}, true);
    registerChain("BGR_4K_224_bicubic_tensor", k4K, CV_8UC3, bgr, bicubic, {224, 224}, true);
    registerChain("BGR_1080p_640_bicubic_tensor", kVideo, CV_8UC3, bgr, bicubic, {640, 640}, true);
    registerChain("NV12_4K_640x360_linear", yuv(k4K), CV_8UC1, nv12, linear, {640, 360}, false);
    registerChain("NV12_1080p_640x360_linear_tensor", yuv(kVideo), CV_8UC1, nv12, linear, {640, 360}, true);
    registerChain("NV12_8K_1080p_linear", yuv(k8K), CV_8UC1, nv12, linear, kVideo, false);
    registerChain("NV12_4K_640x360_area", yuv(k4K), CV_8UC1, nv12, area, {640, 360}, false);
    registerChain("NV12_1080p_224_bicubic_tensor", yuv(kVideo), CV_8UC1, nv12, bicubic, {224, 224}, true);
    registerBatch("BGR_linear_640", CV_8UC3, bgr, linear, {640, 640});
    registerBatch("BGR_bicubic_640", CV_8UC3, bgr, bicubic, {640, 640});
    registerBatch("NV12_linear_640x360", CV_8UC1, nv12, linear, {640, 360});
    registerBatch("NV12_bicubic_224", CV_8UC1, nv12, bicubic, {224, 224});
    registerAcrossBus("locked", pageLockedMemory);
    registerAcrossBus("pageable", pageableMemory);
}

}  // namespace bench
