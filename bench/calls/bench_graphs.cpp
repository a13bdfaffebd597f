// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Measures launches of CUDA graphs, each by the time that cudaGraphLaunch takes on the host:
// - kernel: a call between images in device memory, which is one kernel, beside a graph of one memset;
// - stripes: an 8K call in page-locked memory, beside a graph made by hand of as many uploads, kernels and downloads.
// "whole" is the time until the stripes are done, beside the same call on a stream.

#include "../../src/op/yuv/op.hpp"
#include "../common/benchmarks.hpp"
#include "../common/gpu.hpp"
#include "opencv2/cudastripe.hpp"

namespace bench {
namespace {

using namespace cv::cudastripe;
using cv::cuda::GpuMat;

const cv::Size kSize(7680, 4320);
constexpr int kStripes = 24, kSlots = 4, kLaunches = 20;

class Graph
{
public:
    explicit Graph(const std::function<void(cudaStream_t)>& enqueue)
    {
        cudaGraph_t graph = nullptr;
        BENCH_CUDA(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal));
        enqueue(stream());
        BENCH_CUDA(cudaStreamEndCapture(stream(), &graph));
        BENCH_CUDA(cudaGraphInstantiate(&executable_, graph, 0));
        BENCH_CUDA(cudaGraphDestroy(graph));
    }
    ~Graph() { cudaGraphExecDestroy(executable_); }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    void launch() const { BENCH_CUDA(cudaGraphLaunch(executable_, stream())); }

private:
    static cudaStream_t stream() { return launchStream().get(); }

    cudaGraphExec_t executable_ = nullptr;
};

using SharedGraph = std::shared_ptr<const Graph>;

void registerReplays(const std::string& name, const SharedGraph& graph)
{
    const auto launch = [=] { graph->launch(); };
    registerCalls({name, kLaunches, launch, allThreads(), nullptr, waited(launch)});
}

//! Rows of an 8K picture in page-locked memory, and the slots of the graph that is made by hand.
struct ByHand
{
    HostFrame frame = hostFrames(1, kSize, CV_8UC4, CV_8UC3, pageLockedMemory).first();  // which keeps its memory
    GpuMat in{kSize.height / kStripes * kSlots, kSize.width, CV_8UC4};
    GpuMat out{kSize.height / kStripes * kSlots, kSize.width, CV_8UC3};
    CudaStream up, run, down;
    CudaEvent forked, uploaded[kSlots], ran[kSlots], downloaded[kSlots];

    void enqueue(cudaStream_t caller)
    {
        constexpr int rows = 4320 / kStripes;
        BENCH_CUDA(cudaEventRecord(forked.get(), caller));
        BENCH_CUDA(cudaStreamWaitEvent(up.get(), forked.get(), 0));
        for (int i = 0; i < kStripes; ++i) {
            const int slot = i % kSlots;
            const cv::Range ofSlot(slot * rows, (slot + 1) * rows), ofImage(i * rows, (i + 1) * rows);
            const GpuMat slotIn = in.rowRange(ofSlot), slotOut = out.rowRange(ofSlot);
            if (i >= kSlots)
                BENCH_CUDA(cudaStreamWaitEvent(up.get(), downloaded[slot].get(), 0));
            upload(frame.in.rowRange(ofImage), slotIn, up);
            BENCH_CUDA(cudaEventRecord(uploaded[slot].get(), up.get()));
            BENCH_CUDA(cudaStreamWaitEvent(run.get(), uploaded[slot].get(), 0));
            cv::cudastripe::cvtColor(slotIn, slotOut, cv::COLOR_BGR2YUV, StreamHandle(run.get()));
            BENCH_CUDA(cudaEventRecord(ran[slot].get(), run.get()));
            BENCH_CUDA(cudaStreamWaitEvent(down.get(), ran[slot].get(), 0));
            download(slotOut, frame.out.rowRange(ofImage), down);
            BENCH_CUDA(cudaEventRecord(downloaded[slot].get(), down.get()));
        }
        BENCH_CUDA(cudaStreamWaitEvent(caller, downloaded[(kStripes - 1) % kSlots].get(), 0));
    }
};

}  // namespace

void registerAll()
{
    if (!addMachineContext())
        return;
    const auto in = std::make_shared<GpuMat>(1080, 1920, CV_8UC4), out = std::make_shared<GpuMat>(1080, 1920, CV_8UC3);
    const auto kernel = std::make_shared<const Graph>(
        [=](cudaStream_t stream) { cv::cudastripe::cvtColor(*in, *out, cv::COLOR_BGR2YUV, StreamHandle(stream)); });
    registerReplays("kernel/cudastripe", kernel);
    registerReplays("kernel/by_hand", std::make_shared<const Graph>([=](cudaStream_t stream) {
                        BENCH_CUDA(cudaMemsetAsync(out->data, 1, bytesOf(*out), stream));
                    }));

    StriperParams params = StriperParams::forCurrentDevice();
    params.route = Route::Striped;
    params.stripes = kStripes;
    params.slots = kSlots;
    const auto striper = std::make_shared<Striper>(params);
    const auto byHand = std::make_shared<ByHand>();
    const auto call = [=](cudaStream_t stream) {
        const HostFrame& frame = byHand->frame;
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, StreamHandle(stream), *striper);
    };
    const auto stripes = std::make_shared<const Graph>(call);
    const auto hand = std::make_shared<const Graph>([=](cudaStream_t stream) { byHand->enqueue(stream); });
    registerReplays("stripes/cudastripe", stripes);
    registerReplays("stripes/by_hand", hand);
    registerCalls({"whole/cudastripe", 5, waited([=] { stripes->launch(); })});
    registerCalls({"whole/by_hand", 5, waited([=] { hand->launch(); })});
    registerCalls({"whole/on_a_stream", 5, waited([=] { call(launchStream().get()); })});
}

}  // namespace bench
