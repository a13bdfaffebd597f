// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/images/placed_image.hpp"

namespace opencv_test { namespace {

PlaneView block(void* memory, int64 sizeBytes)
{
    PlaneView view;
    view.base = static_cast<uchar*>(memory);
    view.step = view.rowBytes = sizeBytes;
    return view;
}

class CUDASTRIPE_SimulatedDevice : public testing::Test
{
protected:
    SimulatedDevice device;
    OwnedStream first{device, "first"};
    OwnedStream second{device, "second"};
    OwnedEvent event{device, "event"};
    PlaneView host = block(device.allocate(MemoryKind::PageLocked, 64), 64);
    PlaneView memory = block(device.allocate(MemoryKind::Device, 64), 64);
    PlaneView other = block(device.allocate(MemoryKind::PageLocked, 64), 64);
};

TEST_F(CUDASTRIPE_SimulatedDevice, reportsAReadThatNothingOrders)
{
    device.copyUp(first, memory, host, 1);
    device.copyDown(second, other, memory, 1);
    ASSERT_EQ(1u, device.findings().size());
    EXPECT_EQ("download (read) is not ordered behind upload (write)", device.findings()[0]);
}

TEST_F(CUDASTRIPE_SimulatedDevice, acceptsAReadBehindAnEvent)
{
    device.copyUp(first, memory, host, 1);
    device.record(event, first);
    device.wait(second, event);
    device.copyDown(second, other, memory, 1);
    EXPECT_TRUE(device.findings().empty());
}

TEST_F(CUDASTRIPE_SimulatedDevice, aWaitSeesTheLatestRecordOnly)
{
    device.record(event, first);
    device.wait(second, event);
    device.copyUp(first, memory, host, 1);
    device.record(event, first);
    device.copyDown(second, other, memory, 1);
    EXPECT_EQ(1u, device.findings().size());
}

TEST_F(CUDASTRIPE_SimulatedDevice, reportsAHostAccessBeforeTheHostHasWaited)
{
    device.copyDown(first, other, memory, 1);
    device.hostAccess(other, 1, false);
    EXPECT_EQ(1u, device.findings().size());
    waitFor(device, first);
    device.hostAccess(other, 1, false);
    EXPECT_EQ(1u, device.findings().size());
}

TEST_F(CUDASTRIPE_SimulatedDevice, twoReadsNeedNoOrder)
{
    device.copyDown(first, other, memory, 1);
    device.copyDown(second, host, memory, 1);
    EXPECT_TRUE(device.findings().empty());
}

TEST_F(CUDASTRIPE_SimulatedDevice, streamsRunInDifferentOrdersForDifferentSeeds)
{
    std::set<int> results;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SimulatedDeviceParams params;
        params.seed = seed;
        SimulatedDevice racing(params);
        const OwnedStream a(racing, "a"), b(racing, "b");
        uchar one[1] = {1}, two[1] = {2};
        const PlaneView target = block(racing.allocate(MemoryKind::Device, 1), 1);
        racing.copyUp(a, target, block(one, 1), 1);
        racing.copyUp(b, target, block(two, 1), 1);
        racing.finish();
        results.insert(target.base[0]);
    }
    EXPECT_EQ(2u, results.size());
}

TEST_F(CUDASTRIPE_SimulatedDevice, failsTheCallThatItIsToldTo)
{
    device.failAt(1);
    device.record(event, first);
    EXPECT_THROW(device.record(event, first), cv::Exception);
    device.record(event, first);
    EXPECT_TRUE(device.alive());
    device.failAt(0, true);
    EXPECT_THROW(device.record(event, first), cv::Exception);
    EXPECT_THROW(device.record(event, first), cv::Exception);
    EXPECT_FALSE(device.alive());
}

TEST_F(CUDASTRIPE_SimulatedDevice, knowsItsMemory)
{
    int mine = 0;
    EXPECT_EQ(MemoryKind::Device, device.classify(memory.base + 63).kind);
    EXPECT_EQ(MemoryKind::Pageable, device.classify(memory.base + 64).kind);
    EXPECT_EQ(MemoryKind::PageLocked, device.classify(host.base).kind);
    EXPECT_EQ(MemoryKind::Pageable, device.classify(&mine).kind);
}

}}  // namespace opencv_test
