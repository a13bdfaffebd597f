// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What pipelines of copies and kernels reach that are written by hand, with nothing around them: 8K BGRA to packed YUV
// in page-locked memory. Tells what a machine costs from what a library does. Cases:
// - bound: both copies at once.
// - uploads/N, uploads_events/N: N pieces behind one another, without and with an event behind each.
// - pipeline/N_K/copies: N stripes of which the last K shrink; an upload, a kernel and a download each, in three
// streams.
// - pipeline/N_K/writesM: the kernels of the last M stripes write into page-locked memory themselves.
// - graph/N_K/copies: the same as one CUDA graph for each buffer set, made beforehand.
// - cudastripe: the library, striped.
// Buffers take turns; only times of one run may be compared, whose repetitions are interleaved.

#include <benchmark/benchmark.h>

#include <mutex>

#include "benchmark_main.hpp"
#include "cuda_handles.hpp"
#include "gpu_context.hpp"
#include "host_frames.hpp"
#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"
#include "page_locked_memory.hpp"

namespace bench { namespace {

constexpr int kSets = 4, kMostStripes = 32;

const FrameSize& frameSize()
{
    return frameSizes().back();
}

constexpr double kRatio = 0.77;  // of a stripe that shrinks to the one before

//! What all cases use.
struct Machine
{
    Machine() : frames(frameSize(), pageLockedMemory)
    {
        for (int i = 0; i < kSets; ++i) {
            BENCH_CUDA(cudaMalloc(&in[i], frameSize().inBytes()));
            BENCH_CUDA(cudaMalloc(&out[i], frameSize().outBytes()));
        }
    }
    ~Machine()
    {
        for (int i = 0; i < kSets; ++i) {
            cudaFree(in[i]);
            cudaFree(out[i]);
        }
    }

    HostFrames frames;
    CudaStream up, run, down;
    OrderEvent uploaded[kMostStripes], ran[kMostStripes];
    uchar *in[kSets] = {}, *out[kSets] = {};
    int set = 0;
};

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

__device__ unsigned yuvOf(uchar4 p)
{
    const int y = (1868 * p.x + 9617 * p.y + 4899 * p.z + (1 << 13)) >> 14;
    const int u = (8061 * (p.x - y) + (128 << 14) + (1 << 13)) >> 14;
    const int v = (14369 * (p.z - y) + (128 << 14) + (1 << 13)) >> 14;
    return y | min(max(u, 0), 255) << 8 | min(max(v, 0), 255) << 16;
}

constexpr int kBlock = 256;

// Four pixels a thread, 16 bytes in and 12 out; a warp writes whole lines, without which writes across the bus are
// slow.
__global__ void toYuv(const uint4* in, unsigned* out, int count)
{
    __shared__ unsigned lines[3 * kBlock];
    const int first = blockIdx.x * kBlock, i = first + threadIdx.x;
    if (i < count) {
        const uint4 words = in[i];
        const uchar4* pixels = reinterpret_cast<const uchar4*>(&words);
        const unsigned a = yuvOf(pixels[0]), b = yuvOf(pixels[1]), c = yuvOf(pixels[2]), d = yuvOf(pixels[3]);
        lines[3 * threadIdx.x] = a | b << 24;
        lines[3 * threadIdx.x + 1] = b >> 8 | c << 16;
        lines[3 * threadIdx.x + 2] = c >> 16 | d << 8;
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 3 * kBlock && 3 * first + k < 3 * count; k += kBlock)
        out[3 * first + k] = lines[k];
}

//! Rows of each stripe.
std::vector<int> stripes(int count, int tapered)
{
    double weight = count - tapered, size = 1;
    for (int i = 0; i < tapered; ++i)
        weight += size *= kRatio;
    std::vector<int> rows;
    const int all = frameSize().pixels.height;
    double fraction = 0;
    int done = 0;
    size = 1 / weight;
    for (int i = 0; i < count; ++i) {
        if (i >= count - tapered)
            size *= kRatio;
        fraction += size;
        const int end = i + 1 == count ? all : int(fraction * all + 0.5);
        rows.push_back(end - done);
        done = end;
    }
    return rows;
}

HostFrame enqueue(Machine& m, const std::vector<int>& rows, int written)
{
    const HostFrame& frame = m.frames.next();
    const int set = m.set++ % kSets, count = int(rows.size());
    size_t row = 0;
    for (int i = 0; i < count; ++i) {
        const size_t from = row * frame.in.step, to = row * frame.out.step, pixels = size_t(rows[i]) * frame.in.cols;
        const bool writes = i >= count - written;
        BENCH_CUDA(
            cudaMemcpyAsync(m.in[set] + from, frame.in.data + from, pixels * 4, cudaMemcpyHostToDevice, m.up.get()));
        BENCH_CUDA(cudaEventRecord(m.uploaded[i].get(), m.up.get()));
        BENCH_CUDA(cudaStreamWaitEvent(m.run.get(), m.uploaded[i].get(), 0));
        const int quads = int(pixels / 4);
        toYuv<<<(quads + kBlock - 1) / kBlock, kBlock, 0, m.run.get()>>>(
            reinterpret_cast<const uint4*>(m.in[set] + from),
            reinterpret_cast<unsigned*>(writes ? frame.out.data + to : m.out[set] + to), quads);
        BENCH_CUDA(cudaGetLastError());
        if (!writes) {
            BENCH_CUDA(cudaEventRecord(m.ran[i].get(), m.run.get()));
            BENCH_CUDA(cudaStreamWaitEvent(m.down.get(), m.ran[i].get(), 0));
            BENCH_CUDA(cudaMemcpyAsync(frame.out.data + to, m.out[set] + to, pixels * 3, cudaMemcpyDeviceToHost,
                                       m.down.get()));
        }
        row += size_t(rows[i]);
    }
    return frame;
}

HostFrame pipeline(Machine& m, const std::vector<int>& rows, int written)
{
    const HostFrame frame = enqueue(m, rows, written);
    m.run.wait();
    m.down.wait();
    return frame;
}

cudaGraphExec_t captured(Machine& m, const std::vector<int>& rows)
{
    BENCH_CUDA(cudaStreamBeginCapture(m.up.get(), cudaStreamCaptureModeThreadLocal));
    enqueue(m, rows, 0);
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

void launch(Machine& m, Graphs& graphs, const std::vector<int>& rows)
{
    cudaGraphExec_t& graph = graphs.ready[graphs.set++ % kSets];
    if (!graph)
        graph = captured(m, rows);
    BENCH_CUDA(cudaGraphLaunch(graph, m.up.get()));
    m.up.wait();
}

void checkedPipeline(Machine& m, const std::vector<int>& rows, int written)
{
    const HostFrame frame = pipeline(m, rows, written);
    cv::Mat expected;
    cv::cvtColor(frame.in, expected, cv::COLOR_BGR2YUV);
    if (cv::norm(expected, frame.out, cv::NORM_INF) != 0)
        CV_Error(cv::Error::StsError, "a pipeline's result differs from that of cv::cvtColor");
}

void uploads(Machine& m, const std::vector<int>& rows, bool events)
{
    const HostFrame& frame = m.frames.next();
    const int set = m.set++ % kSets;
    size_t at = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const size_t bytes = size_t(rows[i]) * frame.in.step;
        BENCH_CUDA(cudaMemcpyAsync(m.in[set] + at, frame.in.data + at, bytes, cudaMemcpyHostToDevice, m.up.get()));
        if (events)
            BENCH_CUDA(cudaEventRecord(m.uploaded[i].get(), m.up.get()));
        at += bytes;
    }
    m.up.wait();
}

void bothCopies(Machine& m)
{
    const HostFrame& frame = m.frames.next();
    const int set = m.set++ % kSets;
    const FrameSize& size = frameSize();
    BENCH_CUDA(cudaMemcpyAsync(m.in[set], frame.in.data, size.inBytes(), cudaMemcpyHostToDevice, m.up.get()));
    BENCH_CUDA(cudaMemcpyAsync(frame.out.data, m.out[set], size.outBytes(), cudaMemcpyDeviceToHost, m.down.get()));
    m.up.wait();
    m.down.wait();
}

void add(const std::string& name, const SharedLazy<Machine>& machine, const std::function<void(Machine&)>& work,
         const std::function<void(Machine&)>& first)
{
    const auto once = std::make_shared<std::once_flag>();
    benchmark::RegisterBenchmark(frameSize().caseName(name).c_str(),
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

void addAll()
{
    const auto machine = std::make_shared<Lazy<Machine>>([] { return std::make_unique<Machine>(); });
    add("bound/both_copies", machine, bothCopies, bothCopies);
    for (int count : {1, 12, 24}) {
        const std::vector<int> rows = stripes(count, 0);
        for (bool events : {false, true}) {
            const auto work = [=](Machine& m) { uploads(m, rows, events); };
            add(cv::format(events ? "uploads_events/%d" : "uploads/%d", count), machine, work, work);
        }
    }
    constexpr int shapes[][2] = {{10, 8}, {14, 9}, {17, 12}, {22, 12}};
    for (const auto& shape : shapes) {
        const std::vector<int> rows = stripes(shape[0], shape[1]);
        const std::string name = cv::format("%d_%d/", shape[0], shape[1]);
        for (int written : {0, 1, 2, 4, shape[0]}) {
            add(
                "pipeline/" + name + (written ? cv::format("writes%d", written) : cv::String("copies")), machine,
                [=](Machine& m) { pipeline(m, rows, written); },
                [=](Machine& m) { checkedPipeline(m, rows, written); });
        }
        const auto graphs = std::make_shared<Graphs>();
        const auto work = [=](Machine& m) { launch(m, *graphs, rows); };
        add("graph/" + name + "copies", machine, work, work);
    }
    cv::cudastripe::StriperParams params;
    params.devices = {0};
    params.route = cv::cudastripe::Route::Striped;
    const auto striper = std::make_shared<cv::cudastripe::Striper>(params);
    const auto work = [=](Machine& m) {
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
