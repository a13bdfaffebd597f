// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../../src/device/simulated/simulated_device.hpp"
#include "../../src/lane/call/stripe_call.hpp"
#include "../support/device/simulated_frame.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! So much that it takes three kernels, which do nothing.
class Vast final : public StripeOp
{
public:
    explicit Vast(void* byte) : StripeOp(1, 3 * kMaxUnitsOfAKernel, 1), byte_(static_cast<uchar*>(byte)) {}
    void hostRun(const StripePlanes&, int64) const override {}
    KernelRef kernel(const StripePlanes&, int64) const override
    {
        const auto nothing = [](const void*, int64, int64) {};
        return KernelRef(0, nothing, KernelRef::Enqueue(nullptr), 1, 1, {{PlaneView{byte_, 1, 1}, 1, true}});
    }

private:
    uchar* const byte_;  // that all of them touch
};

TEST(CUDASTRIPE_CallersStreamKernels, leavesNothingInFlightWhereOnlySomeKernelsCouldBeEnqueued)
{
    const StriperParams striperParams;
    for (int seed = 0; seed < 30; ++seed) {
        const int launched = seed % 3;
        SimulatedDeviceParams params;
        params.seed = static_cast<std::uint64_t>(seed);
        SimulatedDevice device(params);
        const OwnedStream stream(device, "caller");
        OpenCall call(striperParams);
        const Vast op(device.allocate(MemoryKind::PageLocked, 1));
        call.op = &op;
        call.streamGiven = true;
        call.stream = stream;
        device.failAt(launched, false);
        EXPECT_THROW(enqueueInCallersStream(call, device), cv::Exception);
        EXPECT_TRUE(device.quiet()) << launched;
    }
}

//! Counts the questions about memory.
class AskedDevice final : public SimulatedDevice
{
public:
    MemoryInfo classify(const void* address) override
    {
        ++questions;
        return SimulatedDevice::classify(address);
    }
    int questions = 0;
};

TEST(CUDASTRIPE_CallersStreamKernels, asksOnceForEachAllocation)
{
    const auto device = std::make_shared<AskedDevice>();
    const auto striper = makeStriper({device}, StriperParams());
    const OwnedStream stream(*device, "caller");
    const OwnedMemory one(*device, OwnedMemory::OnDevice, 2 * 3000), other(*device, OwnedMemory::OnDevice, 3000);
    const auto image = [](uchar* memory) { return cuda::GpuMat(50, 60, CV_8UC1, memory, 60); };
    const auto questions = [&](uchar* from, uchar* to) {
        cuda::GpuMat src = image(from), dst = image(to);
        device->questions = 0;
        transform(src, dst, Chain().add(1), noArray(), refTo(stream), *striper);
        return device->questions;
    };
    EXPECT_EQ(2, questions(one.get(), other.get()));
    EXPECT_EQ(1, questions(one.get(), one.get()));
    EXPECT_EQ(1, questions(one.get(), one.get() + 3000));
    EXPECT_EQ(2, questions(one.get() + 3000, one.get())) << "what lies before an address is not known";
    device->finish();
}

}}  // namespace opencv_test
