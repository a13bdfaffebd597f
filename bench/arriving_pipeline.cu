// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "arriving_pipeline.hpp"

#include <cstring>

#include "device_memory.hpp"
#include "page_locked_memory.hpp"

namespace bench {
namespace {

constexpr int kThreads = 512, kTidyBlocks = 264;
constexpr unsigned kPattern = 0x9e3779b9u;
constexpr unsigned kPause = 64;            // nanoseconds between two looks
constexpr long long kPatience = 10000000;  // cycles: some milliseconds
constexpr size_t kWordBytes = sizeof(uint4);

__device__ uint4 look(const uint4* word)
{
    uint4 seen;
    asm volatile("ld.relaxed.sys.global.v4.u32 {%0,%1,%2,%3},[%4];"
                 : "=r"(seen.x), "=r"(seen.y), "=r"(seen.z), "=r"(seen.w)
                 : "l"(word)
                 : "memory");
    return seen;
}

__device__ bool hasCome(const uint4& word)
{
    return word.x != kPattern && word.y != kPattern && word.z != kPattern && word.w != kPattern;
}

__device__ bool isSet(const unsigned* flag, unsigned turn)
{
    unsigned seen;
    asm volatile("ld.acquire.sys.global.u32 %0,[%1];" : "=r"(seen) : "l"(flag) : "memory");
    return seen == turn;
}

// Words that are equal to the pattern have come when the flag has its value, which a copy writes behind theirs.
__global__ void take(const uint4* from, uint4* to, int64_t words, const unsigned* flag, unsigned turn)
{
    const long long begin = clock64();
    bool waits = true;
    for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += int64_t(gridDim.x) * blockDim.x) {
        uint4 word = look(from + i);
        while (waits && !hasCome(word)) {
            if (isSet(flag, turn) || clock64() - begin > kPatience)
                waits = false;
            else
                __nanosleep(kPause);
            word = look(from + i);
        }
        to[i] = word;
    }
}

__global__ void compareWords(const uint4* a, const uint4* b, int64_t words, unsigned* differ)
{
    for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += int64_t(gridDim.x) * blockDim.x) {
        const uint4 p = a[i], q = b[i];
        if (((p.x ^ q.x) | (p.y ^ q.y) | (p.z ^ q.z) | (p.w ^ q.w)) != 0)
            *differ = 1;
    }
}

__global__ void fillWords(uint4* to, int64_t words)
{
    for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < words; i += int64_t(gridDim.x) * blockDim.x)
        to[i] = make_uint4(kPattern, kPattern, kPattern, kPattern);
}

uint4* wordsAt(const std::shared_ptr<uchar>& memory, size_t byte)
{
    return reinterpret_cast<uint4*>(memory.get() + byte);
}

}  // namespace

ArrivingPipeline::ArrivingPipeline(PipelineMachine& machine)
    : m_(machine),
      taken_(deviceMemory(pipelineFrame().inBytes())),
      flags_(deviceMemory(kMostCopies * kWordBytes)),
      host_(pageLockedMemory(2 * kWordBytes))
{
    BENCH_CUDA(cudaMemsetAsync(flags_.get(), 0, kMostCopies * kWordBytes, tidy_.get()));
    std::memset(host_.get(), 0, 2 * kWordBytes);
    for (int set = 0; set < PipelineMachine::kSets; ++set) {
        in_[set] = deviceMemory(pipelineFrame().inBytes());
        lay(set, 0, pipelineFrame().inBytes());
    }
    tidy_.wait();
}

uint4* ArrivingPipeline::hostWord(HostWord word) const
{
    return wordsAt(host_, word * kWordBytes);
}

uint4* ArrivingPipeline::flag(int copy) const
{
    return wordsAt(flags_, copy * kWordBytes);
}

void ArrivingPipeline::lay(int set, size_t fromByte, size_t bytes)
{
    fillWords<<<kTidyBlocks, kThreads, 0, tidy_.get()>>>(wordsAt(in_[set], fromByte), int64_t(bytes / kWordBytes));
    BENCH_CUDA(cudaGetLastError());
}

HostFrame ArrivingPipeline::run(const Shape& shape)
{
    const HostFrame& frame = m_.frames.next();
    set_ = m_.set++ % PipelineMachine::kSets;
    ++turn_;
    *hostWord(Turn) = make_uint4(turn_, turn_, turn_, turn_);
    for (const CudaStream* stream : {&m_.up, &m_.run})
        BENCH_CUDA(cudaStreamWaitEvent(stream->get(), laid_[set_].get(), 0));
    size_t row = 0;
    int stripe = 0;
    for (int copy = 0; copy < int(shape.ends.size()); ++copy) {
        const size_t begin = row * frame.in.step;
        size_t bytes = 0;
        for (int i = stripe; i < shape.ends[copy]; ++i)
            bytes += size_t(shape.rows[i]) * frame.in.step;
        BENCH_CUDA(cudaMemcpyAsync(in_[set_].get() + begin, frame.in.data + begin, bytes, cudaMemcpyHostToDevice,
                                   m_.up.get()));
        BENCH_CUDA(cudaEventRecord(uploaded_[copy].get(), m_.up.get()));
        BENCH_CUDA(cudaStreamWaitEvent(tidy_.get(), uploaded_[copy].get(), 0));
        BENCH_CUDA(cudaMemcpyAsync(flag(copy), hostWord(Turn), kWordBytes, cudaMemcpyHostToDevice, tidy_.get()));
        for (; stripe < shape.ends[copy]; row += size_t(shape.rows[stripe++]))
            convert(frame, shape, stripe, row, copy);
        BENCH_CUDA(cudaStreamWaitEvent(tidy_.get(), tookAll_[copy].get(), 0));
        if (shape.compared)
            compare(begin, bytes);
        if (copy + 1 == int(shape.ends.size()))
            BENCH_CUDA(cudaEventRecord(compared_.get(), tidy_.get()));
        lay(set_, begin, bytes);
    }
    BENCH_CUDA(cudaEventRecord(laid_[set_].get(), tidy_.get()));
    m_.run.wait();
    m_.down.wait();
    BENCH_CUDA(cudaEventSynchronize(compared_.get()));
    if (hostWord(Differ)->x)
        CV_Error(cv::Error::StsError, "kernels took what had not come yet");
    return frame;
}

void ArrivingPipeline::convert(const HostFrame& frame, const Shape& shape, int stripe, size_t row, int copy)
{
    const size_t from = row * frame.in.step, to = row * frame.out.step;
    const size_t pixels = size_t(shape.rows[stripe]) * frame.in.cols;
    const bool last = stripe + 1 == int(shape.rows.size());
    take<<<shape.blocks, kThreads, 0, m_.run.get()>>>(wordsAt(in_[set_], from), wordsAt(taken_, from),
                                                      int64_t(pixels * 4 / kWordBytes), &flag(copy)->x, turn_);
    BENCH_CUDA(cudaGetLastError());
    if (stripe + 1 == shape.ends[copy])
        BENCH_CUDA(cudaEventRecord(tookAll_[copy].get(), m_.run.get()));
    launchToYuv(taken_.get() + from, last ? frame.out.data + to : m_.out[set_].get() + to, pixels, m_.run);
    if (last)
        return;
    BENCH_CUDA(cudaEventRecord(m_.ran[stripe].get(), m_.run.get()));
    BENCH_CUDA(cudaStreamWaitEvent(m_.down.get(), m_.ran[stripe].get(), 0));
    BENCH_CUDA(cudaMemcpyAsync(frame.out.data + to, m_.out[set_].get() + to, pixels * 3, cudaMemcpyDeviceToHost,
                               m_.down.get()));
}

void ArrivingPipeline::compare(size_t fromByte, size_t bytes)
{
    compareWords<<<kTidyBlocks, kThreads, 0, tidy_.get()>>>(wordsAt(in_[set_], fromByte), wordsAt(taken_, fromByte),
                                                            int64_t(bytes / kWordBytes), &hostWord(Differ)->x);
    BENCH_CUDA(cudaGetLastError());
}

}  // namespace bench
