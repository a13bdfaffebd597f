// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What the host's steps take around one kernel that works on a small image in page-locked memory: plain CUDA with
// nothing around it, so what no library could do faster. Prints a table of the medians of each step, in microseconds:
// warm, the same again and again; cold, after another image was converted by OpenCV.

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>

#include "cuda_handles.hpp"
#include "gpu_context.hpp"
#include "host_frames.hpp"
#include "opencv2/cudastripe/detail/kernel_launch.hpp"
#include "opencv2/imgproc.hpp"
#include "page_locked_memory.hpp"

namespace bench { namespace {

constexpr int kRepetitions = 200, kFirst = 30;  // of which the first do not count

// Four pixels a thread, 16 bytes in and 12 out.
__global__ void dropAlpha(const uint4* in, uint3* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const uint4 p = in[i];
    out[i] = make_uint3(__byte_perm(p.x, p.y, 0x4210), __byte_perm(p.y, p.z, 0x5421), __byte_perm(p.z, p.w, 0x6542));
}

//! Times between steps, by their names in the order in which they were first done.
class Steps
{
public:
    struct Step
    {
        std::string name;
        std::vector<double> times;

        double median() const
        {
            std::vector<double> sorted = times;
            std::sort(sorted.begin(), sorted.end());
            return sorted[sorted.size() / 2];
        }
    };

    void begin() { last_ = begin_ = Clock::now(); }
    void done(const char* name) { last_ = add(name, last_); }
    void end() { add("all", begin_); }
    void forget() { list_.clear(); }
    const std::vector<Step>& list() const { return list_; }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point add(const char* name, Clock::time_point since)
    {
        const Clock::time_point now = Clock::now();
        auto step = std::find_if(list_.begin(), list_.end(), [&](const Step& known) { return known.name == name; });
        if (step == list_.end())
            step = list_.insert(step, {name, {}});
        step->times.push_back(std::chrono::duration<double, std::micro>(now - since).count());
        return now;
    }

    Clock::time_point begin_, last_;
    std::vector<Step> list_;
};

class Calls
{
public:
    void asks(Steps& steps, const HostFrame& frame)
    {
        for (const cv::Mat* image : {&frame.in, &frame.out}) {
            cudaPointerAttributes attributes;
            BENCH_CUDA(cudaPointerGetAttributes(&attributes, image->data));
        }
        steps.done("ask where both images lie");
    }

    void marks(Steps& steps)
    {
        BENCH_CUDA(cudaEventRecord(start_.get(), cudaStreamLegacy));
        steps.done("record in the default stream");
    }

    void looks(Steps& steps)
    {
        if (cudaEventQuery(start_.get()) == cudaErrorNotReady)
            cudaGetLastError();
        steps.done("ask whether that has passed");
    }

    void waits(Steps& steps)
    {
        BENCH_CUDA(cudaStreamWaitEvent(stream_.get(), start_.get(), 0));
        steps.done("let the stream wait for it");
    }

    void runs(Steps& steps, const HostFrame& frame)
    {
        const int count = int(frame.in.total() / 4);
        const cv::cudastripe::detail::BusThrottle throttle({stream_.get(), int64(count) * 16}, count);
        const int block = throttle.blockThreads(256);
        dropAlpha<<<(count + block - 1) / block, block, throttle.sharedBytes(), stream_.get()>>>(
            frame.in.ptr<uint4>(), reinterpret_cast<uint3*>(frame.out.data), count);
        BENCH_CUDA(cudaGetLastError());
        steps.done("launch");
        BENCH_CUDA(cudaEventRecord(end_.get(), stream_.get()));
        steps.done("record behind it");
        while (cudaEventQuery(end_.get()) == cudaErrorNotReady)
            cudaGetLastError();
        steps.done("until it has passed");
    }

private:
    CudaStream stream_;
    OrderEvent start_, end_;
};

struct Sequence
{
    const char* name;
    std::function<void(Steps&, const HostFrame&)> run;
    Steps steps[2];  // warm, cold
};

void measure(std::vector<Sequence>& sequences, HostFrames& frames)
{
    for (int cold : {0, 1}) {
        for (int i = 0; i < kRepetitions; ++i) {
            for (size_t k = 0; k < sequences.size(); ++k) {
                Sequence& sequence = sequences[(k + size_t(i)) % sequences.size()];
                Steps& steps = sequence.steps[cold];
                Steps others;
                if (cold) {
                    const HostFrame& other = frames.next();
                    cv::cvtColor(other.in, other.out, cv::COLOR_BGR2YUV);
                } else {
                    sequence.run(others, frames.next());
                }
                if (i == kFirst)
                    steps.forget();
                const HostFrame& frame = frames.next();
                steps.begin();
                sequence.run(steps, frame);
                steps.end();
            }
        }
    }
}

void print(const std::vector<Sequence>& sequences)
{
    for (const Sequence& sequence : sequences) {
        std::cout << "\n" << sequence.name << "\n\n| step | warm | cold |\n|---|---:|---:|\n";
        const std::vector<Steps::Step>&warm = sequence.steps[0].list(), &cold = sequence.steps[1].list();
        for (size_t i = 0; i < warm.size(); ++i)
            std::cout << cv::format("| %s | %.2f | %.2f |\n", warm[i].name.c_str(), warm[i].median(), cold[i].median());
    }
}

void run()
{
    requireGpu();
    cv::setNumThreads(1);
    HostFrames frames(frameSizes().front(), pageLockedMemory);
    Calls calls;
    std::vector<Sequence> sequences = {
        {"A kernel alone", [&](Steps& s, const HostFrame& f) { calls.runs(s, f); }, {}},
        {"Behind the default stream, by a question",
         [&](Steps& s, const HostFrame& f) { calls.marks(s), calls.looks(s), calls.runs(s, f); },
         {}},
        {"Behind the default stream, by the device",
         [&](Steps& s, const HostFrame& f) { calls.marks(s), calls.waits(s), calls.runs(s, f); },
         {}},
        {"As a call",
         [&](Steps& s, const HostFrame& f) { calls.marks(s), calls.asks(s, f), calls.waits(s), calls.runs(s, f); },
         {}}};
    measure(sequences, frames);
    print(sequences);
}

}}  // namespace bench

int main()
{
    try {
        bench::run();
    } catch (const std::exception& e) {
        std::cerr << "bench_steps: " << e.what() << "\n";
        return 1;
    }
    return 0;
}
