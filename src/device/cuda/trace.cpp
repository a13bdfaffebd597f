// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See trace.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "trace.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

const char* engineOf(Stage stage)
{
    return stage == Stage::Upload ? "upload engine" : stage == Stage::Download ? "download engine" : "kernel engine";
}

}  // namespace

CudaTrace::CudaTrace(int device, const LinkRates& rates) : context_(device), rates_(rates)
{
    restart();
}

void CudaTrace::restart()
{
    std::lock_guard<std::mutex> lock(mutex_);
    const CudaScope scope(context_);
    for (const Span& span : spans_)
        CUDASTRIPE_CUDA(cudaEventSynchronize(span.after.get()));
    for (Span& span : spans_) {
        spare_.push_back(std::move(span.before));
        spare_.push_back(std::move(span.after));
    }
    spans_.clear();
    hostEntries_.clear();
    cudaStream_t stream;
    CUDASTRIPE_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const std::unique_ptr<CUstream_st, decltype(&cudaStreamDestroy)> destroyedAtTheEnd(stream, cudaStreamDestroy);
    origin_ = recorded(StreamId(stream));
    CUDASTRIPE_CUDA(cudaEventSynchronize(origin_.get()));
    hostOrigin_ = hostSeconds();
}

void CudaTrace::name(StreamId stream, const char* name)
{
    std::lock_guard<std::mutex> lock(mutex_);
    streams_[stream.get()].name = name;
}

void CudaTrace::mark(StreamId stream, int stripe)
{
    std::lock_guard<std::mutex> lock(mutex_);
    streams_[stream.get()].stripe = stripe;
}

CudaTrace::Event CudaTrace::recorded(StreamId stream)
{
    if (spare_.empty()) {
        cudaEvent_t made;
        CUDASTRIPE_CUDA(cudaEventCreate(&made));
        spare_.emplace_back(made);
    }
    CUDASTRIPE_CUDA(cudaEventRecord(spare_.back().get(), static_cast<cudaStream_t>(stream.get())));
    Event event = std::move(spare_.back());
    spare_.pop_back();
    return event;
}

void CudaTrace::around(StreamId stream, Stage stage, const std::function<void()>& operation)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const CudaScope scope(context_);
    const Stream& marked = streams_[stream.get()];
    Event before = recorded(stream);
    operation();
    spans_.push_back({stage, marked.stripe, marked.name, std::move(before), recorded(stream)});
}

void CudaTrace::host(Stage stage, int stripe, const std::function<void()>& work)
{
    const double start = hostMs();
    work();
    const double end = hostMs();
    std::lock_guard<std::mutex> lock(mutex_);
    const int number = hostThreads_.emplace(std::this_thread::get_id(), int(hostThreads_.size()) + 1).first->second;
    hostEntries_.push_back({stage, stripe, format("host thread %d", number), String(), start, end});
}

double CudaTrace::hostMs() const
{
    return (hostSeconds() - hostOrigin_) * 1e3;
}

double CudaTrace::sinceOrigin(const Event& event) const
{
    float ms = 0;
    CUDASTRIPE_CUDA(cudaEventElapsedTime(&ms, origin_.get(), event.get()));
    return ms;
}

Timeline CudaTrace::timeline()
{
    std::lock_guard<std::mutex> lock(mutex_);
    const CudaScope scope(context_);
    Timeline result;
    for (const Span& span : spans_) {
        CUDASTRIPE_CUDA(cudaEventSynchronize(span.after.get()));
        result.entries.push_back({span.stage, span.stripe, engineOf(span.stage), span.stream, sinceOrigin(span.before),
                                  sinceOrigin(span.after)});
    }
    // A stream may reach an operation long before the engine is free for it. So an entry starts no earlier than the
    // engine's previous entry ends.
    std::sort(result.entries.begin(), result.entries.end(),
              [](const TimelineEntry& a, const TimelineEntry& b) { return a.endMs < b.endMs; });
    std::map<String, double> engineFree;
    for (TimelineEntry& entry : result.entries) {
        const auto free = engineFree.find(entry.engine);
        if (free != engineFree.end())
            entry.startMs = std::max(entry.startMs, free->second);
        engineFree[entry.engine] = entry.endMs;
    }
    result.entries.insert(result.entries.end(), hostEntries_.begin(), hostEntries_.end());
    for (const TimelineEntry& entry : result.entries)
        result.durationMs = std::max(result.durationMs, entry.endMs);
    return result;
}

}}  // namespace cv::cudastripe

#endif
