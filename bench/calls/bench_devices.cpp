// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures one to all GPUs of a host, from and to page-locked memory:
// - frame: an 8K frame that the GPUs divide, without the CPU and with it;
// - frames: 16 such frames one behind the other, each on one GPU in a Pipeline;
// - tensors: 64 NV12 images in one call to normalised tensors of halves.
// "copies" are the same bytes both ways, divided in the same way. Only times of one run may be compared. Each call is
// first made once, and its result compared with that of the CPU.

#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "../common/stripers.hpp"
#include "opencv2/cudastripe.hpp"
#include "pictures.hpp"

namespace bench {
namespace {

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

//! Throws if two calls do not give the same result.
void requireSame(cv::Mat result, const std::function<void(cs::Striper&)>& byCpu, const std::function<void()>& byGpus)
{
    byCpu(striperFor(cs::Route::Host));
    const cv::Mat expected = result.clone();
    result.setTo(0);
    byGpus();
    if (cv::norm(expected, result, cv::NORM_INF) != 0)
        CV_Error(cv::Error::StsInternal, "the GPUs' result differs from the CPU's");
}

void convert(const HostFrame& frame, cs::Striper& striper)
{
    cs::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, cs::StreamRef(), striper);
}

//! The cases of one number of GPUs.
class Cases
{
public:
    Cases(const Gpus& gpus, const std::shared_ptr<HostFrames>& frames, const HostFrame& batch)
        : gpus_(gpus), frames_(frames), batch_(batch)
    {
    }

    void addFrame() const
    {
        addCopies("frame", [frames = frames_]() -> const HostFrame& { return frames->next(); });
        for (const bool shared : {false, true}) {
            const auto striper = striperOf(0, gpus_.size(), shared ? cs::StriperParams::kAutoShare : 0);
            const auto check = [striper, first = frames_->first()] {
                requireSame(
                    first.out, [&](cs::Striper& cpu) { convert(first, cpu); }, [&] { convert(first, *striper); });
            };
            const auto call = [striper, frames = frames_] { convert(frames->next(), *striper); };
            add("frame", shared ? "chosen" : "cudastripe", 5, call, check);
        }
    }

    void addFrames() const
    {
        const size_t count = gpus_.size();
        std::vector<std::shared_ptr<cs::Striper>> stripers;
        std::vector<std::shared_ptr<cs::Pipeline>> pipelines;
        for (size_t i = 0; i < count; ++i) {
            stripers.push_back(striperOf(i, 1));
            pipelines.push_back(std::make_shared<cs::Pipeline>(cs::StreamHandle(gpus_[i]->up.get()), *stripers[i]));
        }
        const auto convertOn = [stripers, pipelines](size_t i, const HostFrame& frame) {
            cs::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, *pipelines[i], *stripers[i]);
        };
        add("frames", "copies", 1, [gpus = gpus_, frames = frames_, count] {
            for (size_t i = 0; i < kFrames; ++i)
                gpus[i % count]->copyPart(frames->next(), 0, 1);
            wait(gpus);
        });
        const auto call = [gpus = gpus_, frames = frames_, count, convertOn] {
            for (size_t i = 0; i < kFrames; ++i)
                convertOn(i % count, frames->next());
            wait(gpus);
        };
        const auto check = [gpus = gpus_, count, convertOn, first = frames_->first()] {
            for (size_t i = 0; i < count; ++i) {
                const auto byGpu = [&] {
                    convertOn(i, first);
                    wait(gpus);
                };
                requireSame(
                    first.out, [&](cs::Striper& cpu) { convert(first, cpu); }, byGpu);
            }
        };
        add("frames", "cudastripe", 1, call, check);
    }

    void addTensors() const
    {
        const int shape[] = {kImages, 3, kSide, kSide};
        const cv::Mat tensor(4, shape, CV_16F, batch_.out.data);
        std::vector<cv::Mat> images, pictures;
        for (int i = 0; i < kImages; ++i) {
            images.push_back(batch_.in.rowRange(i * kSide / 2 * 3, (i + 1) * kSide / 2 * 3));
            pictures.push_back(cs::tensorImage(tensor, i));
        }
        addCopies("tensors", [batch = batch_]() -> const HostFrame& { return batch; });
        const cs::Chain chain = normalised(cs::Chain::fromYuv(cs::YuvFormat::hd()), CV_16F);
        const auto fill = [images, pictures, chain, memory = batch_.memory](cs::Striper& striper) {
            cs::transform(images, pictures, chain, cs::StreamRef(), striper);
        };
        const auto striper = striperOf(0, gpus_.size());
        const auto call = [fill, striper] { fill(*striper); };
        add("tensors", "cudastripe", 5, call, [=, result = batch_.out] { requireSame(result, fill, call); });
    }

private:
    void add(const std::string& work, const std::string& by, int calls, const std::function<void()>& call,
             const std::function<void()>& check = nullptr) const
    {
        registerCalls({work + "/" + std::to_string(gpus_.size()) + "/" + by, calls, call, allThreads(), check});
    }

    void addCopies(const std::string& work, const std::function<const HostFrame&()>& frame) const
    {
        add(work, "copies", 5, [gpus = gpus_, frame] {
            const HostFrame& all = frame();
            for (size_t i = 0; i < gpus.size(); ++i)
                gpus[i]->copyPart(all, i, gpus.size());
            wait(gpus);
        });
    }

    const Gpus gpus_;
    const std::shared_ptr<HostFrames> frames_;
    const HostFrame batch_;
};

}  // namespace

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
    cv::Mat images = batch.in;
    cv::randu(images, 0, 256);
    Gpus gpus;
    for (int i = 0; i < count; ++i) {
        BENCH_CUDA(cudaSetDevice(i));
        gpus.push_back(std::make_shared<Gpu>());
        BENCH_CUDA(cudaSetDevice(0));
        const Cases cases(gpus, frames, batch);
        cases.addFrame();
        cases.addFrames();
        cases.addTensors();
    }
}

}  // namespace bench
