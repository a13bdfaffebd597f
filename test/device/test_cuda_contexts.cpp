// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA

#include <atomic>

#include "../support/device/backend.hpp"
#include "../support/device/cuda_frame.hpp"
#include "../support/device/spin_kernel.hpp"

// Callers whose current context is another one or none, and streams whose handles name many.

namespace opencv_test { namespace {

using CreateContext = CUresult (*)(CUcontext*, unsigned, CUdevice);

//! A context of the caller's own, current until it is destroyed, as programs that decode video have.
class OwnContext
{
public:
    OwnContext() { EXPECT_EQ(CUDA_SUCCESS, driverFunction<CreateContext>("cuCtxCreate_v2")(&context_, 0, 0)); }
    ~OwnContext() { driverFunction<decltype(&cuCtxDestroy)>("cuCtxDestroy_v2")(context_); }
    OwnContext(const OwnContext&) = delete;
    OwnContext& operator=(const OwnContext&) = delete;
    CUcontext get() const { return context_; }

private:
    CUcontext context_ = nullptr;
};

class CUDASTRIPE_CudaContexts : public testing::TestWithParam<Route>
{
protected:
    bool available() const { return backend_.available(); }
    std::unique_ptr<Striper> striper() const
    {
        StriperParams params;
        params.route = GetParam();
        params.devices = {0};
        return std::make_unique<Striper>(params);
    }
    const Backend backend_{BackendKind::Cuda};
};

TEST_P(CUDASTRIPE_CudaContexts, ofTheCallersOwnAreServedAndStayCurrent)
{
    if (!available())
        CUDASTRIPE_SKIP(backend_.skipReason());
    const auto converter = striper();
    const OwnContext own;
    for (const Size size : {Size(32, 32), Size(640, 480), Size(1920, 1080)}) {
        CudaFrame frame(1, size);
        cudaStream_t stream;
        CUDA_OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        for (int delayMs : {0, 3}) {
            for (cudaStream_t producer : {cudaStreamLegacy, stream, cudaStreamPerThread}) {
                frame.produce(producer, delayMs);
                if (producer == cudaStreamLegacy)
                    frame.convert(StreamRef(), *converter);
                else
                    frame.convert(StreamHandle(producer), *converter);
                EXPECT_EQ(own.get(), currentContext());
                CUDA_OK(cudaStreamSynchronize(producer));
                EXPECT_TRUE(frame.right()) << size << ", stream " << producer << ", late by " << delayMs << " ms";
            }
        }
        const Mat pageable = frame.src.clone();
        Mat result;
        cudastripe::cvtColor(pageable, result, COLOR_BGR2YUV, StreamRef(), *converter);
        EXPECT_EQ(own.get(), currentContext());
        CUDA_OK(cudaStreamDestroy(stream));
    }
}

TEST_P(CUDASTRIPE_CudaContexts, memoryOfAnotherOneIsRefusedByName)
{
    if (!available())
        CUDASTRIPE_SKIP(backend_.skipReason());
    const auto converter = striper();
    const OwnContext own;
    void* memory = nullptr;
    CUDA_OK(cudaMalloc(&memory, 64 * 64 * 4));
    const cuda::GpuMat src(64, 64, CV_8UC4, memory);
    Mat dst;
    try {
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *converter);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const cv::Exception& e) {
        EXPECT_NE(std::string::npos, e.err.find("another context")) << e.err;
    }
    CUDA_OK(cudaFree(memory));
}

TEST_P(CUDASTRIPE_CudaContexts, noneIsMadeCurrentOnThreadsThatHadNone)
{
    if (!available())
        CUDASTRIPE_SKIP(backend_.skipReason());
    const auto converter = striper();
    CudaFrame frame(1);
    frame.produce(cudaStreamLegacy);
    CUDA_OK(cudaStreamSynchronize(cudaStreamLegacy));
    std::thread([&] {
        EXPECT_EQ(nullptr, currentContext());
        frame.convert(StreamRef(), *converter);
        EXPECT_EQ(nullptr, currentContext());
    }).join();
    EXPECT_TRUE(frame.right());
}

TEST_P(CUDASTRIPE_CudaContexts, aLateProducerOfASmallImageIsWaitedFor)
{
    if (!available())
        CUDASTRIPE_SKIP(backend_.skipReason());
    const auto converter = striper();
    cudaStream_t blocking;
    CUDA_OK(cudaStreamCreate(&blocking));
    for (int i = 0; i < 20; ++i) {
        CudaFrame frame(std::uint64_t(i), Size(32, 32));
        frame.produce(i % 2 ? blocking : cudaStreamLegacy, i % 4);
        frame.convert(StreamRef(), *converter);
        EXPECT_TRUE(frame.right());
    }
    CUDA_OK(cudaStreamDestroy(blocking));
}

CUDASTRIPE_INSTANTIATE(Routes, CUDASTRIPE_CudaContexts,
                       testing::Values(Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared));

class CUDASTRIPE_CudaPipeline : public testing::Test
{
protected:
    //! Frames in two sets of buffers; how many came out wrong.
    static int wrongFrames(cudaStream_t stream, int frames, Striper& striper)
    {
        CudaFrame sets[2] = {CudaFrame(1), CudaFrame(2)};
        cudaEvent_t passed[2];
        for (cudaEvent_t& event : passed)
            EXPECT_EQ(cudaSuccess, cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
        int wrong = 0;
        {
            Pipeline pipeline(StreamHandle(stream), striper);
            for (int i = 0; i < frames + 2; ++i) {
                if (i >= 2) {
                    EXPECT_EQ(cudaSuccess, cudaEventSynchronize(passed[i % 2]));
                    wrong += !sets[i % 2].right();
                }
                if (i >= frames)
                    continue;
                sets[i % 2].produce(stream);
                EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(stream));  // the pipeline does not order it
                sets[i % 2].convert(pipeline, striper);
                EXPECT_EQ(cudaSuccess, cudaEventRecord(passed[i % 2], stream));
            }
        }
        for (cudaEvent_t event : passed)
            cudaEventDestroy(event);
        return wrong;
    }

    const Backend backend_{BackendKind::Cuda};
};

TEST_F(CUDASTRIPE_CudaPipeline, convertsFramesOnStreamsWhoseHandlesComeAgain)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto converter = backend_.striper();
    CudaFrame first(3), second(4);
    int wrong = 0;
    for (int i = 0; i < 1000; ++i) {
        CudaFrame& frame = i % 2 ? first : second;
        cudaStream_t stream;
        ASSERT_EQ(cudaSuccess, cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        {
            Pipeline pipeline(StreamHandle(stream), *converter);
            frame.produce(stream);
            frame.convert(pipeline, *converter);
        }
        ASSERT_EQ(cudaSuccess, cudaStreamSynchronize(stream));
        ASSERT_EQ(cudaSuccess, cudaStreamDestroy(stream));
        wrong += !frame.right();
    }
    EXPECT_EQ(0, wrong) << "of 1000";
}

TEST_F(CUDASTRIPE_CudaPipeline, convertsFramesOnThePerThreadStreamsOfFourThreads)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto converter = backend_.striper();
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { wrong += wrongFrames(cudaStreamPerThread, 250, *converter); });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(0, wrong) << "of 1000";
}

TEST(CUDASTRIPE_CudaBlockingStream, thatIsFedWithoutEndDoesNotKeepACall)
{
    const Backend backend(BackendKind::Cuda);
    CUDASTRIPE_SKIP_WITHOUT(backend);
#ifdef HAVE_CUDASTRIPE_SPIN_KERNEL
    const OwnedMemory flags(*backend.device(), OwnedMemory::PageLocked, 2 * sizeof(int));
    std::memset(flags.get(), 0, flags.sizeBytes());
    std::atomic<bool> done{false};
    std::thread feeder([&] {
        cudaStream_t blocking;
        EXPECT_EQ(cudaSuccess, cudaStreamCreate(&blocking));
        for (int i = 0; i < 5000 && !done; ++i) {
            enqueueSpin(reinterpret_cast<int*>(flags.get()), 2, blocking);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        *reinterpret_cast<volatile int*>(flags.get()) = 1;
        EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(blocking));
        EXPECT_EQ(cudaSuccess, cudaStreamDestroy(blocking));
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto converter = backend.striper();
    CudaFrame frame(5);
    frame.produce(cudaStreamLegacy);
    const auto start = std::chrono::steady_clock::now();
    frame.convert(StreamRef(), *converter);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    done = true;
    feeder.join();
    EXPECT_TRUE(frame.right());
    EXPECT_LT(took.count(), 4);
#else
    CUDASTRIPE_SKIP("this build of the tests has no spin kernel");
#endif
}

}}  // namespace opencv_test

#endif
