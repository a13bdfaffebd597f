// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <thread>

#include "../../src/device/simulated/simulated_device.hpp"
#include "../../src/lane/rates/breaker.hpp"
#include "../support/device/busy_device.hpp"
#include "../support/images/image_operation.hpp"
#include "../support/images/placed_image.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! A device whose clock tests move, and whose events tell times that they say.
class ClockedDevice : public SimulatedDevice
{
public:
    double now() const override { return seconds; }
    double ranSeconds() const override { return seconds; }
    double elapsed(EventId, EventId) override { return probeSeconds; }
    void record(EventId event, StreamId stream) override
    {
        ++records;
        SimulatedDevice::record(event, stream);
    }

    void* allocate(MemoryKind kind, size_t sizeBytes) override
    {
        return full && kind == MemoryKind::Device ? nullptr : SimulatedDevice::allocate(kind, sizeBytes);
    }

    std::atomic<double> seconds{0};
    double probeSeconds = 50e-6;
    bool full = false;
    int records = 0;
};

class CUDASTRIPE_Breaker : public testing::Test
{
protected:
    CUDASTRIPE_Breaker()
    {
        breaker.prepare();
        call(1);
        EXPECT_FALSE(breaker.isOpen()) << "the first call loads kernels";
    }

    // A call that the device alone should do in 1 ms, and the CPU alone in 3 ms.
    void call(double took)
    {
        Breaker::Use use(breaker);
        device.seconds = device.seconds + took;
        use.ended(1e-3, 3e-3);
    }

    void open()
    {
        for (int i = 0; i < 2; ++i)
            call(1);
        EXPECT_TRUE(breaker.isOpen());
    }

    // Lets calls come, without time passing, until a probe has ended.
    bool openAfterAProbe()
    {
        for (int i = 0; i < 100; ++i)
            breaker.update();
        return breaker.isOpen();
    }

    ClockedDevice device;
    Breaker breaker{device};
};

TEST_F(CUDASTRIPE_Breaker, opensWhenMoreIsLostThanTheCpuTakes)
{
    for (int i = 0; i < 100; ++i)
        call(1.9e-3);
    EXPECT_FALSE(breaker.isOpen()) << "not over twice what was predicted";
    call(3e-3);
    EXPECT_FALSE(breaker.isOpen()) << "2 ms are lost";
    call(3e-3);
    EXPECT_TRUE(breaker.isOpen()) << "4 ms are lost";
}

TEST_F(CUDASTRIPE_Breaker, neverOpensForOneCallAlone)
{
    call(1);
    EXPECT_FALSE(breaker.isOpen()) << "it may have loaded a kernel";
    for (int i = 0; i < 4; ++i)
        call(1e-3);
    call(1);
    EXPECT_FALSE(breaker.isOpen()) << "calls in between were in time";
    call(1);
    EXPECT_TRUE(breaker.isOpen());
}

TEST_F(CUDASTRIPE_Breaker, forgivesWhereMostCallsAreInTime)
{
    for (int i = 0; i < 100; ++i) {
        call(3e-3);
        call(1e-3);
        call(1e-3);
        ASSERT_FALSE(breaker.isOpen()) << i;
    }
}

TEST_F(CUDASTRIPE_Breaker, probesAgainAfterPausesThatDouble)
{
    open();
    const double opened = device.seconds;
    device.probeSeconds = 5e-3;
    std::vector<double> probes;
    for (int i = 0, known = device.records; i < 4000; ++i) {
        EXPECT_TRUE(openAfterAProbe());
        call(i % 2 ? 0 : 1e-5);  // which uses it all the same
        if (device.records > known)
            probes.push_back(device.seconds - opened);
        known = device.records;
        device.seconds = device.seconds + 0.01;
    }
    ASSERT_LE(8u, probes.size());
    EXPECT_NEAR(0.1, probes[0], 0.011);
    for (size_t i = 1; i < probes.size(); ++i)
        EXPECT_NEAR(std::min(10., 0.1 * double(1 << i)), probes[i] - probes[i - 1], 0.021) << i;
    device.probeSeconds = 100e-6;
    device.seconds = device.seconds + 10.01;
    EXPECT_FALSE(openAfterAProbe());
    open();
    device.seconds = device.seconds + 0.101;
    EXPECT_FALSE(openAfterAProbe()) << "pauses are short again";
}

TEST_F(CUDASTRIPE_Breaker, otherCallsOfTheStriperAreNoDelay)
{
    {
        std::deque<Breaker::Use> uses;
        for (int i = 0; i < 16; ++i)
            uses.emplace_back(breaker);
        for (Breaker::Use& use : uses) {
            device.seconds = device.seconds + 1e-3;
            use.ended(1e-3, 3e-3);
        }
    }
    EXPECT_FALSE(breaker.isOpen());
}

TEST_F(CUDASTRIPE_Breaker, closesAgainThoughItCouldNotBePreparedAtFirst)
{
    Breaker late(device);
    device.full = true;
    late.prepare();
    device.full = false;
    const auto call = [&](double took) {
        Breaker::Use use(late);
        device.seconds = device.seconds + took;
        use.ended(1e-3, 3e-3);
    };
    for (int i = 0; i < 3; ++i)
        call(1);
    EXPECT_TRUE(late.isOpen());
    device.seconds = device.seconds + 0.11;
    for (int i = 0; i < 100 && late.isOpen(); ++i)
        late.update();
    EXPECT_FALSE(late.isOpen());
}

TEST_F(CUDASTRIPE_Breaker, aDeviceThatFailsIsProbedLater)
{
    open();
    device.seconds = device.seconds + 0.11;
    device.failAt(device.calls(), true);
    EXPECT_TRUE(openAfterAProbe());
}

TEST(CUDASTRIPE_BusyDevice, isLeftAloneUntilItIsIdleAgain)
{
    const auto device = std::make_shared<BusyDevice>();
    const Backend backend(device);
    const auto striper = makeStriper({device});
    const Size size(1920, 1080);
    RNG rng(211);
    const Mat image = randomImage(size, CV_8UC4, rng);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    PlacedImage src(backend, {Placement::PageLocked}, size, CV_8UC4),
        dst(backend, {Placement::PageLocked}, size, CV_8UC3);
    src.set(image);
    const auto convert = [&](Striper& s) {
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), s);
    };
    const auto meanSeconds = [&](int calls) {
        const double start = device->now();
        for (int i = 0; i < calls; ++i)
            convert(*striper);
        EXPECT_EQ(std::string(), differences(expected, dst.get(), 0));
        return (device->now() - start) / calls;
    };
    const double idle = meanSeconds(10);
    EXPECT_NE(Route::Host, striper->explain(convert).route);
    device->load = Load::Gpu;
    const double busy = meanSeconds(200);
    const RouteChoice choice = striper->explain(convert);
    EXPECT_EQ(Route::Host, choice.route);
    EXPECT_TRUE(choice.deviceLate);
    EXPECT_NE(String::npos, choice.toString().find("late"));
    EXPECT_LT(busy, choice.estimates[0].seconds + 2 * 15e-3 / 200) << "two calls are late at most";
    device->load = Load::None;
    device->pass(10);
    meanSeconds(3);  // starts a probe, and asks for its time
    EXPECT_NEAR(1, meanSeconds(10) / idle, 0.05);
    EXPECT_TRUE(device->findings().empty());
}

}}  // namespace opencv_test
