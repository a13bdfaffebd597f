// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <thread>

#include "../src/device/simulated_device.hpp"
#include "../src/lane/host_lane.hpp"
#include "../src/op/packed_yuv_op.hpp"
#include "../src/plan/route.hpp"
#include "support/image_operation.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

// Whose clock goes on by one step whenever somebody looks.
class SteppedClock : public SimulatedDevice
{
public:
    double now() const override { return seconds_ += step; }

    double step = 1;

private:
    mutable double seconds_ = 0;
};

class CUDASTRIPE_HostLane : public testing::Test
{
protected:
    static constexpr int64 kUnits = 4;
    static constexpr int kThreads = 2;

    // Runs a call of which the first thread does so many pieces, and another the rest, each of which takes them so many
    // seconds.
    void run(int64 byFirst, double firstSeconds, double otherSeconds)
    {
        Claims claims(op->units(), op->granule());
        const HostLane lane(*op, planes, claims, kUnits, 1, 1, {&clock});
        clock.step = firstSeconds;
        for (int64 i = 0; i < byFirst; ++i)
            EXPECT_TRUE(lane.work());
        clock.step = otherSeconds;
        std::thread([&] {
            while (lane.work())
                continue;
        }).join();
        EXPECT_FALSE(lane.work());
        lane.teach(rates, work, kThreads);
    }

    // Of a thread that takes so many seconds for a piece while another does as much.
    double rateAt(double seconds) const
    {
        return threadRateOf(kThreads * hostBytes(*op, kUnits) / seconds, kThreads, rates.host());
    }

    RNG rng{67};
    const Mat image = randomImage(Size(64, 48), CV_8UC4, rng);
    Mat dst{image.size(), CV_8UC3};
    const std::unique_ptr<StripeOp> op =
        makePackedYuvOp(packedYuvConversions().front(), image.size(), CV_8U, 4, CutBy::Rows);
    const WorkKind work{*op, 4};
    StripePlanes planes = planesOf(image, dst);
    SteppedClock clock;
    OpRates rates;

private:
    static StripePlanes planesOf(const Mat& src, const Mat& to)
    {
        StripePlanes planes;
        planes.in[0] = {src.data, int64(src.step), src.cols * 4};
        planes.out[0] = {to.data, int64(to.step), to.cols * 3};
        return planes;
    }
};

TEST_F(CUDASTRIPE_HostLane, learnsFromTheFirstThatComes)
{
    // Faster than what is guessed, which would stand beside less until several calls have shown it.
    const double fast = hostBytes(*op, kUnits) / (2 * rates.threadRate(work)), slow = 100 * fast;
    const double guess = rates.threadRate(work);
    run(3, fast, fast);
    EXPECT_EQ(guess, rates.threadRate(work)) << "the first call touches memory for the first time";
    run(3, fast, slow);
    EXPECT_NEAR(1, rates.threadRate(work) / rateAt(fast), 1e-9) << "the other speaks, too";
    run(0, slow, fast / 2);
    EXPECT_NEAR(1, rates.threadRate(work) / rateAt(fast / 2), 1e-9) << "the caller may take no part";
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
}

}}  // namespace opencv_test
