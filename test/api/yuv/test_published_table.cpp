// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/functors/flat_operations.hpp"
#include "opencv2/cudastripe/simulate.hpp"

// The overlap example that was published for three generations of cards: 4 chunks on 4 streams.

namespace opencv_test { namespace {

constexpr int64 kElements = 4 * 1024 * 1024;

struct PublishedRow
{
    const char* card;
    double sequentialMs, depthFirstMs, breadthFirstMs;
    double depthFirstUnits, breadthFirstUnits;  // of 12 that the three stages of four chunks take one after the other
};

const PublishedRow kRows[] = {
    {"C1060", 12.92, 13.64, 8.85, 12, 8},
    {"C2050", 9.98, 5.74, 7.60, 6, 9},
    {"K20c", 7.10, 3.97, 3.97, 6, 6},
};

double predictMs(const DeviceProfile& profile, IssueOrder order, int streams)
{
    StriperParams params;
    params.order = order;
    params.streams = streams;
    static Mat src(1, kElements, CV_32F), dst(1, kElements, CV_32F);  // nobody touches them
    return predictTimeline(
               profile, params, MemoryKind::PageLocked,
               [](Striper& striper) { makeOnes(src.ptr<float>(), kElements, dst.ptr<float>(), StreamRef(), striper); })
        .durationMs;
}

double unitsOf(const DeviceProfile& profile, IssueOrder order)
{
    return 12 * predictMs(profile, order, 4) / predictMs(profile, IssueOrder::DepthFirst, 1);
}

// How many of the rows come out as published.
int agreeing(const std::function<void(DeviceProfile&)>& change)
{
    int count = 0;
    for (const PublishedRow& row : kRows) {
        DeviceProfile profile = deviceProfile(row.card);
        change(profile);
        count += std::abs(unitsOf(profile, IssueOrder::DepthFirst) - row.depthFirstUnits) < 1e-6 &&
                 std::abs(unitsOf(profile, IssueOrder::BreadthFirst) - row.breadthFirstUnits) < 1e-6;
    }
    return count;
}

TEST(CUDASTRIPE_PublishedTable, equalStagesTakeTheUnitsOfTheModel)
{
    for (const PublishedRow& row : kRows) {
        const DeviceProfile& profile = deviceProfile(row.card);
        EXPECT_NEAR(row.depthFirstUnits, unitsOf(profile, IssueOrder::DepthFirst), 1e-6) << row.card;
        EXPECT_NEAR(row.breadthFirstUnits, unitsOf(profile, IssueOrder::BreadthFirst), 1e-6) << row.card;
    }
}

TEST(CUDASTRIPE_PublishedTable, timesAreWithinFifteenPercent)
{
    for (const PublishedRow& row : kRows) {
        const DeviceProfile& profile = deviceProfile(row.card);
        EXPECT_NEAR(row.sequentialMs, predictMs(profile, IssueOrder::DepthFirst, 1), 1e-3 * row.sequentialMs);
        EXPECT_NEAR(row.depthFirstMs, predictMs(profile, IssueOrder::DepthFirst, 4), 0.15 * row.depthFirstMs)
            << row.card;
        EXPECT_NEAR(row.breadthFirstMs, predictMs(profile, IssueOrder::BreadthFirst, 4), 0.15 * row.breadthFirstMs)
            << row.card;
    }
}

TEST(CUDASTRIPE_PublishedTable, noRuleCanBeLeftOut)
{
    EXPECT_EQ(3, agreeing([](DeviceProfile&) {}));
    // What a card has must be there, and what another has must not. (Queues by engine would do the newest no harm.)
    EXPECT_GT(3, agreeing([](DeviceProfile& p) { p.heldCompletion = false; }));
    EXPECT_GT(3, agreeing([](DeviceProfile& p) { p.queues = HardwareQueues::PerStream; }));
    EXPECT_GT(3, agreeing([](DeviceProfile& p) { p.copyEngines = 2; }));
    EXPECT_GT(3, agreeing([](DeviceProfile& p) { p.copyEngines = 1; }));
    EXPECT_GT(3, agreeing([](DeviceProfile& p) { p.heldCompletion = true; }));
}

}}  // namespace opencv_test
