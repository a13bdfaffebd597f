// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <benchmark/benchmark.h>

#include <cstring>

#include "device_memory.hpp"
#include "format_cases.hpp"
#include "gpu_striper.hpp"
#include "launch_timer.hpp"
#include "lazy.hpp"
#include "opencv2/cudastripe.hpp"
#include "page_locked_memory.hpp"

namespace bench {
namespace {

constexpr int kLaunches = 16;

//! Device memory for the largest case, a source and a destination for each of the frames in rotation.
class DeviceMemory
{
public:
    DeviceMemory()
    {
        constexpr size_t pixels = size_t(FormatCase::kWidth) * FormatCase::kHeight;
        for (int i = 0; i < FormatFrames::kFrames; ++i) {
            for (size_t bytes : {pixels * 8, pixels * 8}) {
                memory_.push_back(deviceMemory(bytes));
                BENCH_CUDA(cudaMemset(memory_.back().get(), 90, bytes));
            }
        }
        BENCH_CUDA(cudaStreamSynchronize(cudaStreamLegacy));
    }

    void next(uchar*& in, uchar*& out)
    {
        in = memory_[next_].get();
        out = memory_[next_ + 1].get();
        next_ = (next_ + 2) % memory_.size();
    }

private:
    std::vector<std::shared_ptr<uchar>> memory_;
    size_t next_ = 0;
};

//! What all cases share.
struct Resources
{
    FormatFrames frames{pageLockedMemory};
    DeviceMemory device;
    CudaStream up, down;
    LaunchTimer timer;
};

using Shared = SharedLazy<Resources>;

void bound(Resources& r, const FormatCase& c)
{
    const HostFrame frame = r.frames.next(c);
    uchar *in = nullptr, *out = nullptr;
    r.device.next(in, out);
    BENCH_CUDA(cudaMemcpyAsync(in, frame.in.data, c.inBytes(), cudaMemcpyHostToDevice, r.up.get()));
    BENCH_CUDA(cudaMemcpyAsync(frame.out.data, out, c.outBytes(), cudaMemcpyDeviceToHost, r.down.get()));
    r.up.wait();
    r.down.wait();
}

void striped(Resources& r, const FormatCase& c)
{
    const HostFrame frame = r.frames.next(c);
    cv::cudastripe::cvtToYuv(frame.in, frame.out, c.format, cv::cudastripe::ChannelOrder::BGR, {}, gpuStriper());
}

// The result of the GPU must be that of the CPU.
void check(Resources& r, const FormatCase& c)
{
    static cv::cudastripe::Striper cpu{cv::cudastripe::StriperParams()};
    const HostFrame frame = r.frames.next(c);
    cv::cudastripe::cvtToYuv(frame.in, frame.out, c.format, cv::cudastripe::ChannelOrder::BGR, {}, gpuStriper());
    cv::Mat expected;
    cv::cudastripe::cvtToYuv(frame.in, expected, c.format, cv::cudastripe::ChannelOrder::BGR, {}, cpu);
    if (std::memcmp(expected.data, frame.out.data, c.outBytes()) != 0)
        CV_Error_(cv::Error::StsInternal, ("%s differs between CPU and GPU", c.name().c_str()));
}

void kernel(Resources& r, const FormatCase& c)
{
    uchar *in = nullptr, *out = nullptr;
    r.device.next(in, out);
    const cv::cuda::GpuMat src(c.size(), c.inType(), in);
    cv::cuda::GpuMat dst(c.outSize(), c.format.imageType(), out);
    cv::cudastripe::cvtToYuv(src, dst, c.format, cv::cudastripe::ChannelOrder::BGR,
                             cv::cudastripe::StreamHandle(r.timer.stream().get()));
}

// Reads and writes as many bytes as the kernel.
void copy(Resources& r, const FormatCase& c)
{
    uchar *in = nullptr, *out = nullptr;
    r.device.next(in, out);
    BENCH_CUDA(
        cudaMemcpyAsync(out, in, (c.inBytes() + c.outBytes()) / 2, cudaMemcpyDeviceToDevice, r.timer.stream().get()));
}

using Work = void (*)(Resources&, const FormatCase&);

void registerOnHost(const std::string& name, const Shared& shared, const FormatCase& c, Work work)
{
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) {
                                     Resources& r = shared->get();
                                     work(r, c);
                                     for (auto _ : state)
                                         work(r, c);
                                 })
        ->Iterations(FormatFrames::kFrames)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

void registerOnDevice(const std::string& name, const Shared& shared, const FormatCase& c, Work work)
{
    benchmark::RegisterBenchmark(name.c_str(),
                                 [=](benchmark::State& state) {
                                     Resources& r = shared->get();
                                     work(r, c);  // loads, which must not happen behind the gate
                                     r.timer.stream().wait();
                                     for (auto _ : state)
                                         state.SetIterationTime(r.timer.meanSeconds(kLaunches, [&] { work(r, c); }));
                                 })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace

void registerFormatsOnGpu(const std::vector<FormatCase>& cases)
{
    const auto shared = std::make_shared<Lazy<Resources>>([] { return std::make_unique<Resources>(); });
    for (const FormatCase& c : cases) {
        const std::string name = "format/" + c.name();
        registerOnHost(name + "/bound", shared, c, bound);
        registerOnHost(name + "/striped", shared, c, striped);
        registerOnDevice(name + "/kernel", shared, c, kernel);
        registerOnDevice(name + "/copy", shared, c, copy);
        check(shared->get(), c);
    }
}

}  // namespace bench
