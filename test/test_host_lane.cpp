// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <thread>

#include "../src/lane/host_lane.hpp"
#include "../src/op/packed_yuv_op.hpp"
#include "support/image_operation.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

class CUDASTRIPE_HostLane : public testing::Test
{
protected:
    static constexpr int64 kUnits = 4;

    // True if a call teaches something of which the first thread does so many pieces, and another the rest.
    bool teaches(int64 byFirst)
    {
        Claims claims(op->units(), op->granule());
        const HostLane lane(*op, planes, claims, kUnits, 1, 1, {});
        for (int64 i = 0; i < byFirst; ++i)
            EXPECT_TRUE(lane.work());
        std::thread([&] {
            while (lane.work())
                continue;
        }).join();
        EXPECT_FALSE(lane.work());
        const WorkKind work(*op, 4);
        const double before = rates.threadRate(work);
        lane.teach(rates, work, 2);
        return rates.threadRate(work) != before;
    }

    RNG rng{67};
    const Mat image = randomImage(Size(64, 48), CV_8UC4, rng);
    Mat dst{image.size(), CV_8UC3};
    const std::unique_ptr<StripeOp> op =
        makePackedYuvOp(packedYuvConversions().front(), image.size(), CV_8U, 4, CutBy::Rows);
    StripePlanes planes = planesOf(image, dst);
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
    EXPECT_FALSE(teaches(3)) << "the first call touches memory for the first time";
    for (int i = 0; i < 3; ++i)
        teaches(3);  // of the first ones a guess may still stand
    EXPECT_TRUE(teaches(3));
    EXPECT_TRUE(teaches(0)) << "the caller may take no part";
    Mat expected;
    cv::cvtColor(image, expected, COLOR_BGR2YUV);
    EXPECT_EQ(std::string(), differences(expected, dst, 0));
}

}}  // namespace opencv_test
