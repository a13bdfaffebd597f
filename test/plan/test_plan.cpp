// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <numeric>

#include "../../src/op/batch/op.hpp"
#include "../../src/op/chain/op.hpp"
#include "../../src/op/color/yuv444/op.hpp"
#include "../../src/plan/plan.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! Plans for BGRA to packed YUV.
class CUDASTRIPE_Plan : public testing::Test
{
protected:
    CUDASTRIPE_Plan() { size_.kernelBytes = size_.uploadBytes + size_.downloadBytes; }

    PlanFacts facts(const CallMemory& memory, int threads = 16) const
    {
        return {*op_, nullptr, memory, true, size_, LinkRates(), threads};
    }

    Plan plan(const PlanFacts& facts, const StageList& stages, const RingLimits& limits = RingLimits())
    {
        return makePlan(facts, stages, params_, cache_, limits);
    }

    const Size frame_{7680, 4320};
    const std::unique_ptr<StripeOp> op_ =
        makePackedYuvOp(packedYuvConversions().front(), frame_, CV_8U, 4, CutBy::Rows);
    const CallMemory locked_ = {{MemoryKind::PageLocked}, {MemoryKind::PageLocked}},
                     pageable_ = {{MemoryKind::Pageable}, {MemoryKind::Pageable}};
    PlanInput size_ = {frame_.height, 1, double(frame_.area()) * 4, double(frame_.area()) * 3, 0};
    StriperParams params_;
    PlanCache cache_;
};

TEST_F(CUDASTRIPE_Plan, ofPageLockedMemoryHasThreeStagesOnStreamsOfTheirOwn)
{
    const Plan made = plan(facts(locked_), deviceStages(locked_));
    EXPECT_EQ(4320, std::accumulate(made.sizes.begin(), made.sizes.end(), int64(0)));
    EXPECT_EQ(cv::format("upload > kernel > download: %d stripes of up to %d units, 4 slots, dedicated streams",
                         int(made.sizes.size()), int(made.largest())),
              toString(made));
    EXPECT_EQ(3, made.streams);
    EXPECT_EQ(7680 * 7 * made.largest(), made.slotBytes.device);
    EXPECT_EQ(0, made.slotBytes.staging);
    EXPECT_FALSE(made.polled || made.leavesRest);
    EXPECT_TRUE(made.lastWrites);
    EXPECT_EQ(1, made.shareOfRest);
}

TEST_F(CUDASTRIPE_Plan, dependsOnItsArgumentsAlone)
{
    const Plan first = plan(facts(locked_), deviceStages(locked_));
    plan(facts(pageable_), directStages(pageable_));
    params_.stripes = 7;
    EXPECT_EQ(7u, plan(facts(locked_), deviceStages(locked_)).sizes.size());
    params_.stripes = 0;
    const Plan again = plan(facts(locked_), deviceStages(locked_));
    EXPECT_EQ(first.sizes, again.sizes);
    EXPECT_EQ(toString(first), toString(again));
}

TEST_F(CUDASTRIPE_Plan, ofPageableMemoryGivesThreadsSlotsWithoutAlpha)
{
    const Plan made = plan(facts(pageable_, 4), directStages(pageable_));
    EXPECT_EQ(cv::format("stage in > kernel > stage out: %d stripes of up to %d units, 8 slots, 8 streams, depth first",
                         int(made.sizes.size()), int(made.largest())),
              toString(made));
    ASSERT_TRUE(made.slotOp);
    EXPECT_EQ(7680 * 6 * made.largest(), made.slotBytes.staging);
    EXPECT_TRUE(made.polled);
    EXPECT_DOUBLE_EQ(1. / 8, made.shareOfRest);
}

TEST_F(CUDASTRIPE_Plan, ofABatchInPageableMemoryServesOneSlotAfterTheOther)
{
    std::vector<BatchImage> images(64);
    for (BatchImage& image : images)
        image.op = makePackedYuvOp(packedYuvConversions().front(), {512, 512}, CV_8U, 4, CutBy::Rows);
    const BatchOp batch(std::move(images));
    const CallMemory toDevice = {{MemoryKind::Pageable}, {MemoryKind::Device}},
                     fromDevice = {{MemoryKind::Device}, {MemoryKind::Pageable}};
    for (const CallMemory& memory : {toDevice, pageable_, fromDevice}) {
        const double bytes = batch.bytes(batch.units());
        const PlanFacts ofBatch{
            batch, &batch, memory, true, {batch.units(), 1, bytes * 4 / 7, bytes * 3 / 7, bytes}, LinkRates(), 16};
        const Plan made = plan(ofBatch, directStages(memory));
        EXPECT_TRUE(made.sharedCopies);
        EXPECT_EQ(8, made.slots) << toString(made);
        EXPECT_EQ(1, made.shareOfRest);
        EXPECT_TRUE(made.polled);
    }
}

TEST(CUDASTRIPE_BatchOp, countsTheBytesThatAreReadAndThoseThatAreWritten)
{
    const Size result(64, 36);
    const auto opencv = cudastripe::Resampling::opencv(INTER_LINEAR);
    std::vector<BatchImage> images(9);
    for (BatchImage& image : images)
        image.op = makeResizeOp(opencv, sizesOf({1920, 1080}, result), CV_8UC3);
    const BatchOp batch(std::move(images));
    const double written = 9. * result.area() * 3, read = 9. * 2 * 36 * 1920 * 3, units = double(batch.units());
    EXPECT_NEAR(read, double(batch.inputs()[0].rowBytes) * units, units);
    EXPECT_NEAR(written, double(batch.outputs()[0].rowBytes) * units, units);
}

TEST_F(CUDASTRIPE_Plan, ofPassesHasMemoryForSomeOfTheRowsBetweenThem)
{
    const Chain chain = Chain().resize(frame_, cudastripe::Resampling::opencv(INTER_LINEAR)).add(1);
    const auto lowered = lowerChain(chain, CV_8UC4, -1, "test");
    const ChainPicture picture = {frame_ / 2, Rect(Point(), frame_ / 2),  frame_,
                                  1,          chain.framing().resampling, sizesOf(frame_ / 2, frame_)};
    const auto op = makeChainYuvOp(chain, lowered, picture, Masking::None, 1);
    const CallMemory onDevice = {{MemoryKind::Device}, {MemoryKind::Device}};
    PlanFacts ofChain{*op, nullptr, onDevice, true, size_, LinkRates(), 16};
    ofChain.size.granule = op->granule();
    const Plan made = plan(ofChain, directStages(onDevice));
    EXPECT_EQ(frame_.height, std::accumulate(made.sizes.begin(), made.sizes.end(), int64(0)));
    EXPECT_EQ(7680 * 4 * made.largest(), made.slotBytes.device);
    EXPECT_LE(made.slotBytes.device, 25 << 20);
    EXPECT_GT(made.slotBytes.device, 20 << 20) << toString(made);
    EXPECT_TRUE(made.usesMemory());
}

TEST_F(CUDASTRIPE_Plan, ofAKernelAloneHasNoMemory)
{
    const Plan made = plan(facts(locked_), directStages(locked_));
    EXPECT_EQ("kernel: 1 stripe of up to 4320 units, dedicated streams", toString(made));
    EXPECT_EQ(0, made.slotBytes.device + made.slotBytes.staging);
}

TEST_F(CUDASTRIPE_Plan, followsThePublishedOrders)
{
    for (IssueOrder order : {IssueOrder::DepthFirst, IssueOrder::BreadthFirst}) {
        params_.order = order;
        params_.streams = 5;
        const Plan made = plan(facts(locked_), deviceStages(locked_));
        EXPECT_EQ(std::vector<int64>(5, 864), made.sizes);
        EXPECT_EQ(5, made.slots);
        EXPECT_EQ(5, made.streams);
        EXPECT_FALSE(made.lastWrites) << "the caller says how to cut";
    }
}

TEST_F(CUDASTRIPE_Plan, takesSmallerStripesBesideOthers)
{
    PlanFacts shared = facts(locked_);
    shared.shared = true;
    shared.otherThreads = 16;
    const Plan beside = plan(shared, deviceStages(locked_));
    EXPECT_TRUE(beside.polled);
    EXPECT_LT(beside.shareOfRest, 0.1);
    shared.otherThreads = 0;  // they have a part of their own
    shared.part = 0.5;
    const Plan half = plan(shared, deviceStages(locked_));
    EXPECT_TRUE(half.polled);
    EXPECT_EQ(1, half.shareOfRest);
    EXPECT_EQ(2160, std::accumulate(half.sizes.begin(), half.sizes.end(), int64(0)));
    PlanFacts divided = facts(locked_);
    divided.divided = true;
    divided.part = 0.25;
    const Plan quarter = plan(divided, deviceStages(locked_));
    EXPECT_TRUE(quarter.leavesRest);
    EXPECT_FALSE(quarter.polled);
    EXPECT_EQ(1080, std::accumulate(quarter.sizes.begin(), quarter.sizes.end(), int64(0)));
}

TEST_F(CUDASTRIPE_Plan, shrinksUntilOneGranuleIsLeft)
{
    RingLimits limits;
    Plan made = plan(facts(locked_), deviceStages(locked_));
    int64 bytes = made.slotBytes.device * made.slots;
    EXPECT_EQ(4, made.slots);
    limits = halfOf(made, limits, 1);
    EXPECT_EQ(2, limits.slots);
    EXPECT_EQ(0, limits.units);
    for (; limits.slots > 0; limits = halfOf(made, limits, 1)) {
        made = plan(facts(locked_), deviceStages(locked_), limits);
        EXPECT_LT(made.slotBytes.device * made.slots, bytes);
        EXPECT_EQ(4320, std::accumulate(made.sizes.begin(), made.sizes.end(), int64(0)));
        bytes = made.slotBytes.device * made.slots;
    }
    EXPECT_EQ(2, made.slots);
    EXPECT_EQ(1, made.largest());
}

}}  // namespace opencv_test
