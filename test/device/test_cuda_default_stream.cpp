// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <chrono>
#include <numeric>
#include <thread>

#include "../../src/device/cuda/cuda_device.hpp"
#include "../support/device/cuda_ok.hpp"
#include "../support/device/spin_kernel.hpp"
#include "../support/images/image_operation.hpp"

namespace opencv_test { namespace {

//! A copy by the host in a stream.
struct HostCopy
{
    const Mat from;
    Mat to;
    int delayMs;
    static void CUDART_CB run(void* copy)
    {
        const HostCopy& self = *static_cast<HostCopy*>(copy);
        std::this_thread::sleep_for(std::chrono::milliseconds(self.delayMs));
        self.from.copyTo(self.to);
    }
};

//! Where the source is written, late.
enum class Writer
{
    DefaultStream,
    BlockingStream,  // which the default stream comes after, as always in CUDA
    StreamThatABlockingOneFollows,
    BlockingStreamBehindAKernel,
};

class OwnCudaStream
{
public:
    explicit OwnCudaStream(unsigned flags) { EXPECT_EQ(cudaSuccess, cudaStreamCreateWithFlags(&stream_, flags)); }
    ~OwnCudaStream() { cudaStreamDestroy(stream_); }
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

//! Calls without a stream, while a stream has yet to write their source.
class CUDASTRIPE_CudaDefaultStream : public testing::TestWithParam<Route>
{
protected:
    CUDASTRIPE_CudaDefaultStream()
    {
        RNG rng(72);
        image_ = randomImage(Size(640, 480), CV_8UC4, rng);
        cv::cvtColor(image_, expected_, COLOR_BGR2YUV);
        if (backend_.available()) {
            flags_ = OwnedMemory(*backend_.device(), OwnedMemory::PageLocked, 2 * sizeof(int));
            std::memset(flags_.get(), 0, flags_.sizeBytes());
        }
    }

    //! The writer is on the device that is current; another one may be so at the call.
    void expectWait(Writer writer, int atCall, Striper& striper, Placement placement)
    {
        ImageShape shape;
        shape.placement = placement;
        SCOPED_TRACE(shape);
        SCOPED_TRACE(static_cast<int>(writer));
        PlacedImage src(backend_, shape, image_.size(), CV_8UC4), dst(backend_, shape, image_.size(), CV_8UC3);
        const auto convert = [&] {
            cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), striper);
        };
        convert();  // to allocate later would wait for everything
        HostCopy copy = {image_, src.input().getMat(), kDelayMs};
        const OwnCudaStream blocking(cudaStreamDefault), other(cudaStreamNonBlocking);
        enqueue(writer, copy, blocking, other);
        int owner;
        CUDA_OK(cudaGetDevice(&owner));
        CUDA_OK(cudaSetDevice(atCall));
        convert();
        CUDA_OK(cudaSetDevice(owner));
        EXPECT_EQ(std::string(), differences(expected_, dst.get(), 0));
        CUDA_OK(cudaStreamSynchronize(cudaStreamLegacy));
    }
    void enqueue(Writer writer, HostCopy& copy, cudaStream_t blocking, cudaStream_t other)
    {
        if (writer == Writer::BlockingStreamBehindAKernel) {
#ifdef HAVE_CUDASTRIPE_SPIN_KERNEL
            enqueueSpin(reinterpret_cast<int*>(flags_.get()), kDelayMs, blocking);
            copy.delayMs = 0;
#endif
        }
        const bool elsewhere = writer == Writer::StreamThatABlockingOneFollows;
        const cudaStream_t stream = writer == Writer::DefaultStream ? cudaStreamLegacy : elsewhere ? other : blocking;
        CUDA_OK(cudaLaunchHostFunc(stream, &HostCopy::run, &copy));
        if (elsewhere) {
            cudaEvent_t written;
            CUDA_OK(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
            CUDA_OK(cudaEventRecord(written, other));
            CUDA_OK(cudaStreamWaitEvent(blocking, written, 0));
            CUDA_OK(cudaEventDestroy(written));
        }
    }
    std::unique_ptr<Striper> striper(const std::vector<int>& devices) const
    {
        StriperParams params;
        params.route = GetParam();
        params.devices = devices;
        return std::make_unique<Striper>(params);
    }

    static constexpr int kDelayMs = 20;
    Backend backend_{BackendKind::Cuda};
    OwnedMemory flags_;  // of a kernel, which nobody stops
    Mat image_, expected_;
};

TEST_P(CUDASTRIPE_CudaDefaultStream, isWaitedFor)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto first = striper({0});
    for (Writer writer : {Writer::DefaultStream, Writer::BlockingStream, Writer::StreamThatABlockingOneFollows,
                          Writer::BlockingStreamBehindAKernel}) {
        expectWait(writer, 0, *first, Placement::PageLocked);  // pageable memory is the caller's to order
    }
}

TEST_P(CUDASTRIPE_CudaDefaultStream, isThatOfEachDevice)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    std::vector<int> devices(static_cast<size_t>(cv::cudastripe::cudaDeviceCount()));
    std::iota(devices.begin(), devices.end(), 0);
    if (devices.size() < 2)
        CUDASTRIPE_SKIP("there is one device");
    const auto first = striper({0}), all = striper(devices);
    expectWait(Writer::DefaultStream, 1, *first, Placement::PageLocked);
    for (int device : devices) {
        CUDA_OK(cudaSetDevice(device));
        expectWait(Writer::DefaultStream, 0, *all, Placement::PageLocked);
    }
    CUDA_OK(cudaSetDevice(0));
}

CUDASTRIPE_INSTANTIATE(Routes, CUDASTRIPE_CudaDefaultStream,
                       testing::Values(Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared));

}}  // namespace opencv_test

#endif
