// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/lane/host_team.hpp"
#include "../../src/op/color/yuv444/op.hpp"
#include "../../src/plan/tuning.hpp"
#include "../support/images/image_operation.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! A call of the CPU alone.
class CUDASTRIPE_HostTeam : public testing::Test
{
protected:
    CUDASTRIPE_HostTeam()
    {
        call.op = op.get();
        call.image.in[0] = {image.data, int64(image.step), image.cols * 4};
        call.image.out[0] = {dst.data, int64(dst.step), dst.cols * 3};
        call.memory = {{MemoryKind::Pageable}, {MemoryKind::Pageable}};
    }

    RNG rng{67};
    const Mat image = randomImage(Size(640, 480), CV_8UC4, rng);
    Mat dst{image.size(), CV_8UC3};
    const std::unique_ptr<StripeOp> op =
        makePackedYuvOp(packedYuvConversions().front(), image.size(), CV_8U, 4, CutBy::Rows);
    const StriperParams params;
    OpenCall call{params};
    Claims claims{image.rows, 1};
    HostTeam team{call, claims};
};

TEST_F(CUDASTRIPE_HostTeam, measuresTheCostOfTwoPiecesAndFinishesTheRest)
{
    HostRates rates;
    const double cost = team.measureCost(rates);
    EXPECT_GT(cost, 0.001);
    EXPECT_LT(cost, 1e4);
    EXPECT_EQ(call.op->units() - 2 * call.op->unitsOf(kMinClaimBytes), claims.unclaimed());
    rates.copy *= 1e6;
    EXPECT_GT(team.measureCost(rates), 100 * cost) << "the cost is in times of a copy";
    team.finish(2);
    EXPECT_EQ(0, claims.unclaimed());
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
}

TEST_F(CUDASTRIPE_HostTeam, throwsWhatAStepThrew)
{
    for (int threads : {1, 4}) {
        const auto fails = []() -> Device::Step { CV_Error(Error::StsError, "of a step"); };
        EXPECT_THROW(team.run(threads, fails), cv::Exception);
    }
}

}}  // namespace opencv_test
