// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "support/frames.hpp"

// Registrations while a call runs that uses them.

namespace opencv_test { namespace {

const size_t kPlenty = size_t(1) << 26;

//! Does something in the middle of a call, once.
class InterruptedDevice : public SimulatedDevice
{
public:
    using SimulatedDevice::SimulatedDevice;
    void launch(StreamId stream, const KernelRef& kernel) override
    {
        if (const auto action = std::exchange(interruption, nullptr))
            action();
        SimulatedDevice::launch(stream, kernel);
    }
    std::function<void()> interruption;
};

std::shared_ptr<InterruptedDevice> interruptedDevice(std::uint64_t seed)
{
    SimulatedDeviceParams params;
    params.seed = seed;
    return std::make_shared<InterruptedDevice>(params);
}

struct Copied
{
    uchar operator()(uchar value) const { return value; }
};

TEST(CUDASTRIPE_RegistrationsInUse, areNeverDropped)
{
    const int before = getNumThreads();
    setNumThreads(1);
    const auto device = interruptedDevice(75);
    const Backend backend(device);
    const auto striper = registering(backend, kSrcBytes, true);
    std::vector<uchar> in(kSrcBytes, 5), out(kSrcBytes);
    const int64 count = static_cast<int64>(kSrcBytes);
    const auto call = [&] {
        std::fill(out.begin(), out.end(), uchar(0));
        transform(in.data(), count, out.data(), Copied(), SameBits::Yes, StreamRef(), *striper);
        EXPECT_EQ(in, out);
    };
    call();
    call();
    EXPECT_EQ(1, striper->usage().registrations);  // there is room for the input alone
    Mat src(kFrameSize, CV_8UC4), dst(Size(10, 10), CV_8UC3);
    device->interruption = [&] {
        for (int i = 0; i < 4; ++i)
            convertNew(src, dst, *striper);
        EXPECT_EQ(MemoryKind::PageLocked, backend.device()->classify(in.data()).kind);
        EXPECT_EQ(MemoryKind::Pageable, backend.device()->classify(src.data).kind);
    };
    call();
    EXPECT_FALSE(device->interruption);
    for (int i = 0; i < 2; ++i)
        convertNew(src, dst, *striper);
    EXPECT_EQ(MemoryKind::PageLocked, backend.device()->classify(src.data).kind);
    setNumThreads(before);
}

TEST(CUDASTRIPE_RegistrationsInUse, areWaitedForByForget)
{
    const int before = getNumThreads();
    setNumThreads(1);
    const auto device = interruptedDevice(77);
    const Backend backend(device);
    const auto striper = registering(backend, kPlenty, true);
    std::vector<uchar> in(kSrcBytes, 5), out(kSrcBytes);
    const auto call = [&] {
        transform(in.data(), static_cast<int64>(kSrcBytes), out.data(), Copied(), SameBits::Yes, StreamRef(), *striper);
    };
    call();
    call();
    std::atomic<bool> forgotten{false};
    std::thread forgetting;
    device->interruption = [&] {
        forgetting = std::thread([&] {
            striper->forget(in.data(), kSrcBytes);
            forgotten = true;
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        EXPECT_FALSE(forgotten);
        EXPECT_EQ(2, striper->usage().registrations);
    };
    call();
    ASSERT_FALSE(device->interruption);
    forgetting.join();
    EXPECT_EQ(1, striper->usage().registrations);
    EXPECT_EQ(MemoryKind::Pageable, backend.device()->classify(in.data()).kind);
    setNumThreads(before);
}

// What the other tests rely on.
TEST(CUDASTRIPE_RegistrationsInUse, aSimulatedDeviceReportsMemoryThatIsUnregisteredTooEarly)
{
    for (bool waits : {false, true}) {
        const auto device = std::make_shared<SimulatedDevice>();
        const Backend backend(device);
        std::vector<uchar> bytes(1000);
        const OwnedMemory memory(*device, OwnedMemory::OnDevice, bytes.size());
        ASSERT_TRUE(device->registerMemory(bytes.data(), bytes.size()));
        EXPECT_FALSE(device->registerMemory(bytes.data() + 999, 5));
        const PlaneView to{memory.get(), 1000, 1000}, from{bytes.data(), 1000, 1000};
        device->copyUp(backend.copies(), to, from, 1);
        if (waits)
            waitFor(*device, backend.copies());
        device->unregisterMemory(bytes.data());
        EXPECT_EQ(waits ? 0u : 1u, device->findings().size());
        device->copyUp(backend.copies(), to, from, 1);
        EXPECT_EQ(waits ? 1u : 2u, device->findings().size());
    }
}

TEST(CUDASTRIPE_RegistrationsInUse, forgettingNothingAndNobody)
{
    const Backend backend(BackendKind::Simulated);
    const auto striper = registering(backend, 1 << 20);
    EXPECT_NO_THROW(striper->forget(nullptr, 0));
    EXPECT_NO_THROW(striper->forget(&backend, 5));
    try {
        striper->forget(nullptr, 5);
        FAIL() << "nothing was thrown";
    } catch (const cv::Exception& e) {
        EXPECT_EQ(Error::StsNullPtr, e.code);
        EXPECT_NE(std::string::npos, e.err.find("address")) << e.err;
    }
}

}}  // namespace opencv_test
