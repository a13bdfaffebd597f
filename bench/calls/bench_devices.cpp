// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures one to all GPUs of a host, from and to page-locked memory:
// - frame: an 8K frame that the GPUs divide, without the CPU and with it;
// - frames: 16 such frames one behind the other, each on one GPU in a Pipeline;
// - tensors: 64 NV12 images in one call to normalised tensors of halves.
// "copies" are the same bytes both ways, divided in the same way. Only times of one run may be compared.

#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "opencv2/cudastripe.hpp"
#include "pictures.hpp"

namespace bench { namespace {

namespace cs = cv::cudastripe;

constexpr int kFrames = 16, kImages = 64, kSide = 640;

//! Where copies of a device end and begin.
struct Gpu
{
    const CudaStream up, down;
    const Memory in = deviceMemory(size_t(1) << 28), out = deviceMemory(size_t(1) << 28);

    //! Part `i` of `count` of the bytes both ways.
    void copyPart(const HostFrame& frame, size_t i, size_t count) const
    {
        const size_t inBytes = bytesOf(frame.in) / count, outBytes = bytesOf(frame.out) / count;
        BENCH_CUDA(cudaMemcpyAsync(in.get(), frame.in.data + i * inBytes, inBytes, cudaMemcpyHostToDevice, up.get()));
        BENCH_CUDA(
            cudaMemcpyAsync(frame.out.data + i * outBytes, out.get(), outBytes, cudaMemcpyDeviceToHost, down.get()));
    }
};
using Gpus = std::vector<std::shared_ptr<Gpu>>;

void wait(const Gpus& gpus)
{
    for (const auto& gpu : gpus) {
        gpu->up.wait();
        gpu->down.wait();
    }
}

std::shared_ptr<cs::Striper> striperOf(size_t first, size_t count, double hostShare = 0)
{
    cs::StriperParams params;
    for (size_t i = 0; i < count; ++i)
        params.devices.push_back(static_cast<int>(first + i));
    params.hostShare = hostShare;
    return std::make_shared<cs::Striper>(params);
}

void registerFor(const Gpus& gpus, const std::shared_ptr<HostFrames>& frames, const HostFrame& batch)
{
    const size_t count = gpus.size();
    const auto add = [&](const std::string& work, const std::string& by, int calls, const std::function<void()>& call) {
        registerCalls({work + "/" + std::to_string(count) + "/" + by, calls, call});
    };
    const auto addCopies = [&](const std::string& work, const std::function<const HostFrame&()>& frame) {
        add(work, "copies", 5, [=] {
            const HostFrame& all = frame();
            for (size_t i = 0; i < count; ++i)
                gpus[i]->copyPart(all, i, count);
            wait(gpus);
        });
    };
    addCopies("frame", [=]() -> const HostFrame& { return frames->next(); });
    for (const bool shared : {false, true}) {
        const auto striper = striperOf(0, count, shared ? cs::StriperParams::kAutoShare : 0);
        add("frame", shared ? "chosen" : "cudastripe", 5, [=] {
            const HostFrame& frame = frames->next();
            cs::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, cs::StreamRef(), *striper);
        });
    }
    std::vector<std::shared_ptr<cs::Striper>> stripers;
    std::vector<std::shared_ptr<cs::Pipeline>> pipelines;
    for (size_t i = 0; i < count; ++i) {
        stripers.push_back(striperOf(i, 1));
        pipelines.push_back(std::make_shared<cs::Pipeline>(cs::StreamHandle(gpus[i]->up.get()), *stripers[i]));
    }
    add("frames", "copies", 1, [=] {
        for (size_t i = 0; i < kFrames; ++i)
            gpus[i % count]->copyPart(frames->next(), 0, 1);
        wait(gpus);
    });
    add("frames", "cudastripe", 1, [=] {
        for (size_t i = 0; i < kFrames; ++i) {
            const HostFrame& frame = frames->next();
            cs::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, *pipelines[i % count], *stripers[i % count]);
        }
        wait(gpus);
    });
    const int shape[] = {kImages, 3, kSide, kSide};
    const cv::Mat tensor(4, shape, CV_16F, batch.out.data);
    std::vector<cv::Mat> images, pictures;
    for (int i = 0; i < kImages; ++i) {
        images.push_back(batch.in.rowRange(i * kSide / 2 * 3, (i + 1) * kSide / 2 * 3));
        pictures.push_back(cs::tensorImage(tensor, i));
    }
    addCopies("tensors", [batch]() -> const HostFrame& { return batch; });
    const cs::Chain chain = normalised(cs::Chain::fromYuv(cs::YuvFormat::hd()), CV_16F);
    add("tensors", "cudastripe", 5, [=, striper = striperOf(0, count)]() mutable {
        cs::transform(images, pictures, chain, cs::StreamRef(), *striper);
    });
}

void registerAll()
{
    int count = 0;
    if (!addMachineContext() || cudaGetDeviceCount(&count) != cudaSuccess)
        return;
    const auto frames =
        std::make_shared<HostFrames>(hostFrames(8, cv::Size(7680, 4320), CV_8UC4, CV_8UC3, pageLockedMemory));
    const size_t inBytes = size_t(kImages) * kSide * kSide / 2 * 3;
    const Memory memory = pageLockedMemory(inBytes * 5);
    const HostFrame batch = {cv::Mat(kImages * kSide / 2 * 3, kSide, CV_8UC1, memory.get()),
                             cv::Mat(kImages * kSide * 3, kSide, CV_16UC1, memory.get() + inBytes), cv::Mat(), memory};
    Gpus gpus;
    for (int i = 0; i < count; ++i) {
        BENCH_CUDA(cudaSetDevice(i));
        gpus.push_back(std::make_shared<Gpu>());
        BENCH_CUDA(cudaSetDevice(0));
        registerFor(gpus, frames, batch);
    }
}

}}  // namespace bench

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, bench::registerAll);
}
