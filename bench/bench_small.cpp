// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures small images, where it counts how a call begins:
// - host: pageable and page-locked memory, beside cv::cvtColor, by one thread and by all;
// - stream: from device to device on a stream, beside a bare launch of the same kernel. "call" is the mean of calls one
//   behind the other, "waited" one call that is waited for;
// - bus: page-locked VGA beside a bare kernel that moves the same bytes, waits included;
// - to_device: page-locked 1080p to device memory beside the copy of its bytes.
// Images stay in caches; of the last two, four take turns. Only times of one run may be compared: the repetitions of
// all cases are interleaved.

#include <benchmark/benchmark.h>

#include "../src/op/chain/op.hpp"
#include "../src/op/yuv444/op.hpp"
#include "benchmark_main.hpp"
#include "cuda_handles.hpp"
#include "machine_context.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"
#include "small_cases.hpp"

namespace {

using namespace cv::cudastripe;

using bench::registerSmallCase;
using Work = std::function<void()>;

cv::Mat image(int side, int type, bool pageLocked)
{
    cv::Mat made;
    if (pageLocked)
        made.allocator = cv::cuda::HostMem::getAllocator(cv::cuda::HostMem::PAGE_LOCKED);
    made.create(side, side, type);
    made.setTo(cv::Scalar(1, 2, 3, 4));
    return made;
}

void registerHost(int side, int code, const std::string& codeName, int threads, bool pageLocked)
{
    const cv::Mat src = image(side, CV_8UC4, pageLocked);
    cv::Mat small;
    cv::cvtColor(src, small, code);
    cv::Mat dst;
    if (pageLocked)
        dst.allocator = cv::cuda::HostMem::getAllocator(cv::cuda::HostMem::PAGE_LOCKED);
    dst.create(small.size(), small.type());
    const std::string name = std::string(pageLocked ? "locked/" : "host/") + codeName + "/" + std::to_string(side) +
                             "x" + std::to_string(threads) + "/";
    const auto add = [&](const char* who, const std::function<void(const cv::Mat&, cv::Mat&)>& convert) {
        registerSmallCase(name + who, 1000, [=]() mutable {
            cv::setNumThreads(threads);
            convert(src, dst);
        });
    };
    add("cudastripe", [=](const cv::Mat& in, cv::Mat& out) { cv::cudastripe::cvtColor(in, out, code); });
    add("cv_cvtColor", [=](const cv::Mat& in, cv::Mat& out) { cv::cvtColor(in, out, code); });
}

PlaneView whole(const cv::cuda::GpuMat& image)
{
    return {image.data, int64_t(image.step), int64_t(image.cols * image.elemSize())};
}

//! Device to device on a stream.
class StreamCases
{
public:
    void add(int side)
    {
        const cv::cuda::GpuMat in(side, side, CV_8UC4, cv::Scalar(1, 2, 3, 4)), out(side, side, CV_8UC3);
        const StreamRef stream = StreamHandle(stream_.get());
        const auto convert = [=] {
            cv::cuda::GpuMat result = out;
            cv::cudastripe::cvtColor(in, result, cv::COLOR_BGR2YUV, stream);
        };
        addBoth("cvtColor/", side, convert,
                bare(makePackedYuvOp(packedYuvConversions().front(), in.size(), CV_8U, 4), in, out));

        const cv::cuda::GpuMat floats(side, side, CV_32FC1, cv::Scalar(0.5)), result(side, side, CV_32FC1);
        const Chain chain = Chain().multiply(2).add(1).sqrt();
        const auto transform = [=] {
            cv::cuda::GpuMat to = result;
            cv::cudastripe::transform(floats, to, chain, cv::noArray(), stream);
        };
        addBoth("chain3/", side, transform,
                bare(makeChainOp(compileChain(chain, CV_32FC1, -1, "bench"), floats.size(), Masking(), CutBy::Rows),
                     floats, result));
    }

private:
    Work bare(std::shared_ptr<StripeOp> op, const cv::cuda::GpuMat& in, const cv::cuda::GpuMat& out)
    {
        StripePlanes planes;
        planes.in[0] = whole(in);
        planes.out[0] = whole(out);
        const KernelRef kernel = op->kernel(planes, op->units());
        return [this, op, kernel, in, out] { BENCH_CUDA(static_cast<cudaError_t>(kernel.enqueue(stream_.get()))); };
    }

    void addBoth(const std::string& name, int side, const Work& ours, const Work& bare)
    {
        const std::string sized = name + std::to_string(side) + "/";
        for (const auto& who : {std::make_pair("cudastripe", ours), std::make_pair("bare", bare)}) {
            const Work work = who.second;
            registerSmallCase("stream/call/" + sized + who.first, 1, [=] {
                for (int i = 0; i < 200; ++i)
                    work();
                stream_.wait();
            });
            registerSmallCase("stream/waited/" + sized + who.first, 50, [=] {
                work();
                stream_.wait();
            });
        }
    }

    bench::CudaStream stream_;
};

}  // namespace

void bench::registerSmallCase(const std::string& name, int calls, const Work& work)
{
    benchmark::RegisterBenchmark(name.c_str(), guarded([work](benchmark::State& state) {
                                     work();
                                     for (auto _ : state)
                                         work();
                                 }))
        ->Iterations(calls)
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
}

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] {
        const bool gpu = bench::addMachineContext();
        const int all = cv::getNumThreads();
        for (int side : {32, 64, 128}) {
            for (int threads : {1, all}) {
                for (bool pageLocked : {false, true}) {
                    if (pageLocked && !gpu)
                        continue;
                    registerHost(side, cv::COLOR_BGR2YUV, "BGR2YUV", threads, pageLocked);
                    registerHost(side, cv::COLOR_BGRA2YUV_I420, "I420", threads, pageLocked);
                }
            }
        }
        if (!gpu)
            return;
        bench::registerBusCases();
        static StreamCases& streams = *new StreamCases;  // CUDA may be gone before static objects are
        for (int side : {32, 64, 128, 256, 512})
            streams.add(side);
    });
}
