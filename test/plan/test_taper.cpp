// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/plan/stripe_plan.hpp"

namespace opencv_test { namespace {

using cv::cudastripe::Taper;
using cv::cudastripe::taperBeside;

TEST(CUDASTRIPE_Taper, leavesADeviceThatIsAloneItsPlan)
{
    EXPECT_EQ(1, taperBeside(0, 0).shareOfRest);
}

TEST(CUDASTRIPE_Taper, leavesEnoughForAllWhileARingIsOnItsWay)
{
    for (int threads : {1, 2, 4, 8, 16, 128}) {
        const double left = std::pow(1 - taperBeside(threads, 0).shareOfRest, 4);
        // One thread does an eighth of what a device does, and all of them twice as much.
        EXPECT_GT(left / (1 - left), std::min(threads / 8., 2.)) << threads;
    }
}

TEST(CUDASTRIPE_Taper, hasSmallerStripesTheMoreTakePart)
{
    for (int devices : {0, 1, 3}) {
        Taper before = taperBeside(1, devices);
        for (int threads : {2, 4, 8, 16, 128}) {
            const Taper taper = taperBeside(threads, devices);
            EXPECT_LT(taper.shareOfRest, before.shareOfRest);
            EXPECT_LE(taper.leastBytes, before.leastBytes);
            before = taper;
        }
        EXPECT_LT(taperBeside(4, devices + 1).shareOfRest, taperBeside(4, devices).shareOfRest);
    }
    EXPECT_LT(taperBeside(0, 1).shareOfRest, 0.2) << "two devices end together";
    EXPECT_LE(taperBeside(0, 1).leastBytes, taperBeside(16, 0).leastBytes) << "no thread has rows";
}

}}  // namespace opencv_test
