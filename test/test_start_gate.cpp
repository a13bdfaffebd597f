// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "../src/device/simulated_device.hpp"
#include "../src/lane/start_gate.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! Work that is complete when somebody has looked so often.
class LookedAt : public SimulatedDevice
{
public:
    explicit LookedAt(int looks) : left_(looks) {}
    bool passed(EventId) override { return --left_ < 0; }

private:
    std::atomic<int> left_;
};

//! Runs of a loop of so many threads, each of which comes in once or gives up.
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
                    return gate.takesLong() ? Device::Step::Done : Device::Step::Waits;
                ++threads;
                return Device::Step::Done;
            });
        });
    }
};

TEST(CUDASTRIPE_StartGate, letsThreadsInOnceEarlierWorkIsComplete)
{
    const Entered soon(10, 4);
    EXPECT_EQ(1, soon.loops);
    EXPECT_EQ(4, soon.threads);
}

TEST(CUDASTRIPE_StartGate, doesNotKeepThreadsForLong)
{
    const Entered late(10000, 4);
    EXPECT_EQ(2, late.loops);
    EXPECT_EQ(4, late.threads);
}

TEST(CUDASTRIPE_StartGate, waitsForOneThreadItself)
{
    const Entered late(10000, 1);
    EXPECT_EQ(1, late.loops);
    EXPECT_EQ(1, late.threads);
}

TEST(CUDASTRIPE_StartGate, isOpenWhereNothingComesBefore)
{
    StartGate gate;
    EXPECT_TRUE(gate.open());
}

}}  // namespace opencv_test
