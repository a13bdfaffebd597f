// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "support/busy_device.hpp"
#include "support/placed_image.hpp"

// Calls whose CPU threads do not come, since other work has the processors: kernels do what the threads would have
// done.

namespace opencv_test { namespace {

// At this rate 16 threads alone are predicted to be as fast as beside a device.
constexpr double kMemoryOfAHostCall = 1.2e11;

class FewThreads : public BusyDevice
{
public:
    void hostLoop(int threads, const std::function<Step()>& step) override
    {
        bool callerIsLate = true;  // so that other threads are the first to find that all are late
        BusyDevice::hostLoop(std::min(threads, threadsThatCome), [&] {
            return std::exchange(callerIsLate, false) && threadsThatCome > 1 ? Step::Waits : step();
        });
    }
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        if (const auto work = std::exchange(beforeNextKernel, nullptr))
            work();
        ++kernels;
        asked_ = false;
        if (refuses)
            CV_Error(Error::GpuApiCallError, "no kernel is launched");
        BusyDevice::launch(stream, kernel);
    }

    StreamId createStream(const char* name) override
    {
        if (refusesStreams)
            CV_Error(Error::GpuApiCallError, "no stream is made");
        return BusyDevice::createStream(name);
    }

    // A kernel ends some time after it is asked for.
    bool passed(EventId event) override
    {
        if (std::exchange(asked_, true))
            return BusyDevice::passed(event);
        pass(10e-6);
        return false;
    }

    int threadsThatCome = 16, kernels = 0;
    bool refuses = false, refusesStreams = false;
    std::function<void()> beforeNextKernel;

private:
    bool asked_ = true;
};

class CUDASTRIPE_LateThreads : public testing::Test
{
protected:
    CUDASTRIPE_LateThreads()
    {
        theRNG().fill(src_, RNG::UNIFORM, 0, 256);
        cv::cvtColor(src_, expected_, COLOR_BGR2YUV);
    }
    ~CUDASTRIPE_LateThreads() override
    {
        device_->free(MemoryKind::PageLocked, src_.data);
        device_->free(MemoryKind::PageLocked, dst_.data);
        device_->free(MemoryKind::Device, onDevice_.data);
    }

    std::unique_ptr<Striper> striperOf(Route route) const
    {
        StriperParams params;
        params.route = route;
        params.threads = 16;
        auto striper = makeStriper({device_}, params);
        Rates rates = striper->rates();
        rates.host = HostRates();
        rates.host.memory = memory_;
        striper->setRates(rates);
        return striper;
    }

    //! Seconds of a call, whose result is checked.
    double seconds(Route route, int threadsThatCome)
    {
        const auto striper = striperOf(route);
        device_->threadsThatCome = threadsThatCome;
        device_->kernels = 0;
        const auto convert = [&](Striper& s) { cudastripe::cvtColor(src_, dst_, COLOR_BGR2YUV, StreamRef(), s); };
        chosen_ = striper->explain(convert);
        dst_.setTo(Scalar::all(0));
        double took = 0;
        const auto measure = [&] {
            const double start = device_->now();
            convert(*striper);
            took = device_->now() - start;
        };
        if (withinAnotherCall_) {
            device_->beforeNextKernel = measure;
            cudastripe::cvtColor(src_, onDevice_, COLOR_BGR2YUV, StreamRef(), *striper);
            EXPECT_FALSE(bool(std::exchange(device_->beforeNextKernel, nullptr))) << "no kernel came";
        } else {
            measure();
        }
        EXPECT_EQ(0, cv::norm(expected_, dst_, NORM_INF));
        return took;
    }

    void* allocate(MemoryKind kind, int type)
    {
        return device_->allocate(kind, size_t(size_.area()) * CV_ELEM_SIZE(type));
    }
    Mat pageLocked(int type) { return Mat(size_, type, allocate(MemoryKind::PageLocked, type)); }

    const std::shared_ptr<FewThreads> device_ = std::make_shared<FewThreads>();
    const Size size_{1920, 1080};
    const Mat src_ = pageLocked(CV_8UC4);
    Mat dst_ = pageLocked(CV_8UC3), expected_;
    cuda::GpuMat onDevice_{size_, CV_8UC3, allocate(MemoryKind::Device, CV_8UC3)};
    double memory_ = HostRates().memory;
    bool withinAnotherCall_ = false;
    RouteChoice chosen_;
};

TEST_F(CUDASTRIPE_LateThreads, areHelpedIfTheyWereToDoAll)
{
    memory_ = kMemoryOfAHostCall;
    const double planned = seconds(Route::Auto, 16);
    ASSERT_EQ(Route::Host, chosen_.route) << chosen_.toString();
    EXPECT_EQ(0, device_->kernels) << "threads that come need no help";
    EXPECT_LT(seconds(Route::Auto, 1), 1.45 * seconds(Route::Direct, 1));
    EXPECT_GT(seconds(Route::Host, 1), 3 * planned);
    EXPECT_EQ(0, device_->kernels) << "a route that was asked for is kept";
}

TEST_F(CUDASTRIPE_LateThreads, doAllWhileAnotherCallUsesTheDevice)
{
    memory_ = kMemoryOfAHostCall;
    const double alone = seconds(Route::Host, 1);
    withinAnotherCall_ = true;
    EXPECT_NEAR(1, seconds(Route::Auto, 1) / alone, 0.01);
    EXPECT_EQ(1, device_->kernels) << "that of the other call";
}

TEST_F(CUDASTRIPE_LateThreads, areHelpedBesideAKernel)
{
    seconds(Route::Auto, 16);
    ASSERT_EQ(Route::Shared, chosen_.route) << chosen_.toString();
    EXPECT_EQ(1, device_->kernels);
    EXPECT_LT(seconds(Route::Auto, 1), 1.25 * seconds(Route::Direct, 1));
}

TEST_F(CUDASTRIPE_LateThreads, doAllIfThereIsNoStreamForHelp)
{
    memory_ = kMemoryOfAHostCall;
    device_->refusesStreams = true;
    EXPECT_NEAR(1, seconds(Route::Auto, 1) / seconds(Route::Host, 1), 0.01);
    EXPECT_EQ(0, device_->kernels);
}

TEST_F(CUDASTRIPE_LateThreads, doAllIfNoKernelIsLaunched)
{
    memory_ = kMemoryOfAHostCall;
    device_->refuses = true;
    EXPECT_NEAR(1, seconds(Route::Auto, 1) / seconds(Route::Host, 1), 0.01);
    device_->refuses = false;
    seconds(Route::Auto, 1);
    EXPECT_GT(device_->kernels, 0);
}

// Each thread has a clock of its own, as on a real device.
TEST_F(CUDASTRIPE_LateThreads, neverOpenTheBreakerOfAnIdleDevice)
{
    for (double memory : {HostRates().memory, kMemoryOfAHostCall}) {
        memory_ = memory;
        const auto striper = striperOf(Route::Auto);
        const auto convert = [&](Striper& s) { cudastripe::cvtColor(src_, dst_, COLOR_BGR2YUV, StreamRef(), s); };
        for (int i = 0; i < 40; ++i) {
            device_->threadsThatCome = 1 + i % 4;
            convert(*striper);
            ASSERT_FALSE(striper->explain(convert).deviceLate) << i;
        }
    }
}

}}  // namespace opencv_test
