// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cuda_device.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include "../cuda/kernels.hpp"
#include "current_device.hpp"

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
    explicit CudaDevice(int number) : number_(number)
    {
        CurrentDevice current(number);
        CUDASTRIPE_CUDA(cudaStreamCreateWithFlags(&allocations_, cudaStreamNonBlocking));
        int supported = 0;
        pools_ =
            cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, number) == cudaSuccess && supported;
    }

    ~CudaDevice() override { cudaStreamDestroy(allocations_); }

    int number() const override { return number_; }

    String name() const override
    {
        cudaDeviceProp properties;
        CUDASTRIPE_CUDA(cudaGetDeviceProperties(&properties, number_));
        return properties.name;
    }

    bool alive() const override { return alive_; }

    MemoryInfo classify(const void* address) override
    {
        MemoryInfo info;
        cudaPointerAttributes attributes;
        if (cudaPointerGetAttributes(&attributes, address) != cudaSuccess) {
            cudaGetLastError();
            return info;
        }
        switch (attributes.type) {
        case cudaMemoryTypeHost: {
            unsigned flags = 0;
            if (cudaHostGetFlags(&flags, const_cast<void*>(address)) != cudaSuccess)
                cudaGetLastError();
            info.kind = MemoryKind::PageLocked;
            info.kernelsReach = attributes.devicePointer == address;
            info.hostMayRead = !(flags & cudaHostAllocWriteCombined);
            break;
        }
        case cudaMemoryTypeManaged:
            info.kind = MemoryKind::PageLocked;
            info.kernelsReach = true;
            break;
        case cudaMemoryTypeDevice:
            info.kind = MemoryKind::Device;
            info.device = attributes.device;
            break;
        default:
            break;
        }
        return info;
    }

    bool owns(StreamId caller) override
    {
        int device = -1;
#if CUDART_VERSION >= 12080
        check(cudaStreamGetDevice(cudaStream(caller), &device), "cudaStreamGetDevice");
#else
        // Before CUDA 12.8 only an event tells: one cannot be recorded on another device's stream.
        CurrentDevice current(number_);
        cudaEvent_t probe;
        check(cudaEventCreateWithFlags(&probe, cudaEventDisableTiming), "cudaEventCreateWithFlags");
        device = cudaEventRecord(probe, cudaStream(caller)) == cudaSuccess ? number_ : -1;
        cudaGetLastError();
        cudaEventDestroy(probe);
#endif
        return device == number_;
    }

    bool capturing(StreamId caller) override
    {
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        check(cudaStreamIsCapturing(cudaStream(caller), &status), "cudaStreamIsCapturing");
        return status != cudaStreamCaptureStatusNone;
    }

    StreamId defaultStream() override
    {
        return StreamId(cudaStreamLegacy);
    }

    void preload() override
    {
        CurrentDevice current(number_);
        check(loadKernels(), "loading the kernels");
    }

    // Stream-ordered, on a stream of its own, since cudaMalloc and cudaFree may wait for everything on the device.
    void* allocate(size_t sizeBytes) override
    {
        CurrentDevice current(number_);
        void* memory = nullptr;
        const cudaError_t error =
            pools_ ? cudaMallocAsync(&memory, sizeBytes, allocations_) : cudaMalloc(&memory, sizeBytes);
        if (!enough(error, "cudaMallocAsync"))
            return nullptr;
        check(cudaStreamSynchronize(allocations_), "cudaStreamSynchronize");
        return memory;
    }

    void free(void* memory) noexcept override
    {
        if (pools_)
            cudaFreeAsync(memory, allocations_);
        else
            cudaFree(memory);
    }

    void* allocatePageLocked(size_t sizeBytes) override
    {
        CurrentDevice current(number_);
        void* memory = nullptr;
        const unsigned flags = cudaHostAllocPortable | cudaHostAllocMapped;
        return enough(cudaHostAlloc(&memory, sizeBytes, flags), "cudaHostAlloc") ? memory : nullptr;
    }

    void freePageLocked(void* memory) noexcept override
    {
        cudaFreeHost(memory);
    }

    StreamId createStream(const char*) override
    {
        CurrentDevice current(number_);
        cudaStream_t stream;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
        ++created_;
        return StreamId(stream);
    }

    void destroyStream(StreamId stream) noexcept override
    {
        cudaStreamDestroy(cudaStream(stream));
    }

    EventId createEvent(const char*) override
    {
        CurrentDevice current(number_);
        cudaEvent_t event;
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
        ++created_;
        return EventId(event);
    }

    void destroyEvent(EventId event) noexcept override
    {
        cudaEventDestroy(cudaEvent(event));
    }

    void copyUp(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) override
    {
        copy(stream, dst, src, rows, cudaMemcpyHostToDevice);
    }

    void copyDown(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows) override
    {
        copy(stream, dst, src, rows, cudaMemcpyDeviceToHost);
    }

    void launch(StreamId stream, const KernelRef& kernel) override
    {
        CurrentDevice current(number_);
        check(static_cast<cudaError_t>(kernel.enqueue(stream.get())), "kernel launch");
    }

    void record(EventId event, StreamId stream) override
    {
        CurrentDevice current(number_);
        check(cudaEventRecord(cudaEvent(event), cudaStream(stream)), "cudaEventRecord");
    }

    void wait(StreamId stream, EventId event) override
    {
        CurrentDevice current(number_);
        check(cudaStreamWaitEvent(cudaStream(stream), cudaEvent(event), 0), "cudaStreamWaitEvent");
    }

    bool passed(EventId event) override
    {
        return ready(cudaEventQuery(cudaEvent(event)), "cudaEventQuery");
    }

    bool idle(StreamId stream) override
    {
        return ready(cudaStreamQuery(cudaStream(stream)), "cudaStreamQuery");
    }

private:
    // Counts an allocation that succeeded; false if there was not enough memory.
    bool enough(cudaError_t error, const char* call)
    {
        if (error == cudaErrorMemoryAllocation) {
            cudaGetLastError();
            return false;
        }
        check(error, call);
        ++created_;
        return true;
    }

    void copy(StreamId stream, const PlaneView& dst, const PlaneView& src, int64 rows, cudaMemcpyKind kind)
    {
        CurrentDevice current(number_);  // a copy of two dimensions looks its memory up in the current device's context
        const size_t rowBytes = static_cast<size_t>(src.rowBytes);
        if (rows == 1 || (src.dense() && dst.dense())) {
            check(cudaMemcpyAsync(dst.base, src.base, rowBytes * rows, kind, cudaStream(stream)), "cudaMemcpyAsync");
        } else {
            check(cudaMemcpy2DAsync(dst.base, dst.step, src.base, src.step, rowBytes, rows, kind, cudaStream(stream)),
                  "cudaMemcpy2DAsync");
        }
    }

    bool ready(cudaError_t error, const char* call)
    {
        if (error == cudaErrorNotReady) {
            cudaGetLastError();
            return false;
        }
        check(error, call);
        return true;
    }

    void check(cudaError_t error, const char* call)
    {
        if (error == cudaSuccess)
            return;
        // A context that an earlier failure has destroyed answers every call with that failure.
        cudaGetLastError();
        if (cudaStreamQuery(allocations_) != cudaSuccess) {
            cudaGetLastError();
            alive_ = false;
        }
        checkCuda(error, call);
    }

    int number_;
    bool pools_ = false;
    std::atomic<bool> alive_{true};
    cudaStream_t allocations_ = nullptr;
};

}  // namespace

std::shared_ptr<Device> makeCudaDevice(int number)
{
    return std::make_shared<CudaDevice>(number);
}

}}  // namespace cv::cudastripe

#endif
