// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <chrono>
#include <numeric>
#include <thread>

#include "../src/device/cuda_device.hpp"
#include "support/cuda_ok.hpp"
#include "support/image_operation.hpp"

namespace opencv_test { namespace {

//! What a function of the host does in a stream, late.
struct LateCopy
{
    const Mat from;
    Mat to;
    static void CUDART_CB run(void* copy)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const LateCopy& self = *static_cast<LateCopy*>(copy);
        self.from.copyTo(self.to);
    }
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
    }

    //! The stream belongs to the device that is current; another one may be so at the call.
    void expectWait(cudaStream_t stream, int atCall, Striper& striper, Placement placement)
    {
        ImageShape shape;
        shape.placement = placement;
        SCOPED_TRACE(shape);
        PlacedImage src(backend_, shape, image_.size(), CV_8UC4), dst(backend_, shape, image_.size(), CV_8UC3);
        LateCopy copy = {image_, src.input().getMat()};
        CUDA_OK(cudaLaunchHostFunc(stream, &LateCopy::run, &copy));
        int owner;
        CUDA_OK(cudaGetDevice(&owner));
        CUDA_OK(cudaSetDevice(atCall));
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), striper);
        CUDA_OK(cudaSetDevice(owner));
        EXPECT_EQ(std::string(), differences(expected_, dst.get(), 0));
        CUDA_OK(cudaStreamSynchronize(stream));
    }
    std::unique_ptr<Striper> striper(const std::vector<int>& devices) const
    {
        StriperParams params;
        params.route = GetParam();
        params.devices = devices;
        return std::make_unique<Striper>(params);
    }

    Backend backend_{BackendKind::Cuda};
    Mat image_, expected_;
};

TEST_P(CUDASTRIPE_CudaDefaultStream, isWaitedFor)
{
    if (!backend_.available())
        CUDASTRIPE_SKIP(backend_.skipReason());
    const auto first = striper({0});
    cudaStream_t blocking;
    CUDA_OK(cudaStreamCreate(&blocking));
    // The default stream comes after blocking ones, as always in CUDA.
    for (cudaStream_t stream : {cudaStream_t(cudaStreamLegacy), blocking}) {
        for (Placement placement : {Placement::Ordinary, Placement::PageLocked})
            expectWait(stream, 0, *first, placement);
    }
    cudaStreamDestroy(blocking);
}

TEST_P(CUDASTRIPE_CudaDefaultStream, isThatOfEachDevice)
{
    if (!backend_.available())
        CUDASTRIPE_SKIP(backend_.skipReason());
    std::vector<int> devices(static_cast<size_t>(cv::cudastripe::cudaDeviceCount()));
    std::iota(devices.begin(), devices.end(), 0);
    if (devices.size() < 2)
        CUDASTRIPE_SKIP("there is one device");
    const auto first = striper({0}), all = striper(devices);
    for (Placement placement : {Placement::Ordinary, Placement::PageLocked}) {
        expectWait(cudaStreamLegacy, 1, *first, placement);
        for (int device : devices) {
            CUDA_OK(cudaSetDevice(device));
            expectWait(cudaStreamLegacy, 0, *all, placement);
        }
        CUDA_OK(cudaSetDevice(0));
    }
}

INSTANTIATE_TEST_CASE_P(Routes, CUDASTRIPE_CudaDefaultStream,
                        testing::Values(Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared));

}}  // namespace opencv_test

#endif
