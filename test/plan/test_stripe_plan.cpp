// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <numeric>

#include "../../src/plan/stripe_plan.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

StageList routeOf(MemoryKind src, MemoryKind dst)
{
    return deviceStages({{src}, {dst}});
}

const StageList kRoundTrip = routeOf(MemoryKind::PageLocked, MemoryKind::PageLocked);

PlanInput workOf(int64 units, int granule, double inBytesPerUnit = 30720, double outBytesPerUnit = 23040)
{
    const double in = double(units) * inBytesPerUnit, out = double(units) * outBytesPerUnit;
    return {units, granule, in, out, in + out};
}

TEST(CUDASTRIPE_StripePlan, stripesAddUpToTheWork)
{
    RNG rng(1);
    for (int i = 0; i < 20000; ++i) {
        const int granule = 1 << rng.uniform(0, 3);
        const int64 units = rng.uniform(1, i % 2 ? 40 : 100000);
        const PlanLimits limits = {rng.uniform(0, 4) ? rng.uniform(0, 50) : 0,
                                   rng.uniform(0, 3) ? 0 : int64(rng.uniform(1, 3000)), rng.uniform(0, 2) == 1};
        const StripePlan plan = planStripes(workOf(units, granule), kRoundTrip, limits);
        ASSERT_EQ(units, std::accumulate(plan.sizes.begin(), plan.sizes.end(), int64(0)));
        for (size_t s = 0; s < plan.sizes.size(); ++s) {
            ASSERT_GT(plan.sizes[s], 0);
            ASSERT_TRUE(s + 1 == plan.sizes.size() || plan.sizes[s] % granule == 0);
        }
        const int64 most = limits.maxUnits > 0 ? std::max<int64>(granule, limits.maxUnits) : units;
        ASSERT_LE(plan.largest(), most);
    }
}

TEST(CUDASTRIPE_StripePlan, givenCountIsKeptAndEqual)
{
    const StripePlan plan = planStripes(workOf(10, 1), kRoundTrip, {3, 0});
    EXPECT_EQ(std::vector<int64>({4, 3, 3}), plan.sizes);
}

TEST(CUDASTRIPE_StripePlan, moreStripesThanRowsMeansOneARow)
{
    EXPECT_EQ(5u, planStripes(workOf(5, 1), kRoundTrip, {1000, 0}).sizes.size());
    EXPECT_EQ(3u, planStripes(workOf(5, 2), kRoundTrip, {1000, 0}).sizes.size());
}

TEST(CUDASTRIPE_StripePlan, roundedUpDivisionLeavesNoStripeEmpty)
{
    const auto sizes = [](int64 units, int stripes) {
        return planStripes(workOf(units, 1), kRoundTrip, {stripes, 0, true}).sizes;
    };
    EXPECT_EQ(std::vector<int64>({4, 4, 2}), sizes(10, 3));
    EXPECT_EQ(std::vector<int64>({2, 2, 2, 2, 2}), sizes(10, 7));
    EXPECT_EQ(std::vector<int64>(10, 1), sizes(10, 11));
    EXPECT_EQ(std::vector<int64>({1}), sizes(1, 16));
}

TEST(CUDASTRIPE_Route, planesInDifferentMemoryTakeTheStagesTheyNeed)
{
    EXPECT_EQ("stage in > upload > kernel",
              toString(deviceStages({{MemoryKind::Pageable, MemoryKind::Device}, {MemoryKind::Device}})));
    EXPECT_EQ("upload > kernel > download",
              toString(deviceStages({{MemoryKind::Device, MemoryKind::PageLocked}, {MemoryKind::PageLocked}})));
    const StageList all = {Stage::StageIn, Stage::Upload, Stage::RunDevice};
    EXPECT_FALSE(all.passes(Stage::Upload, MemoryKind::Device));
    EXPECT_FALSE(all.passes(Stage::StageIn, MemoryKind::PageLocked));
    EXPECT_TRUE(all.passes(Stage::Upload, MemoryKind::Pageable));
    EXPECT_FALSE(StageList({Stage::RunDevice}).passes(Stage::Upload, MemoryKind::Pageable));
}

TEST(CUDASTRIPE_StripePlan, uploadBoundWorkTapersItsTail)
{
    const std::vector<int64> sizes = planStripes(workOf(4320, 1), kRoundTrip, {}).sizes;
    ASSERT_GE(sizes.size(), 8u);
    EXPECT_LE(sizes.size(), 40u);
    EXPECT_LE(sizes.back() * 7, sizes.front());
    // No stripe's download, 0.75 of its upload, is longer than the next upload: none falls behind.
    for (size_t i = 0; i + 1 < sizes.size(); ++i)
        EXPECT_LE(double(sizes[i]) * 0.75, double(sizes[i + 1]) + 2);
}

TEST(CUDASTRIPE_StripePlan, downloadBoundWorkTapersItsHead)
{
    const std::vector<int64> sizes = planStripes(workOf(4320, 1, 10000, 40000), kRoundTrip, {}).sizes;
    EXPECT_LE(sizes.front() * 7, sizes.back());
    // Sizes that double leave the download without work, since each copy also has a gap.
    for (size_t i = 0; i + 1 < sizes.size(); ++i)
        EXPECT_LE(double(sizes[i + 1]), double(sizes[i]) * 1.6 + 1);
}

TEST(CUDASTRIPE_StripePlan, workOnTheDeviceIsOneStripe)
{
    EXPECT_EQ(1u, planStripes(workOf(4320, 1), routeOf(MemoryKind::Device, MemoryKind::Device), {}).sizes.size());
}

TEST(CUDASTRIPE_StripePlan, holdsMoreRowsThanAnInt)
{
    const int64 units = (int64(1) << 40) + 1;
    const StripePlan plan = planStripes(workOf(units, 1, 0.001, 0.001), kRoundTrip, {7, 0});
    EXPECT_EQ(units, std::accumulate(plan.sizes.begin(), plan.sizes.end(), int64(0)));
}

TEST(CUDASTRIPE_Route, stagesFollowFromTheMemoryAtTheEnds)
{
    EXPECT_EQ("stage in > upload > kernel > download > stage out",
              toString(routeOf(MemoryKind::Pageable, MemoryKind::Pageable)));
    EXPECT_EQ("upload > kernel > download", toString(kRoundTrip));
    EXPECT_EQ("upload > kernel", toString(routeOf(MemoryKind::PageLocked, MemoryKind::Device)));
    EXPECT_EQ("kernel > download", toString(routeOf(MemoryKind::Device, MemoryKind::PageLocked)));
    EXPECT_EQ("kernel", toString(routeOf(MemoryKind::Device, MemoryKind::Device)));
    EXPECT_EQ("kernel", toString(directStages({{MemoryKind::PageLocked}, {MemoryKind::PageLocked}})));
    EXPECT_EQ("stage in > kernel > stage out",
              toString(directStages({{MemoryKind::Pageable}, {MemoryKind::Pageable}})));
}

}}  // namespace opencv_test
