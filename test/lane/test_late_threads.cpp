// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/device/busy_device.hpp"
#include "../support/images/placed_image.hpp"

// Calls whose CPU threads do not come, since other work has the processors: where a kernel does a part, others do what
// the threads would have done.

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
        ++kernels;
        asked_ = false;
        BusyDevice::launch(stream, kernel);
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
        const double start = device_->now();
        convert(*striper);
        const double took = device_->now() - start;
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
    double memory_ = HostRates().memory;
    RouteChoice chosen_;
};

TEST_F(CUDASTRIPE_LateThreads, areHelpedBesideAKernel)
{
    seconds(Route::Auto, 16);
    ASSERT_EQ(Route::Shared, chosen_.route) << chosen_.toString();
    EXPECT_EQ(1, device_->kernels);
    EXPECT_LT(seconds(Route::Auto, 1), 1.25 * seconds(Route::Direct, 1));
}

TEST_F(CUDASTRIPE_LateThreads, doAllIfTheyWereTo)
{
    memory_ = kMemoryOfAHostCall;
    seconds(Route::Auto, 1);
    EXPECT_EQ(Route::Host, chosen_.route) << chosen_.toString();
    EXPECT_EQ(0, device_->kernels);
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
