// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <thread>

#ifdef HAVE_CUDASTRIPE_CUDA
#include "../support/device/cuda_ok.hpp"
#endif

#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "../../src/device/cuda/cuda_device.hpp"
#include "../support/device/spin_kernel.hpp"
#include "../support/images/image_operation.hpp"

namespace opencv_test { namespace {

#ifdef HAVE_CUDASTRIPE_CUDA

class CUDASTRIPE_CudaDevice : public testing::Test
{
protected:
    Backend backend{BackendKind::Cuda};
};

//! Page-locked memory that goes back to the driver at once.
class LockedAllocator : public MatAllocator
{
public:
    UMatData* allocate(int dims, const int* sizes, int type, void*, size_t* step, AccessFlag,
                       UMatUsageFlags) const override
    {
        size_t total = CV_ELEM_SIZE(type);
        for (int i = dims - 1; i >= 0; --i) {
            step[i] = total;
            total *= static_cast<size_t>(sizes[i]);
        }
        auto* data = new UMatData(this);
        data->size = total;
        EXPECT_EQ(cudaSuccess, cudaHostAlloc(reinterpret_cast<void**>(&data->origdata), total, cudaHostAllocPortable));
        data->data = data->origdata;
        return data;
    }
    bool allocate(UMatData*, AccessFlag, UMatUsageFlags) const override { return true; }
    void deallocate(UMatData* data) const override
    {
        EXPECT_EQ(cudaSuccess, cudaFreeHost(data->origdata));
        delete data;
        ++freed;
    }
    mutable std::atomic<int> freed{0};
};

// What the graph before has kept is freed in the call that is captured next: that must not spoil the capture.
TEST_F(CUDASTRIPE_CudaDevice, graphsKeepImagesInEveryModeOfCapture)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    static LockedAllocator allocator;  // outlives the images
    StriperParams params;
    params.route = Route::Striped;
    params.stripes = 5;
    const auto striper = backend.striper(params);
    const OwnedStream owned(*backend.device(), "caller");
    const auto stream = static_cast<cudaStream_t>(owned.id().get());
    RNG rng(5);
    const Mat image = randomImage(Size(200, 90), CV_8UC4, rng);
    Mat expected, dst;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    dst.allocator = &allocator;
    dst.create(image.size(), CV_8UC3);
    for (cudaStreamCaptureMode mode :
         {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
        for (int i = 0; i < 2; ++i) {
            Mat src;
            src.allocator = &allocator;
            image.copyTo(src);
            dst.setTo(Scalar::all(9));
            CUDA_OK(cudaStreamBeginCapture(stream, mode));
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamHandle(stream), *striper);
            src.release();
            cudaGraph_t graph;
            cudaGraphExec_t executable;
            CUDA_OK(cudaStreamEndCapture(stream, &graph));
            CUDA_OK(cudaGraphInstantiate(&executable, graph, 0));
            CUDA_OK(cudaGraphLaunch(executable, stream));
            CUDA_OK(cudaStreamSynchronize(stream));
            EXPECT_EQ(std::string(), differences(expected, dst, 0)) << int(mode);
            CUDA_OK(cudaGraphExecDestroy(executable));
            CUDA_OK(cudaGraphDestroy(graph));
        }
    }
    // The driver says later that a graph is gone, and the next call frees what it kept.
    for (int i = 0; i < 500 && allocator.freed < 6; ++i) {
        cudastripe::cvtColor(dst, dst, COLOR_YUV2BGR, StreamRef(), *striper);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(6, allocator.freed);
}

// In its strictest mode a capture forbids every thread of the process to query events.
TEST_F(CUDASTRIPE_CudaDevice, worksWhileAnotherThreadCaptures)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    striper->reserve(Size(640, 480), CV_8UC4);
    ImageShape shape;
    shape.placement = Placement::PageLocked;
    RNG rng(74);
    const Mat image = randomImage(Size(640, 480), CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    PlacedImage src(backend, shape, image.size(), CV_8UC4), dst(backend, shape, image.size(), CV_8UC3);
    src.set(image);
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    std::string error;
    std::thread([&] {
        try {
            for (int i = 0; i < 3; ++i)
                cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), *striper);
        } catch (const cv::Exception& e) {
            error = e.err;
        }
    }).join();
    cudaGraph_t graph = nullptr;
    CUDA_OK(cudaStreamEndCapture(stream, &graph));
    EXPECT_EQ(std::string(), error);
    EXPECT_EQ(std::string(), differences(expected, dst.get(), 0));
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}

TEST_F(CUDASTRIPE_CudaDevice, leavesTheCaptureModeOfTheThreadAsItWas)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal;
    CUDA_OK(cudaThreadExchangeStreamCaptureMode(&mode));
    for (const Size size : {Size(64, 64), Size(1920, 1080)}) {
        const Mat src = Mat::zeros(size, CV_8UC4);
        Mat dst;
        Mat_<Vec4b> fixed(size);
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        EXPECT_THROW(cudastripe::cvtColor(src, fixed, COLOR_BGR2YUV, StreamRef(), *striper), cv::Exception);
    }
    CUDA_OK(cudaThreadExchangeStreamCaptureMode(&mode));
    EXPECT_EQ(cudaStreamCaptureModeThreadLocal, mode);
}

// Somebody else's failure, which only its return value has told, is not taken for a failed launch.
TEST_F(CUDASTRIPE_CudaDevice, anOlderErrorIsNotTakenForItsOwn)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    ImageShape shape;
    shape.placement = Placement::OnDevice;
    PlacedImage src(backend, shape, Size(64, 64), CV_8UC4), dst(backend, shape, Size(64, 64), CV_8UC3);
    void* memory = nullptr;
    EXPECT_EQ(cudaErrorMemoryAllocation, cudaMalloc(&memory, size_t(1) << 60));
    EXPECT_NO_THROW(cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), *striper));
    cudaGetLastError();
}

TEST_F(CUDASTRIPE_CudaDevice, acceptsEveryKindOfStream)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    RNG rng(75);
    const Mat image = randomImage(Size(333, 222), CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    const auto striper = backend.striper();
    cudaStream_t blocking, nonBlocking;
    CUDA_OK(cudaStreamCreate(&blocking));
    CUDA_OK(cudaStreamCreateWithFlags(&nonBlocking, cudaStreamNonBlocking));
    for (cudaStream_t stream : {blocking, nonBlocking, cudaStream_t(0), cudaStreamLegacy, cudaStreamPerThread}) {
        Mat dst;
        cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamHandle(stream), *striper);
        EXPECT_EQ(std::string(), differences(expected, dst, 0));
    }
    cudaStreamDestroy(blocking);
    cudaStreamDestroy(nonBlocking);
}

// The ring is far smaller than the image, which is larger than 2^32 bytes.
TEST_F(CUDASTRIPE_CudaDevice, imagesLargerThanFourGigabytes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const Size size(32768, 33000);
    Mat src(size, CV_8UC4), dst(size, CV_8UC3, Scalar::all(0));
    RNG rng(77);
    const Mat band = randomImage(Size(size.width, 100), CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(band, expected, COLOR_BGR2YUV);
    for (int r = 0; r < size.height; r += 100)
        band.copyTo(src.rowRange(r, r + 100));
    const auto striper = backend.striper();
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
    for (int r = 0; r < size.height; r += 100)
        ASSERT_EQ(0, cv::norm(expected, dst.rowRange(r, r + 100), NORM_INF)) << r;
    EXPECT_LE(striper->usage().deviceBytes, striper->params().deviceMemoryLimit);
}

// With one device it is the simplest case of the same.
TEST_F(CUDASTRIPE_CudaDevice, allDevicesShareAnImage)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    StriperParams params;
    params.route = Route::Striped;  // the CPU alone might be chosen, say on a slow device
    for (int number = 0; number < cudaDeviceCount(); ++number)
        params.devices.push_back(number);
    Striper striper(params);
    RNG rng(83);
    const Size size(3001, 2003);
    const Mat image = randomImage(size, CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    for (Placement placement : {Placement::Pageable, Placement::PageLocked}) {
        ImageShape shape;
        shape.placement = placement;
        PlacedImage src(backend, shape, size, CV_8UC4), dst(backend, shape, size, CV_8UC3);
        src.set(image);
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), striper);
        EXPECT_EQ(std::string(), differences(expected, dst.get(), 0));
    }
    EXPECT_EQ(static_cast<int>(striper.devices().size()), striper.usage().leases);
}

#ifdef HAVE_CUDASTRIPE_SPIN_KERNEL

// In a process of its own, started by the test below: nothing on the GPU works after it.
TEST_F(CUDASTRIPE_CudaDevice, DISABLED_destroyTheContext)
{
    ASSERT_TRUE(backend.available());
    RNG rng(81);
    const Mat image = randomImage(Size(640, 480), CV_8UC4, rng);
    Mat expected, dst;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    const auto striper = backend.striper();
    cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper);
    cudaStream_t stream;
    CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    enqueueTrap(stream);
    EXPECT_NE(cudaSuccess, cudaStreamSynchronize(stream));

    // The first call meets the error, from then on host memory is served by the host.
    EXPECT_THROW(cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper), cv::Exception);
    for (int i = 0; i < 2; ++i) {
        dst.setTo(Scalar::all(0));
        cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        EXPECT_EQ(std::string(), differences(expected, dst, 0));
    }
    try {
        cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamHandle(stream), *striper);
        ADD_FAILURE() << "a dead device was used";
    } catch (const cv::Exception& e) {
        EXPECT_NE(std::string::npos, e.err.find("dead")) << e.err;
    }
}

TEST_F(CUDASTRIPE_CudaDevice, aDeadContextIsNamedAndHostMemoryIsStillServed)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const char* const arguments = " --gtest_also_run_disabled_tests --gtest_filter=*DISABLED_destroyTheContext";
    char self[4096] = {};
    ASSERT_GT(readlink("/proc/self/exe", self, sizeof(self) - 1), 0);
    const std::string whole = "env -u GTEST_TOTAL_SHARDS -u GTEST_SHARD_INDEX ";  // else it may run no test
    EXPECT_EQ(0, std::system((whole + self + arguments).c_str()));
}

#endif

#endif

TEST(CUDASTRIPE_DefaultStriper, isOneObjectAndWorks)
{
    EXPECT_EQ(&Striper::getDefault(), &Striper::getDefault());
    RNG rng(79);
    const Mat image = randomImage(Size(333, 222), CV_8UC3, rng);
    Mat expected, dst;
    cv::cvtColor(image, expected, COLOR_RGB2YCrCb);
    cudastripe::cvtColor(image, dst, COLOR_RGB2YCrCb);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
}

}}  // namespace opencv_test
