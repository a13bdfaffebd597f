// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures toNetwork: frames in device memory and across the bus, boxes of a frame, and the CPU beside OpenCV's steps.
// "bound" reads the rows that are needed and writes the tensor. Only times of one run may be compared: the repetitions
// of all cases are interleaved in random order.

#include <array>

#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA
#include "../common/gpu.hpp"
#include "../resize/device_images.hpp"
#include "../resize/peers.hpp"
#endif

namespace bench {
namespace {

using namespace cv::cudastripe;

cv::Mat randomFrame(const cv::Size& size, int type)
{
    cv::Mat frame(size, type);
    cv::randu(frame, 0, 256);
    return frame;
}

//! What OpenCV's users write: letterbox, swap, scale, planes.
void letterboxBySteps(const cv::Mat& frame, const cv::Size& size, cv::Mat& tensor)
{
    const double scale = std::min(double(size.width) / frame.cols, double(size.height) / frame.rows);
    const cv::Size resized(cvRound(frame.cols * scale), cvRound(frame.rows * scale));
    cv::Mat small, padded, floats;
    cv::resize(frame, small, resized);
    const int left = (size.width - resized.width) / 2, top = (size.height - resized.height) / 2;
    cv::copyMakeBorder(small, padded, top, size.height - resized.height - top, left, size.width - resized.width - left,
                       cv::BORDER_CONSTANT, cv::Scalar::all(114));
    padded.convertTo(floats, CV_32F, 1 / 255.);
    const int sizes[] = {1, 3, size.height, size.width};
    tensor.create(4, sizes, CV_32F);
    std::vector<cv::Mat> planes;
    for (int c = 2; c >= 0; --c)
        planes.emplace_back(size, CV_32FC1, tensor.ptr<float>(0, c));
    cv::split(floats, planes);
}

void registerOnHost(int threads)
{
    const cv::Size size(640, 640);
    const auto frame = std::make_shared<cv::Mat>(randomFrame({1920, 1080}, CV_8UC3));
    const auto picture = std::make_shared<cv::Mat>(randomFrame({500, 375}, CV_8UC3));
    const auto tensor = std::make_shared<cv::Mat>();
    const std::string name = "host/" + std::to_string(threads) + "/";
    const NetworkInput yolo = NetworkInput::ultralytics(640), clip = NetworkInput::clip();
    const auto ours = [=](const cv::Mat& image, const NetworkInput& input) {
        toNetwork(image, *tensor, input, {}, striperFor(Route::Host));
    };
    registerCalls({name + "letterbox_1080p_640/cudastripe", 1, [=] { ours(*frame, yolo); }, threads});
    registerCalls({name + "letterbox_1080p_640/cv", 1, [=] { letterboxBySteps(*frame, size, *tensor); }, threads});
    registerCalls({name + "clip_500x375/cudastripe", 4, [=] { ours(*picture, clip); }, threads});
}

#ifdef HAVE_CUDASTRIPE_CUDA

using cv::cuda::GpuMat;

StreamHandle stream()
{
    return StreamHandle(launchStream().get());
}

NetworkInput halves(const NetworkInput& input)
{
    return NetworkInput(input).tensor(TensorLayout::CHW, CV_16F);
}

void registerFrames(int count)
{
    const cv::Size yuv(1920, 1620), to(640, 640);
    const NetworkInput input = halves(NetworkInput::ultralytics(640)).fromYuv(YuvFormat::hd());
    const Lazy<Images> images([=] { return Images(yuv, CV_8UC1, tensorOf(to, count), count); });
    const std::string name = "frames/" + std::to_string(count) + "xNV12_1080p_letterbox_640/";
    registerLaunches(name + "cudastripe", [=] { toNetwork(images->src, images->dst, input, stream()); });
    registerCalls({name + "call", 8, [=] { toNetwork(images->src, images->dst, input, stream()); }, allThreads(),
                   nullptr, waited([=] { toNetwork(images->src, images->dst, input, stream()); })});
    // Two of three rows of luma, and all of chroma.
    std::vector<int> needed;
    for (int row = 0; row < yuv.height; ++row) {
        if (row >= 1080 || row % 3 != 1)
            needed.push_back(row);
    }
    const Lazy<RowReads> rows([=] { return RowReads(needed); });
    registerLaunches(name + "bound", [=] {
        for (const GpuMat& each : images->src)
            rows->enqueue(each);
        BENCH_CUDA(cudaMemsetAsync(images->dst.data, 0, bytesOf(images->dst), launchStream().get()));
    });
}

void registerBoxes()
{
    const cv::Size yuv(3840, 3240);
    const NetworkInput input = halves(NetworkInput::siglip(224)).fromYuv(YuvFormat::hd());
    std::vector<NetworkBox> boxes;
    cv::RNG rng(3);
    for (int i = 0; i < 256; ++i)
        boxes.push_back(
            {cv::Rect2d(rng.uniform(0, 3400), rng.uniform(0, 1800), rng.uniform(60, 400), rng.uniform(60, 350))});
    const Lazy<Images> images([=] { return Images(yuv, CV_8UC1, tensorOf({224, 224}, 256), 1); });
    const auto call = [=] { toNetwork(images->src[0], boxes, images->dst, input, stream()); };
    registerCalls({"boxes/256_of_NV12_4K_224/call", 2, call, allThreads(), nullptr, waited(call)});
    const NetworkInput one = halves(NetworkInput::siglip(3584)).fromYuv(YuvFormat::hd());
    const Lazy<GpuMat> large([] { return tensorOf({3584, 3584}, 1); });
    registerLaunches("boxes/256_of_NV12_4K_224/one_picture", [=] { toNetwork(images->src[0], *large, one, stream()); });
}

void registerAcrossBus()
{
    const cv::Size yuv(1920, 1620);
    const NetworkInput input = halves(NetworkInput::ultralytics(640)).fromYuv(YuvFormat::hd());
    const Lazy<HostFrames> frames([=] { return hostFrames(32, yuv, CV_8UC1, CV_8UC1, pageLockedMemory); });
    const Lazy<std::vector<cv::Mat>> all([=] {
        std::vector<cv::Mat> mats;
        for (int i = 0; i < 32; ++i)
            mats.push_back(frames->next().in);
        return mats;
    });
    const Lazy<Images> device([=] { return Images(yuv, CV_8UC1, tensorOf({640, 640}, 32), 1); });
    registerCalls({"bus/32xNV12_1080p_letterbox_640/cudastripe", 2, [=] { toNetwork(*all, device->dst, input); }});
    registerCalls({"bus/32xNV12_1080p_letterbox_640/upload", 2, waited([=] {
                       for (const cv::Mat& each : *all)
                           upload(each, device->src[0], launchStream());
                   })});
}

#endif

}  // namespace

void registerAll()
{
    [[maybe_unused]] const bool gpu = addMachineContext();
    for (int threads : {1, allThreads()})
        registerOnHost(threads);
#ifdef HAVE_CUDASTRIPE_CUDA
    if (!gpu)
        return;
    registerFrames(1);
    registerFrames(32);
    registerBoxes();
    registerAcrossBus();
#endif
}

}  // namespace bench
