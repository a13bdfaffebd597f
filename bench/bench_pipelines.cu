// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What pipelines of copies and kernels reach that are written by hand, with nothing around them: 8K BGRA to packed YUV
// in page-locked memory. Tells what a machine costs from what a library does. Cases:
// - bound: both copies at once.
// - uploads/N, uploads_events/N: N pieces behind one another, without and with an event behind each.
// - uploads_batch/N, batch_beside_download/N_K: the same as one batch, inside of which nothing tells what has arrived.
// - reads_across/alone, reads_across/beside_download: one kernel that reads everything across the bus.
// - beside_download/N_K: N stripes of which the last K shrink, with an event behind each, beside one download.
// - pipeline/N_K/copies: the same stripes; an upload, a kernel and a download each, in three streams.
// - pipeline/N_K/writesM: the kernels of the last M stripes write into page-locked memory themselves.
// - pipeline/N_K/kernel_of_last, no_kernels: without the other kernels, so that copies wait for copies.
// - across/F_O: a kernel reads and writes the last F per mille across the bus, behind the uploads of stripes of which
// the last is O percent of that.
// - arrives/N_K/B: all stripes of N, of which the last K shrink, by one upload; kernels of B blocks take each as it
// comes.
// - arrives/N_K/B_compared: by three, behind each of which what was taken is compared with what came.
// - graph/N_K/copies: a pipeline as one CUDA graph for each buffer set, made beforehand.
// - cudastripe: the library, striped.
// Buffers take turns; only times of one run may be compared, whose repetitions are interleaved.

#include <benchmark/benchmark.h>

#include <mutex>

#include "arriving_pipeline.hpp"
#include "benchmark_main.hpp"
#include "gpu_context.hpp"
#include "opencv2/cudastripe.hpp"
#include "plain_pipeline.hpp"

namespace bench { namespace {

constexpr int kSets = PipelineMachine::kSets;

//! One launch for each buffer set.
struct Graphs
{
    ~Graphs()
    {
        for (cudaGraphExec_t graph : ready) {
            if (graph)
                cudaGraphExecDestroy(graph);
        }
    }
    cudaGraphExec_t ready[kSets] = {};
    int set = 0;
};

cudaGraphExec_t captured(PipelineMachine& m, const PipelineShape& shape)
{
    BENCH_CUDA(cudaStreamBeginCapture(m.up.get(), cudaStreamCaptureModeThreadLocal));
    enqueue(m, shape);
    OrderEvent downloaded;
    BENCH_CUDA(cudaEventRecord(downloaded.get(), m.down.get()));
    BENCH_CUDA(cudaStreamWaitEvent(m.up.get(), downloaded.get(), 0));
    cudaGraph_t graph = nullptr;
    BENCH_CUDA(cudaStreamEndCapture(m.up.get(), &graph));
    cudaGraphExec_t ready = nullptr;
    BENCH_CUDA(cudaGraphInstantiate(&ready, graph, 0));
    BENCH_CUDA(cudaGraphDestroy(graph));
    return ready;
}

void launch(PipelineMachine& m, Graphs& graphs, const PipelineShape& shape)
{
    cudaGraphExec_t& graph = graphs.ready[graphs.set++ % kSets];
    if (!graph)
        graph = captured(m, shape);
    BENCH_CUDA(cudaGraphLaunch(graph, m.up.get()));
    m.up.wait();
}

void add(const std::string& name, const SharedLazy<PipelineMachine>& machine,
         const std::function<void(PipelineMachine&)>& work, const std::function<void(PipelineMachine&)>& first)
{
    const auto once = std::make_shared<std::once_flag>();
    benchmark::RegisterBenchmark(pipelineFrame().caseName(name).c_str(),
                                 [=](benchmark::State& state) {
                                     std::call_once(*once, [&] { first(machine->get()); });
                                     work(machine->get());
                                     for (auto _ : state)
                                         work(machine->get());
                                 })
        ->Iterations(kSets)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

void addPipeline(const std::string& name, const SharedLazy<PipelineMachine>& machine, const PipelineShape& shape)
{
    add(
        name, machine, [=](PipelineMachine& m) { pipeline(m, shape); },
        [=](PipelineMachine& m) { checkedPipeline(m, shape); });
}

void addUploads(const std::string& name, const SharedLazy<PipelineMachine>& machine, const std::vector<int>& rows,
                bool events, bool besideDownload)
{
    const auto work = [=](PipelineMachine& m) { uploads(m, rows, events, besideDownload); };
    add(name, machine, work, work);
}

void addBatch(const std::string& name, const SharedLazy<PipelineMachine>& machine, const std::vector<int>& rows,
              bool besideDownload)
{
    if (!kHasBatches)
        return;
    const auto work = [=](PipelineMachine& m) { uploadsBatch(m, rows, besideDownload); };
    add(name, machine, work, work);
}

void addShape(const SharedLazy<PipelineMachine>& machine, int count, int tapered)
{
    const std::string name = cv::format("%d_%d", count, tapered);
    PipelineShape shape;
    shape.rows = stripes(count, tapered);
    addUploads("beside_download/" + name, machine, shape.rows, true, true);
    addBatch("batch_beside_download/" + name, machine, shape.rows, true);
    for (int written : {0, 1, 2, 4, count}) {
        shape.written = written;
        addPipeline("pipeline/" + name + (written ? cv::format("/writes%d", written) : cv::String("/copies")), machine,
                    shape);
    }
    shape.written = 1;
    shape.kernels = PipelineShape::Kernels::OfTheLast;
    addPipeline("pipeline/" + name + "/kernel_of_last", machine, shape);
    shape.kernels = PipelineShape::Kernels::None;
    addPipeline("pipeline/" + name + "/no_kernels", machine, shape);

    PipelineShape copies;
    copies.rows = shape.rows;
    const auto graphs = std::make_shared<Graphs>();
    const auto work = [=](PipelineMachine& m) { launch(m, *graphs, copies); };
    add("graph/" + name + "/copies", machine, work, work);
}

void addAcross(const SharedLazy<PipelineMachine>& machine, int perMille, int percent)
{
    PipelineShape shape;
    shape.rows = stripesBefore(perMille / 1000., percent / 100.);
    shape.written = 1;
    shape.readsLast = true;
    addPipeline(cv::format("across/%d_%d", perMille, percent), machine, shape);
}

void addArriving(const SharedLazy<PipelineMachine>& machine, const SharedLazy<ArrivingPipeline>& pipeline, int count,
                 int blocks, bool compared)
{
    ArrivingPipeline::Shape shape = {stripes(count, count - 2), {count}, blocks, compared};
    if (compared)
        shape.ends = {count / 4, count / 2, count};
    const auto work = [=](PipelineMachine&) { pipeline->get().run(shape); };
    const auto first = [=](PipelineMachine&) { checkResult(pipeline->get().run(shape)); };
    add(cv::format("arrives/%d_%d/%d%s", count, count - 2, blocks, compared ? "_compared" : ""), machine, work, first);
}

void addAll()
{
    const auto machine = std::make_shared<Lazy<PipelineMachine>>([] { return std::make_unique<PipelineMachine>(); });
    const auto arriving =
        std::make_shared<Lazy<ArrivingPipeline>>([=] { return std::make_unique<ArrivingPipeline>(machine->get()); });
    addUploads("bound/both_copies", machine, stripes(1, 0), false, true);
    for (int count : {1, 12, 24}) {
        addUploads(cv::format("uploads/%d", count), machine, stripes(count, 0), false, false);
        addUploads(cv::format("uploads_events/%d", count), machine, stripes(count, 0), true, false);
        addBatch(cv::format("uploads_batch/%d", count), machine, stripes(count, 0), false);
    }
    constexpr int shapes[][2] = {{10, 8}, {14, 9}, {17, 12}, {20, 15}};
    for (const auto& shape : shapes)
        addShape(machine, shape[0], shape[1]);
    for (int perMille : {6, 25, 100})
        addAcross(machine, perMille, 40);
    for (int count : {12, 16}) {
        for (int blocks : {66, 132, 264}) {
            for (bool compared : {false, true})
                addArriving(machine, arriving, count, blocks, compared);
        }
    }
    for (bool beside : {false, true}) {
        const auto work = [=](PipelineMachine& m) { readsAcross(m, beside); };
        add(beside ? "reads_across/beside_download" : "reads_across/alone", machine, work, work);
    }
    cv::cudastripe::StriperParams params;
    params.devices = {0};
    params.route = cv::cudastripe::Route::Striped;
    const auto striper = std::make_shared<cv::cudastripe::Striper>(params);
    const auto work = [=](PipelineMachine& m) {
        const HostFrame& frame = m.frames.next();
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, {}, *striper);
    };
    add("cudastripe", machine, work, work);
}

}}  // namespace bench

int main(int argc, char** argv)
{
    return bench::runBenchmarks(argc, argv, [] {
        bench::requireGpu();
        bench::addAll();
    });
}
