// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The calls of a lane on a CUDA device.

#include "cuda_device.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <ctime>

#include "../../cuda/kernels.hpp"
#include "caller.hpp"
#include "copy_in_one_call.hpp"
#include "tables.hpp"
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
        : Device(DeviceFacts()), context_(number), callers_(number, context_), trace_(std::move(trace))
    {
        char name[256] = {}, busId[32] = {};
        int concurrent = 0, major = 0, minor = 0;
        context_.check(CudaDriver::get().deviceGetName(name, sizeof(name), number), "cuDeviceGetName");
        CUDASTRIPE_CUDA(cudaDeviceGetPCIBusId(busId, sizeof(busId), number));
        CUDASTRIPE_CUDA(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, number));
        CUDASTRIPE_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, number));
        CUDASTRIPE_CUDA(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, number));
        concurrentManagedAccess_ = concurrent != 0;
        facts_.architecture = major * 10 + minor;
        facts_.number = number;
        facts_.name = name;
        facts_.busId = busId;
        facts_.watchesHost = trace_ != nullptr;
        facts_.waitsAsleep = context_.waitsAsleep();
    }

    bool alive() const override { return context_.alive(); }
    bool wasReset() override { return context_.wasReset(); }
    void enter() override { CudaScope::enter(context_); }
    void leave() noexcept override { CudaScope::leave(); }
    StreamOwner ownerOf(StreamId caller) override { return callers_.ownerOf(cudaStream(caller)); }
    std::unique_ptr<GraphCapture> capture(StreamId caller) override
    {
        if (!callers_.captured(cudaStream(caller)))
            return nullptr;
        if (trace_)
            CV_Error(Error::StsBadArg, "a timeline cannot be measured while the stream is being captured");
        return captureOf(context_, cudaStream(caller));
    }
    std::uint64_t identity(StreamId caller) override { return callers_.identity(cudaStream(caller)); }
    StreamId defaultStream() override { return StreamId(cudaStreamLegacy); }
    void order(StreamId later, StreamId earlier) override { callers_.order(cudaStream(later), cudaStream(earlier)); }
    void awaitCallersDefaultStream() override { callers_.awaitDefaultStream(); }

    void preload() override
    {
        const CudaScope scope(context_);
        context_.check(loadKernels(), "loading the kernels");
    }

    MemoryInfo classify(const void* address) override
    {
        MemoryInfo info = classifyByCuda(address);
        if (info.kind == MemoryKind::PageLocked && !info.kernelsReach) {
            const CudaScope scope(context_);  // without a context the driver does not say where kernels reach memory
            info = classifyByCuda(address);
        }
        if (info.managed && !concurrentManagedAccess_) {
            info.kind = MemoryKind::Device;  // the CPU must not touch it while any kernel runs
            info.device = number();
        }
        info.otherContext = info.kind == MemoryKind::Device && info.device == number() && info.context &&
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

    void* allocate(MemoryKind kind, size_t sizeBytes) override
    {
        void* const memory = context_.allocate(kind, sizeBytes);
        created_ += memory != nullptr;
        return memory;
    }

    void free(MemoryKind kind, void* memory) noexcept override { context_.free(kind, memory); }

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
        context_.destroy([&] { return cudaStreamDestroy(cudaStream(stream)); });
    }

    EventId createEvent(const char*, bool timed) override
    {
        const CudaScope scope(context_);
        cudaEvent_t event;
        context_.check(cudaEventCreateWithFlags(&event, timed ? cudaEventDefault : cudaEventDisableTiming),
                       "cudaEventCreateWithFlags");
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

    // A thread that waits asleep uses no CPU time, so only now() can measure its wait.
    double ranSeconds() const override
    {
        timespec time;
        if (facts_.waitsAsleep || clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0)
            return now();
        return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
    }

    void destroyEvent(EventId event) noexcept override
    {
        context_.destroy([&] { return cudaEventDestroy(cudaEvent(event)); });
    }

    void copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows) override
    {
        const CudaScope scope(context_);
        traced(stream, stage, [&] {
            const cudaMemcpyKind kind = stage == Stage::Upload ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
            const size_t rowBytes = static_cast<size_t>(src.rowBytes);
            if (PieceCopy{dst, src, rows}.joins()) {
                context_.check(cudaMemcpyAsync(dst.base, src.base, rowBytes * rows, kind, cudaStream(stream)),
                               "cudaMemcpyAsync");
            } else {
                context_.check(
                    cudaMemcpy2DAsync(dst.base, dst.step, src.base, src.step, rowBytes, rows, kind, cudaStream(stream)),
                    "cudaMemcpy2DAsync");
            }
        });
    }

    void copyPieces(StreamId stream, Stage stage, const PieceCopy* first, const PieceCopy* last) override
    {
        const auto joins = [](const PieceCopy& piece) { return piece.joins(); };
        cudaError_t error = cudaErrorNotSupported;
        if (last - first > 1 && std::all_of(first, last, joins)) {
            const CudaScope scope(context_);
            traced(stream, stage, [&] { error = copyInOneCall(cudaStream(stream), first, last); });
            if (error != cudaErrorNotSupported)
                return context_.check(error, "cudaMemcpyBatchAsync");
            cudaGetLastError();
        }
        Device::copyPieces(stream, stage, first, last);
    }

    void launch(StreamId stream, const KernelRef& kernel) override
    {
        const CudaScope scope(context_);
        const auto enqueue = [&](const void* table) {
            const auto error = static_cast<cudaError_t>(kernel.enqueue(stream.get(), table));
            context_.check(error, "kernel launch");
        };
        traced(stream, Stage::RunDevice, [&] {
            if (kernel.table() && !kernel.tableOnDevice())
                tables_.with(cudaStream(stream), kernel.manyImages(), enqueue);
            else
                enqueue(kernel.tableOnDevice());
        });
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
        const CudaScope scope(context_);  // a default stream is that of this context
        return context_.ready(cudaStreamQuery(cudaStream(stream)), "cudaStreamQuery");
    }

    void mark(StreamId stream, int stripe) override
    {
        if (trace_)
            trace_->mark(stream, stripe);
    }

    bool knowsRates(LinkRates& link, HostRates&) const override
    {
        if (trace_)
            link = trace_->rates();
        return trace_ != nullptr;
    }

    void hostWork(Stage stage, int stripe, double, const std::function<void()>& work) override
    {
        trace_ ? trace_->host(stage, stripe, work) : work();
    }

private:
    template <class Operation>
    void traced(StreamId stream, Stage stage, const Operation& operation)
    {
        trace_ ? trace_->around(stream, stage, operation) : operation();
    }

    CudaContext context_;
    CudaTables tables_{*this, context_};
    const CudaCallers callers_;
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
