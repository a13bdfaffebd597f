// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "../../src/device/wait_for.hpp"
#include "../support/device/simulated_frame.hpp"

// What a device lacks, or is slow at, and what its user has asked of it.

namespace opencv_test { namespace {

struct Scaled
{
    CV_CUDASTRIPE_HD float operator()(float x) const { return x * 1.1f + 0.3f; }
};

class LaunchCounter : public SimulatedDevice
{
public:
    using SimulatedDevice::SimulatedDevice;
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        ++launches;
        SimulatedDevice::launch(stream, kernel);
    }
    std::atomic<int> launches{0};
};

// Where the CPU rounds differently, the place must not depend on how much memory there happens to be.
TEST(CUDASTRIPE_DeviceLimits, anOperationThatRoundsDifferentlyThrowsWherePageLockedMemoryIsShort)
{
    SimulatedDeviceParams deviceParams;
    deviceParams.pageLockedBytes = 1 << 20;
    const Mat src(512, 512, CV_32FC1, Scalar(1));
    for (bool onStream : {false, true}) {
        const auto device = std::make_shared<LaunchCounter>(deviceParams);
        const auto striper = makeStriper({device});
        const OwnedStream stream(*device, "caller");
        const StreamRef ref = onStream ? refTo(stream) : StreamRef();
        Mat dst(512, 512, CV_32FC1, Scalar(7));
        void* const taken = device->allocate(MemoryKind::PageLocked, 1 << 20);
        EXPECT_THROW(transform(src, dst, Scaled(), SameBits::No, ref, *striper), cv::Exception);
        EXPECT_EQ(0, countNonZero(dst != 7)) << "nothing is written";
        device->free(MemoryKind::PageLocked, taken);
        std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // so long a shortage is taken to last
        device->launches = 0;
        transform(src, dst, Scaled(), SameBits::No, ref, *striper);
        EXPECT_GT(device->launches, 0);
        EXPECT_EQ(0, countNonZero(dst != Scaled()(1)));
    }
}

// Calibration needs several pieces; without one of them, default rates are used.
TEST(CUDASTRIPE_DeviceLimits, anyShortageOfPageLockedMemoryLeavesResultsRight)
{
    RNG rng(18);
    const Mat src = randomImage(Size(640, 480), CV_8UC4, rng);
    Mat expected, dst;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    for (size_t most = 1 << 14; most <= size_t(1) << 26; most += most / 2) {
        SimulatedDeviceParams deviceParams;
        deviceParams.pageLockedBytes = most;
        const auto device = std::make_shared<SimulatedDevice>(deviceParams);
        const auto striper = makeStriper({device});
        striper->calibrate();
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        EXPECT_EQ(std::string(), differences(expected, dst, 0)) << most;
        EXPECT_TRUE(device->findings().empty()) << most << ": " << device->findings().front();
    }
}

// The CPU must not touch it while a kernel runs, of whoever it is.
TEST(CUDASTRIPE_DeviceLimits, managedMemoryIsLeftToTheDeviceWhereBothMayNotUseItAtOnce)
{
    SimulatedDeviceParams deviceParams;
    deviceParams.concurrentManagedAccess = false;
    const auto device = std::make_shared<SimulatedDevice>(deviceParams);
    const Size size(640, 480);
    const SimulatedFrame other(*device);
    const OwnedStream busy(*device, "caller");
    for (Route route : {Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared}) {
        StriperParams params;
        params.route = route;
        const auto striper = makeStriper({device}, params);
        Mat src(size, CV_8UC4, device->allocateManaged(size_t(size.area()) * 4));
        Mat dst(size, CV_8UC3, device->allocateManaged(size_t(size.area()) * 3)), expected;
        src.setTo(Scalar(1, 2, 3));
        cv::cvtColor(src, expected, COLOR_BGR2YUV);
        device->block(busy);
        other.produce(busy);  // still to run at the call
        cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        EXPECT_TRUE(device->findings().empty()) << device->findings().front();
        EXPECT_EQ(std::string(), differences(expected, dst, 0)) << int(route);
        device->open();
        device->finish();
        device->free(MemoryKind::PageLocked, src.data);
        device->free(MemoryKind::PageLocked, dst.data);
    }
}

//! A blocking stream of another thread always has something to do.
class FedWithoutEnd : public SimulatedDevice
{
public:
    FedWithoutEnd() : fed_(createStream("fed", SimulatedStreamKind::Blocking)), frame_(*this) { frame_.produce(fed_); }
    ~FedWithoutEnd() override { finish(); }
    bool idle(StreamId stream) override
    {
        for (int i = 0; stream.get() == defaultStream().get() && i < kMoreThanRunsMeanwhile; ++i)
            frame_.produce(fed_);
        return SimulatedDevice::idle(stream);
    }
    void record(EventId event, StreamId stream) override
    {
        marks += stream.get() == defaultStream().get();
        SimulatedDevice::record(event, stream);
    }
    int marks = 0;

private:
    static constexpr int kMoreThanRunsMeanwhile = 10;

    const StreamId fed_;
    const SimulatedFrame frame_;
};

TEST(CUDASTRIPE_DeviceLimits, aCallReturnsBesideABlockingStreamThatIsFedWithoutEnd)
{
    for (Route route : {Route::Host, Route::Direct, Route::Striped, Route::Shared}) {
        const auto device = std::make_shared<FedWithoutEnd>();
        StriperParams params;
        params.route = route;
        const auto striper = makeStriper({device}, params);
        const SimulatedFrame frame(*device);
        frame.produce(device->defaultStream());
        frame.convert(StreamRef(), *striper);
        EXPECT_TRUE(frame.right()) << int(route);
        EXPECT_EQ(1, device->marks) << int(route);
    }
}

//! Answers only after a while of the host's clock, and counts the questions.
class SlowAnswers : public SimulatedDevice
{
public:
    explicit SlowAnswers(bool asleep) { facts_.waitsAsleep = asleep; }
    bool passed(EventId event) override
    {
        ++questions;
        const auto now = std::chrono::steady_clock::now();
        if (questions == 1)
            first_ = now;
        return now - first_ > std::chrono::milliseconds(50) && SimulatedDevice::passed(event);
    }
    int questions = 0;

private:
    std::chrono::steady_clock::time_point first_;
};

TEST(CUDASTRIPE_DeviceLimits, threadsSleepWhereTheContextAsksForIt)
{
    int questions[2] = {0, 0};
    // On a busy machine the thread that spins may have lost its processor.
    for (int tries = 0; tries < 5 && questions[0] <= 2 * questions[1]; ++tries) {
        for (bool asleep : {false, true}) {
            SlowAnswers device(asleep);
            const OwnedEvent event(device, "event");
            waitFor(device, event);
            questions[asleep] = device.questions;
        }
        EXPECT_LE(questions[1], 1100);  // of at least 50 microseconds each, but for the first
    }
    EXPECT_GT(questions[0], 2 * questions[1]);
}

TEST(CUDASTRIPE_DeviceLimits, manyThreadsNeedNoMoreStreamsThanHardwareHasQueues)
{
    class Counter : public SimulatedDevice
    {
    public:
        Counter() { facts_.hostThreads = 128; }
        StreamId createStream(const char* name) override
        {
            ++streams;
            return SimulatedDevice::createStream(name);
        }
        int streams = 0;
    };
    const auto device = std::make_shared<Counter>();
    StriperParams params;
    params.route = Route::Striped;
    const auto striper = makeStriper({device}, params);
    const Mat src(1080, 1920, CV_8UC4, Scalar(1, 2, 3));
    Mat dst, expected;
    cv::cvtColor(src, expected, COLOR_BGR2YUV);
    cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), *striper);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
    EXPECT_GT(device->streams, 0);
    EXPECT_LE(device->streams, 32);
}

//! A driver that does not come back from an allocation until it is let.
class SlowAllocation : public SimulatedDevice
{
public:
    void* allocate(MemoryKind kind, size_t sizeBytes) override
    {
        if (kind == MemoryKind::Device && slow_.exchange(false)) {
            entered.set_value();
            released.get_future().wait();
        }
        return SimulatedDevice::allocate(kind, sizeBytes);
    }
    void slowDown() { slow_ = true; }
    std::promise<void> entered, released;

private:
    std::atomic<bool> slow_{false};
};

TEST(CUDASTRIPE_DeviceLimits, noCallWaitsForTheAllocationOfAnotherOne)
{
    const auto device = std::make_shared<SlowAllocation>();
    StriperParams params;
    params.route = Route::Striped;
    const auto striper = makeStriper({device}, params);
    const SimulatedFrame small(*device), large(*device, 2, Size(640, 480));
    small.convert(StreamRef(), *striper);
    device->slowDown();
    std::thread other([&] { large.convert(StreamRef(), *striper); });
    device->entered.get_future().wait();
    auto second = std::async(std::launch::async, [&] { small.convert(StreamRef(), *striper); });
    EXPECT_EQ(std::future_status::ready, second.wait_for(std::chrono::seconds(20)));
    device->released.set_value();
    other.join();
    second.wait();
    EXPECT_TRUE(device->findings().empty()) << device->findings().front();
}

}}  // namespace opencv_test
