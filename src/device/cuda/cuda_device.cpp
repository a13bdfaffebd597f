// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cuda_device.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <optional>

#include "../../cuda/kernels.hpp"
#include "caller.hpp"
#include "pointer.hpp"
#include "trace.hpp"

namespace cv { namespace cudastripe {
namespace {

cudaStream_t cudaStream(StreamId stream)
{
    return static_cast<cudaStream_t>(stream.get());
}

cudaEvent_t cudaEvent(EventId event)
{
    return static_cast<cudaEvent_t>(event.get());
}

class CudaDevice final : public Device
{
public:
    CudaDevice(int number, std::shared_ptr<CudaTrace> trace)
        : number_(number), context_(number), trace_(std::move(trace))
    {
        int concurrent = 0;
        CUDASTRIPE_CUDA(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, number));
        concurrentManagedAccess_ = concurrent != 0;
    }

    int number() const override { return number_; }

    String name() const override
    {
        cudaDeviceProp properties;
        CUDASTRIPE_CUDA(cudaGetDeviceProperties(&properties, number_));
        return properties.name;
    }

    String busId() const override
    {
        char id[32] = {};
        CUDASTRIPE_CUDA(cudaDeviceGetPCIBusId(id, sizeof(id), number_));
        return id;
    }

    bool alive() const override { return context_.alive(); }
    bool wasReset() override { return context_.wasReset(); }
    bool waitsAsleep() const override { return context_.waitsAsleep(); }
    bool watchesHost() const override { return trace_ != nullptr; }

    MemoryInfo classify(const void* address) override
    {
        MemoryInfo info = askDriver(address);
        if (info.kind == MemoryKind::PageLocked && !info.kernelsReach) {
            const CudaScope scope(context_);  // a thread without a context is not told where kernels reach memory
            info = askDriver(address);
        }
        if (info.managed && !concurrentManagedAccess_) {
            info.kind = MemoryKind::Device;  // the CPU must not touch it while any kernel runs
            info.device = number_;
        }
        info.otherContext = info.kind == MemoryKind::Device && info.device == number_ && info.context &&
                            info.context != static_cast<CUcontext>(context_);
        return info;
    }

    bool hostMayRead(const void* address) override
    {
        const CudaScope scope(context_);
        unsigned flags = 0;
        if (cudaHostGetFlags(&flags, const_cast<void*>(address)) != cudaSuccess)
            cudaGetLastError();
        return !(flags & cudaHostAllocWriteCombined);
    }

    StreamOwner ownerOf(StreamId caller) override { return cudastripe::ownerOf(cudaStream(caller), number_, context_); }

    void orderBehindOther(StreamId stream, StreamId other) override
    {
        cudastripe::orderBehindOther(context_, cudaStream(stream), cudaStream(other));
    }

    void orderOtherBehind(StreamId other, EventId event) override
    {
        cudastripe::orderOtherBehind(cudaStream(other), cudaEvent(event));
    }

    void awaitCallersDefaultStream() override { cudastripe::awaitCallersDefaultStream(number_, context_); }

    std::uint64_t identity(StreamId caller) override
    {
        const auto scope = scopeFor(caller);
        unsigned long long id = 0;
        check(CudaDriver::get().streamGetId(cudaStream(caller), &id), "cuStreamGetId");
        return id;
    }

    bool capturing(StreamId caller) override
    {
        const auto scope = scopeFor(caller);
        CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
        const CUresult result = CudaDriver::get().streamIsCapturing(cudaStream(caller), &status);
        if (result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)  // the default stream while a blocking one is being captured
            return true;
        check(result, "cuStreamIsCapturing");
        return status != CU_STREAM_CAPTURE_STATUS_NONE;
    }

    void enter() override
    {
        CurrentContext::enter(context_);
        RelaxedCapture::enter();
    }

    void leave() noexcept override
    {
        RelaxedCapture::leave();
        CurrentContext::leave();
    }

    StreamId defaultStream() override { return StreamId(cudaStreamLegacy); }

    void preload() override
    {
        const CudaScope scope(context_);
        context_.check(loadKernels(), "loading the kernels");
    }

    void* allocate(size_t sizeBytes) override
    {
        const CudaScope scope(context_);
        return counted(context_.allocate(sizeBytes));
    }

    void free(void* memory) noexcept override { context_.free(memory); }

    void* allocatePageLocked(size_t sizeBytes) override
    {
        const CudaScope scope(context_);
        return counted(context_.allocatePageLocked(sizeBytes));
    }

    void freePageLocked(void* memory) noexcept override { context_.freePageLocked(memory); }

    bool registerMemory(void* address, size_t sizeBytes) override
    {
        const CudaScope scope(context_);
        const bool done = context_.registerMemory(address, sizeBytes);
        created_ += done;
        return done;
    }

    void unregisterMemory(void* address) noexcept override { context_.unregisterMemory(address); }

    StreamId createStream(const char* name) override
    {
        const CudaScope scope(context_);
        cudaStream_t stream;
        context_.check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
        ++created_;
        if (trace_)
            trace_->name(StreamId(stream), name);
        return StreamId(stream);
    }

    void destroyStream(StreamId stream) noexcept override
    {
        context_.forget([&] { return cudaStreamDestroy(cudaStream(stream)); });
    }

    EventId createEvent(const char*) override
    {
        const CudaScope scope(context_);
        cudaEvent_t event;
        context_.check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
        ++created_;
        return EventId(event);
    }

    EventId createTimer(const char*) override
    {
        const CudaScope scope(context_);
        cudaEvent_t event;
        context_.check(cudaEventCreate(&event), "cudaEventCreate");
        ++created_;
        return EventId(event);
    }

    double elapsed(EventId first, EventId last) override
    {
        const CudaScope scope(context_);
        float ms = 0;
        context_.check(cudaEventElapsedTime(&ms, cudaEvent(first), cudaEvent(last)), "cudaEventElapsedTime");
        return ms * 1e-3;
    }

    // A thread that sleeps has lost its processor, too.
    double ranSeconds() const override
    {
        timespec time;
        if (waitsAsleep() || clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
            return now();
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    }

    void destroyEvent(EventId event) noexcept override
    {
        context_.forget([&] { return cudaEventDestroy(cudaEvent(event)); });
    }

    void copyUp(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) override
    {
        traced(stream, Stage::Upload, [&] { copy(stream, dst, src, rows, cudaMemcpyHostToDevice); });
    }

    void copyDown(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) override
    {
        traced(stream, Stage::Download, [&] { copy(stream, dst, src, rows, cudaMemcpyDeviceToHost); });
    }

    void launch(StreamId stream, const KernelRef& kernel) override
    {
        const CudaScope scope(context_);
        traced(stream, Stage::RunDevice,
               [&] { context_.check(static_cast<cudaError_t>(kernel.enqueue(stream.get())), "kernel launch"); });
    }

    void record(EventId event, StreamId stream) override
    {
        const CudaScope scope(context_);
        context_.check(cudaEventRecord(cudaEvent(event), cudaStream(stream)), "cudaEventRecord");
    }

    void wait(StreamId stream, EventId event) override
    {
        const CudaScope scope(context_);
        context_.check(cudaStreamWaitEvent(cudaStream(stream), cudaEvent(event), 0), "cudaStreamWaitEvent");
    }

    bool passed(EventId event) override
    {
        const CudaScope scope(context_);
        return context_.ready(cudaEventQuery(cudaEvent(event)), "cudaEventQuery");
    }

    bool idle(StreamId stream) override
    {
        const CudaScope scope(context_);  // whose default stream is meant
        return context_.ready(cudaStreamQuery(cudaStream(stream)), "cudaStreamQuery");
    }

    void mark(StreamId stream, Stage stage, int stripe) override
    {
        if (trace_)
            trace_->mark(stream, stage, stripe);
    }

    bool knowsRates(LinkRates& link, HostRates&) const override
    {
        if (trace_)
            link = trace_->rates();
        return trace_ != nullptr;
    }

    void hostCopy(Stage stage, int stripe, double, const std::function<void()>& copy) override
    {
        trace_ ? trace_->host(stage, stripe, copy) : copy();
    }

    void hostRun(double, const std::function<void()>& work) override
    {
        trace_ ? trace_->host(Stage::RunHost, -1, work) : work();
    }

private:
    //! Makes the context current where none is, or the stream's handle does not say which context's it is.
    std::optional<CudaScope> scopeFor(StreamId stream) const
    {
        using Scope = std::optional<CudaScope>;
        CUcontext current = nullptr;
        const bool any = CudaDriver::get().ctxGetCurrent(&current) == CUDA_SUCCESS && current;
        return any && !isDefaultStream(cudaStream(stream)) ? Scope() : Scope(std::in_place, context_);
    }

    void check(CUresult result, const char* call) { context_.check(static_cast<cudaError_t>(result), call); }

    void* counted(void* memory)
    {
        created_ += memory != nullptr;
        return memory;
    }

    template <class Operation>
    void traced(StreamId stream, Stage stage, const Operation& operation)
    {
        trace_ ? trace_->around(stream, stage, operation) : operation();
    }

    void copy(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows, cudaMemcpyKind kind)
    {
        const CudaScope scope(context_);
        const size_t rowBytes = static_cast<size_t>(src.rowBytes);
        if (rows == 1 || (src.dense() && dst.dense())) {
            context_.check(cudaMemcpyAsync(dst.base, src.base, rowBytes * rows, kind, cudaStream(stream)),
                           "cudaMemcpyAsync");
        } else {
            context_.check(
                cudaMemcpy2DAsync(dst.base, dst.step, src.base, src.step, rowBytes, rows, kind, cudaStream(stream)),
                "cudaMemcpy2DAsync");
        }
    }

    const int number_;
    CudaContext context_;
    bool concurrentManagedAccess_ = true;
    const std::shared_ptr<CudaTrace> trace_;  // null unless a timeline is measured
};

}  // namespace

std::shared_ptr<Device> makeCudaDevice(int number, std::shared_ptr<CudaTrace> trace)
{
    return std::make_shared<CudaDevice>(number, std::move(trace));
}

}}  // namespace cv::cudastripe

#endif
