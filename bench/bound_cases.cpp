// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cases.hpp"
#include "cuda_handles.hpp"
#include "host_case.hpp"

namespace bench {
namespace {

void upload(const HostFrame& from, const DeviceFrame& to, const CudaStream& stream, size_t sizeBytes)
{
    BENCH_CUDA(cudaMemcpyAsync(to.in.data, from.in.data, sizeBytes, cudaMemcpyHostToDevice, stream.get()));
}

void download(const DeviceFrame& from, const HostFrame& to, const CudaStream& stream, size_t sizeBytes)
{
    BENCH_CUDA(cudaMemcpyAsync(to.out.data, from.out.data, sizeBytes, cudaMemcpyDeviceToHost, stream.get()));
}

}  // namespace

void registerBoundCases(const FrameSize& size, const Frames& frames)
{
    const auto device = frames.device;
    const auto uploadOnly = [=]() -> FrameWork {
        const auto stream = std::make_shared<CudaStream>();
        return [=](const HostFrame& frame) {
            upload(frame, device->get().next(), *stream, size.inBytes());
            stream->wait();
        };
    };
    const auto downloadOnly = [=]() -> FrameWork {
        const auto stream = std::make_shared<CudaStream>();
        return [=](const HostFrame& frame) {
            download(device->get().next(), frame, *stream, size.outBytes());
            stream->wait();
        };
    };
    const auto bothCopies = [=]() -> FrameWork {
        const auto up = std::make_shared<CudaStream>(), down = std::make_shared<CudaStream>();
        return [=](const HostFrame& frame) {
            const DeviceFrame& onDevice = device->get().next();
            upload(frame, onDevice, *up, size.inBytes());
            download(onDevice, frame, *down, size.outBytes());
            up->wait();
            down->wait();
        };
    };

    using Check = HostCase::Check;
    registerHostCase(size, {"bound/both_copies", frames.pageLocked, bothCopies, size.bytes(), Check::Nothing});
    registerHostCase(size, {"bound/upload", frames.pageLocked, uploadOnly, size.inBytes(), Check::Nothing});
    registerHostCase(size, {"bound/download", frames.pageLocked, downloadOnly, size.outBytes(), Check::Nothing});
}

}  // namespace bench
