// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "../src/device/simulated/simulated_device.hpp"
#include "../src/lane/start_gate.hpp"
#include "support/image_operation.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! Work that is complete when somebody has looked so often.
class LookedAt : public SimulatedDevice
{
public:
    explicit LookedAt(int looks) : left_(looks) {}
    bool passed(EventId event) override { return --left_ < 0 && (!event.get() || SimulatedDevice::passed(event)); }
    bool idle(StreamId stream) override { return left_ <= 0 && SimulatedDevice::idle(stream); }
    void hide(int looks) { left_ = looks; }

private:
    std::atomic<int> left_;
};

//! A loop of so many threads, each of which comes in once or gives up.
struct Entered
{
    int loops = 0;
    std::atomic<int> threads{0};

    Entered(int looks, int wanted)
    {
        LookedAt first(looks), second(looks / 2);
        StartGate gate;
        gate.add(first, EventId(nullptr));
        gate.add(second, EventId(nullptr));
        gate.letIn(wanted, [&] {
            ++loops;
            runHostLoop(wanted, [&] {
                if (!gate.open())
                    return gate.gaveUp() ? Device::Step::Done : Device::Step::Waits;
                ++threads;
                return Device::Step::Done;
            });
        });
    }
};

TEST(CUDASTRIPE_StartGate, letsAllThreadsInOnceEarlierWorkIsComplete)
{
    for (int threads : {1, 2, 4, 16}) {
        for (int looks = 0; looks < 200; ++looks)
            ASSERT_EQ(threads, Entered(looks, threads).threads) << looks << " looks";
    }
}

TEST(CUDASTRIPE_StartGate, doesNotKeepThreadsForLong)
{
    EXPECT_EQ(1, Entered(10, 4).loops);
    EXPECT_EQ(2, Entered(10000, 4).loops);
    EXPECT_EQ(1, Entered(10000, 1).loops) << "one thread waits at once";
}

TEST(CUDASTRIPE_StartGate, isOpenWhereNothingComesBefore)
{
    StartGate gate;
    EXPECT_TRUE(gate.open());
}

TEST(CUDASTRIPE_StartGate, leavesNothingUndone)
{
    const auto device = std::make_shared<LookedAt>(0);
    StriperParams params;
    params.route = Route::Host;
    const auto striper = makeStriper({device}, params);
    RNG rng(65);
    const Mat image = randomImage(Size(640, 480), CV_8UC4, rng);
    Mat expected, dst;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    for (int looks = 0; looks < 150; ++looks) {
        device->hide(looks);
        expected.copyTo(dst);
        dst += Scalar::all(1);
        cudastripe::cvtColor(image, dst, COLOR_BGR2YUV, StreamRef(), *striper);
        ASSERT_EQ(std::string(), differences(expected, dst, 0)) << looks << " looks";
    }
}

}}  // namespace opencv_test
