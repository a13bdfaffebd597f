// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <deque>

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
        const auto simulated = std::make_shared<SimulatedDevice>(params);
        SimulatedDevice& device = *simulated;
        DeviceEntry entry(simulated, striperParams);
        const OwnedStream stream(device, "caller");
        OpenCall call(striperParams);
        const Vast op(device.allocate(MemoryKind::PageLocked, 1));
        call.op = &op;
        call.streamGiven = true;
        call.stream = stream;
        device.failAt(launched, false);
        EXPECT_THROW(enqueueInCallersStream(call, entry), cv::Exception);
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

//! Calls of a chain that resizes, in memory of the device.
class ResizingCalls
{
public:
    ResizingCalls(const std::shared_ptr<SimulatedDevice>& device, const StriperParams& params, Size size = Size(90, 60),
                  Size result = Size(40, 30))
        : chain_(Chain().resize(result, bicubic_).convertTo(CV_32F, 1. / 255).toTensor(TensorLayout::CHW)),
          device_(*device),
          striper_(makeStriper({device}, params)),
          source_(size, CV_8UC3),
          expected_(3 * result.height, result.width, CV_32FC1)
    {
        RNG rng(3);
        rng.fill(source_, RNG::UNIFORM, 0, 256);
        StriperParams onHost;
        onHost.route = Route::Host;
        transform(source_, Mat(expected_), chain_, noArray(), StreamRef(), *makeStriper({}, onHost));
    }

    void call(StreamId stream, OwnedMemory::Place place = OwnedMemory::OnDevice)
    {
        memory_.emplace_back(device_, place, source_.total() * 3);
        memory_.emplace_back(device_, place, expected_.total() * 4);
        uchar *const from = memory_[memory_.size() - 2].get(), *const to = memory_.back().get();
        std::copy_n(source_.data, source_.total() * 3, from);
        if (place == OwnedMemory::OnDevice) {
            cuda::GpuMat src(source_.size(), CV_8UC3, from), dst(expected_.size(), CV_32FC1, to);
            transform(src, dst, chain_, noArray(), refTo(stream), *striper_);
        } else {
            const Mat src(source_.size(), CV_8UC3, from), dst(expected_.size(), CV_32FC1, to);
            transform(src, dst, chain_, noArray(), refTo(stream), *striper_);
        }
        results_.push_back(to);
    }

    void destroyStriper() { striper_.reset(); }

    //! What is wrong when all is done.
    std::string wrong()
    {
        device_.finish();
        for (uchar* result : results_) {
            if (const std::string all = differences(expected_, Mat(expected_.size(), CV_32FC1, result), 0);
                !all.empty())
                return all;
        }
        const std::vector<String> findings = device_.findings();
        return findings.empty() ? std::string() : findings.front();
    }

private:
    const cudastripe::Resampling bicubic_ = cudastripe::Resampling::pillow(cudastripe::Resampling::Filter::Bicubic);
    const Chain chain_;
    SimulatedDevice& device_;
    std::unique_ptr<Striper> striper_;
    Mat source_, expected_;
    std::deque<OwnedMemory> memory_;
    std::vector<uchar*> results_;
};

TEST(CUDASTRIPE_CallersStreamPasses, keepTheMemoryBetweenThemForLaterCalls)
{
    const auto device = std::make_shared<SimulatedDevice>();
    ResizingCalls calls(device, StriperParams());
    const OwnedStream stream(*device, "caller");
    calls.call(stream);
    const std::uint64_t created = device->created();
    for (int i = 0; i < 3; ++i)
        calls.call(stream);
    EXPECT_EQ(created + 3 * 2, device->created()) << "sources and results";
    EXPECT_EQ("", calls.wrong());
}

TEST(CUDASTRIPE_CallersStreamPasses, ofOneStreamWaitForThoseOfAnotherThatHaveTheirMemory)
{
    for (const char* leftOut : {"", "wait for done on caller", "record done on caller"}) {
        bool wrong = false;
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            SimulatedDeviceParams params;
            params.seed = seed;
            const auto device = std::make_shared<SimulatedDevice>(params);
            device->leaveOut(leftOut);
            StriperParams oneLease;
            oneLease.deviceMemoryLimit = 6000;  // 40 x 30 pixels of three bytes
            ResizingCalls calls(device, oneLease);
            const OwnedStream first(*device, "caller"), second(*device, "caller");
            device->block(first);
            calls.call(first);
            calls.call(second);
            device->open();
            wrong = wrong || !calls.wrong().empty();
        }
        EXPECT_EQ(*leftOut != 0, wrong) << leftOut;
    }
}

// The stripes of another stream have streams of their own, or those of slots.
TEST(CUDASTRIPE_CallersStreamPasses, areOverBeforeStripesUseTheirMemory)
{
    for (int i = 0; i < 3 * 20; ++i) {
        const auto order = static_cast<IssueOrder>(i % 3);
        const auto seed = static_cast<std::uint64_t>(i / 3);
        for (const int limit : {20000, 40000, 60000}) {
            SimulatedDeviceParams params;
            params.seed = seed;
            const auto device = std::make_shared<SimulatedDevice>(params);
            StriperParams oneLease;
            oneLease.order = order;
            oneLease.deviceMemoryLimit = static_cast<size_t>(limit);
            ResizingCalls calls(device, oneLease, Size(90, 100), Size(80, 60));
            const OwnedStream first(*device, "caller"), second(*device, "caller");
            calls.call(second, OwnedMemory::PageLocked);  // the lease has memory for stripes
            device->finish();
            device->block(first);
            calls.call(first);
            calls.call(second, OwnedMemory::PageLocked);
            device->open();
            ASSERT_EQ("", calls.wrong()) << int(order) << " " << seed << " " << limit;
        }
    }
}

//! Notices memory of the device that is freed too early.
class FreeWatchingDevice final : public SimulatedDevice
{
public:
    void free(MemoryKind kind, void* memory) noexcept override
    {
        early += watching && kind == MemoryKind::Device && !quiet();
        SimulatedDevice::free(kind, memory);
    }
    bool watching = false;
    int early = 0;
};

TEST(CUDASTRIPE_CallersStreamPasses, areOverWhenTheirStriperIsDestroyed)
{
    const auto device = std::make_shared<FreeWatchingDevice>();
    ResizingCalls calls(device, StriperParams());
    const OwnedStream stream(*device, "caller");
    calls.call(stream);
    device->watching = true;
    calls.destroyStriper();
    EXPECT_EQ(0, device->early);
    device->watching = false;
    EXPECT_EQ("", calls.wrong());
}

TEST(CUDASTRIPE_CallersStreamPasses, areLeftToTheCpuWithoutMemory)
{
    for (const Route route : {Route::Auto, Route::Direct}) {
        const auto device = std::make_shared<SimulatedDevice>();
        StriperParams params;
        params.route = route;
        params.deviceMemoryLimit = 1;
        ResizingCalls calls(device, params);
        const OwnedStream stream(*device, "caller");
        calls.call(stream, OwnedMemory::PageLocked);
        EXPECT_EQ("", calls.wrong()) << toString(route);
    }
}

TEST(CUDASTRIPE_CallersStreamPasses, areCutIfMemoryIsShort)
{
    for (int limit : {3000, 1500, 300}) {
        const auto device = std::make_shared<SimulatedDevice>();
        StriperParams params;
        params.deviceMemoryLimit = static_cast<size_t>(limit);
        ResizingCalls calls(device, params);
        const OwnedStream stream(*device, "caller");
        if (limit < 1500)
            EXPECT_THROW(calls.call(stream), cv::Exception);
        else
            calls.call(stream);
        EXPECT_EQ("", calls.wrong()) << limit;
    }
}

TEST(CUDASTRIPE_CallersStreamPasses, leaveNothingInFlightWhereOneCannotBeEnqueued)
{
    for (int seed = 0; seed < 30; ++seed) {
        SimulatedDeviceParams params;
        params.seed = static_cast<std::uint64_t>(seed);
        const auto device = std::make_shared<SimulatedDevice>(params);
        ResizingCalls calls(device, StriperParams());
        const OwnedStream stream(*device, "caller");
        calls.call(stream);
        device->finish();
        // The source and the result are allocated first.
        device->failAt(2 + seed % 4, false);
        EXPECT_THROW(calls.call(stream), cv::Exception) << seed % 4;
        EXPECT_TRUE(device->quiet()) << seed % 4;
    }
}

}}  // namespace opencv_test
