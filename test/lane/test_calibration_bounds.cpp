// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <map>

#include "../../src/lane/rates/device_rates.hpp"
#include "../support/device/backend.hpp"

// Measurements beside other work, and what they read.

namespace opencv_test { namespace {

SimulatedDeviceParams profiled(const char* name, bool dry = false)
{
    SimulatedDeviceParams params;
    params.profile = std::make_shared<const DeviceProfile>(deviceProfile(name));
    params.dry = dry;
    return params;
}

/** @brief A device that something else keeps busy for a while: nothing passes, and each question takes 20 us. */
class BusyForAWhile : public SimulatedDevice
{
public:
    BusyForAWhile() : SimulatedDevice(profiled("H200", true)) { facts_.name = "busy"; }
    ~BusyForAWhile() override { EXPECT_EQ(0, freedInFlight); }

    bool knowsRates(LinkRates&, HostRates&) const override { return false; }
    double now() const override { return SimulatedDevice::now() + later; }
    void record(EventId event, StreamId stream) override
    {
        inFlight = true;
        SimulatedDevice::record(event, stream);
    }
    bool passed(EventId event) override { return !isBusy() && SimulatedDevice::passed(event); }
    bool idle(StreamId stream) override
    {
        const bool busy = inFlight && isBusy();
        // What has had the time has passed.
        for (int i = 0; i < 1000 && inFlight && !busy; ++i)
            inFlight = !SimulatedDevice::idle(stream);
        return !inFlight;
    }
    void free(MemoryKind kind, void* memory) noexcept override
    {
        noteFreed();
        SimulatedDevice::free(kind, memory);
    }

    double later = 0;            //!< seconds on its clock
    std::int64_t busyFor = 0;    //!< questions
    std::int64_t questions = 0;  //!< so far
    bool inFlight = false;
    int freed = 0, freedInFlight = 0;

private:
    bool isBusy()
    {
        ++questions;
        if (busyFor == 0)
            return false;
        --busyFor;
        later += 20e-6;
        return true;
    }
    void noteFreed()
    {
        ++freed;
        freedInFlight += inFlight;
    }
};

constexpr std::int64_t kLong = 1000000;

TEST(CUDASTRIPE_CalibrationBounds, aDeviceThatIsBusyIsGivenUpInTime)
{
    BusyForAWhile device;
    Probe probe(device, kCalibrationBytes, true);
    const double begin = device.now();
    device.busyFor = kLong;
    EXPECT_FALSE(measureLinkRates(probe).measured);
    EXPECT_GT(device.now() - begin, kCalibrationSeconds / 2);
    EXPECT_LT(device.now() - begin, kCalibrationSeconds + 1e-3);
    EXPECT_TRUE(device.inFlight);
    // What is left behind is not waited for, and nothing is added to it.
    const double again = device.now();
    const std::int64_t calls = device.calls();
    EXPECT_FALSE(measureLinkRates(probe).measured);
    EXPECT_LT(device.now() - again, 1e-3);
    EXPECT_EQ(calls, device.calls());
    EXPECT_EQ(0, device.freed);
    device.busyFor = 0;
}

TEST(CUDASTRIPE_CalibrationBounds, aSuccessFollowsWhenTheWorkHasPassed)
{
    BusyForAWhile device;
    Probe probe(device, kCalibrationBytes, true);
    device.busyFor = kLong;
    EXPECT_FALSE(measureLinkRates(probe).measured);
    const std::uint64_t created = device.created();
    device.busyFor = 0;
    for (int i = 0; i < 1000 && probe.inFlight(); ++i)
        probe.seconds();  // what has had the time has passed
    EXPECT_TRUE(measureLinkRates(probe).measured);
    EXPECT_EQ(created, device.created());
    EXPECT_EQ(0, device.freed);
}

TEST(CUDASTRIPE_CalibrationBounds, whatIsInFlightIsWaitedForBeforeMemoryGoes)
{
    BusyForAWhile device;
    {
        Probe probe(device, kCalibrationBytes, true);
        device.busyFor = kLong;
        EXPECT_FALSE(measureLinkRates(probe).measured);
        EXPECT_TRUE(device.inFlight);
        device.busyFor = 100;
    }
    EXPECT_EQ(4, device.freed);
    EXPECT_FALSE(device.inFlight);
}

TEST(CUDASTRIPE_CalibrationBounds, copiesOfOthersDoNotMakeItLong)
{
    SimulatedDevice device(profiled("H200", true));
    OwnedStream other(device, "other");
    const OwnedMemory host(device, OwnedMemory::PageLocked, 8 << 20), memory(device, OwnedMemory::OnDevice, 8 << 20);
    const PlaneView from = {host.get(), 8 << 20, 8 << 20}, to = {memory.get(), 8 << 20, 8 << 20};
    for (int i = 0; i < 1000; ++i)
        device.copyUp(other, to, from, 1);
    Probe probe(device, kCalibrationBytes, true);
    const double begin = device.now();
    EXPECT_FALSE(measureLinkRates(probe).measured);
    EXPECT_LT(device.now() - begin, kCalibrationSeconds + 2e-3);
}

TEST(CUDASTRIPE_CalibrationBounds, slowLinksAndKernelsAreMeasuredInTime)
{
    for (double slower : {1., 2., 4.5, 9.}) {
        DeviceProfile profile = deviceProfile("H200");
        for (double* rate : {&profile.uploadRate, &profile.uploadRateBesideDownload, &profile.downloadRate,
                             &profile.downloadRateBesideUpload, &profile.kernelRate})
            *rate /= slower;
        SimulatedDeviceParams params;
        params.profile = std::make_shared<const DeviceProfile>(profile);
        params.dry = true;
        SimulatedDevice device(params);
        Probe probe(device, kCalibrationBytes, true);
        const double begin = device.now();
        const LinkRates rates = measureLinkRates(probe);
        EXPECT_TRUE(rates.measured) << slower;
        EXPECT_NEAR(profile.uploadRateBesideDownload, rates.upload, 0.05 * rates.upload) << slower;
        EXPECT_LT(device.now() - begin, 22e-3) << slower;
    }
}

// Pauses of 1, 2 and 4 seconds.
TEST(CUDASTRIPE_DeviceRates, aMeasurementIsTriedAgainAfterPausesThatDouble)
{
    BusyForAWhile device;
    DeviceRates rates(device, true);
    std::vector<int> tried;
    for (int i = 0; i < 200; ++i) {
        device.busyFor = kLong;
        const std::int64_t before = device.questions;
        const double begin = device.now();
        EXPECT_FALSE(rates.find(true).link.measured);
        EXPECT_LT(device.now() - begin, kCalibrationSeconds + 1e-3);
        if (device.questions > before)
            tried.push_back(i);
        device.later += 0.1;
    }
    ASSERT_EQ(5u, tried.size());
    for (int k = 0; k < 4; ++k)
        EXPECT_NEAR(10 << k, tried[size_t(k) + 1] - tried[size_t(k)], 1);
    device.busyFor = 0;
    EXPECT_FALSE(rates.find(true).link.measured);
    device.later += 20;
    EXPECT_FALSE(rates.find(false).link.measured);
    for (int i = 0; i < 20 && !rates.find(true).link.measured; ++i)
        device.later += 1000;  // other work of this machine may disturb what is measured of its CPU
    EXPECT_TRUE(rates.find(false).link.measured);
}

//! Finds copies and kernels that read device memory which nothing has written, as compute-sanitizer's initcheck does.
class ReadWatchingDevice : public SimulatedDevice
{
public:
    ReadWatchingDevice() : SimulatedDevice(profiled("H200")) {}

    void copy(StreamId stream, Stage stage, const PlaneView& dst, const PlaneView& src, int64 rows) override
    {
        const bool up = stage == Stage::Upload;
        access(up ? dst : src, rows, up);
        SimulatedDevice::copy(stream, stage, dst, src, rows);
    }
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        for (const KernelRef::Access& a : kernel.accesses())
            access(a.view, a.rows, a.write);
        SimulatedDevice::launch(stream, kernel);
    }

    int unwritten = 0, read = 0;

private:
    void access(const PlaneView& view, int64 rows, bool write)
    {
        int64& known = written_[view.base];
        const int64 bytes = view.rowBytes * rows;
        known = write ? std::max(known, bytes) : known;
        read += !write;
        unwritten += !write && known < bytes;
    }

    std::map<const void*, int64> written_;  // bytes from an address on
};

TEST(CUDASTRIPE_CalibrationBounds, readsNoMemoryThatNothingHasWritten)
{
    ReadWatchingDevice device;
    Probe probe(device, kCalibrationBytes, true);
    EXPECT_TRUE(measureLinkRates(probe).measured);
    EXPECT_GT(device.read, 0);
    EXPECT_EQ(0, device.unwritten);
}

}}  // namespace opencv_test
