// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <deque>

#include "support/image_operation.hpp"
#include "support/stream_gate.hpp"

// How many leases calls in flight need.

namespace opencv_test { namespace {

class CUDASTRIPE_Leases : public testing::TestWithParam<BackendKind>
{
protected:
    CUDASTRIPE_Leases()
    {
        RNG rng(77);
        image_ = randomImage(Size(64, 20), CV_8UC4, rng);
        cv::cvtColor(image_, expected_, COLOR_BGR2YUV);
    }

    bool runs() const { return backend_.available() && StreamGate::available(backend_); }

    PlacedImage place(int type) const
    {
        ImageShape shape;
        shape.placement = Placement::PageLocked;
        return PlacedImage(backend_, shape, image_.size(), type);
    }

    void convert(const PlacedImage& src, PlacedImage& dst, StreamId stream, Striper& striper) const
    {
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamHandle(stream.get()), striper);
    }

    const Backend backend_{GetParam()};
    Mat image_, expected_;
};

TEST_P(CUDASTRIPE_Leases, callsInFlightOnOneStreamShareOne)
{
    if (!runs())
        CUDASTRIPE_SKIP(backend_.skipReason());
    for (bool overlapCalls : {false, true}) {
        StriperParams params;
        params.overlapCalls = overlapCalls;
        const auto striper = backend_.striper(params);
        const OwnedStream stream(*backend_.device(), "caller");
        PlacedImage src = place(CV_8UC4), a = place(CV_8UC3), b = place(CV_8UC3);
        src.set(image_);
        StreamGate gate(backend_, stream);
        for (int i = 0; i < 20; ++i)
            convert(src, i % 2 ? a : b, stream, *striper);
        EXPECT_EQ(1, striper->usage().leases);
        gate.open();
        waitFor(*backend_.device(), stream);
        EXPECT_EQ(std::string(), differences(expected_, a.get(), 0));
        EXPECT_EQ(std::string(), differences(expected_, b.get(), 0));
    }
}

TEST_P(CUDASTRIPE_Leases, beyondTheMostCallsQueueBehindOneAnother)
{
    if (!runs())
        CUDASTRIPE_SKIP(backend_.skipReason());
    Device& device = *backend_.device();
    const auto striper = backend_.striper();
    std::deque<OwnedStream> streams;
    for (int i = 0; i < 40; ++i)
        streams.emplace_back(device, "caller");
    PlacedImage src = place(CV_8UC4);
    src.set(image_);
    std::deque<PlacedImage> results;
    for (int i = 0; i < 100; ++i)
        results.push_back(place(CV_8UC3));
    striper->reserve(image_.size(), CV_8UC4, 32);
    const OwnedEvent opened(device, "opened");
    StreamGate gate(backend_, streams.front());
    device.record(opened, streams.front());
    for (const OwnedStream& stream : streams)
        device.wait(stream, opened);
    for (size_t i = 0; i < results.size(); ++i)
        convert(src, results[i], streams[i % streams.size()], *striper);
    EXPECT_EQ(32, striper->usage().leases);
    gate.open();
    for (const OwnedStream& stream : streams)
        waitFor(device, stream);
    for (const PlacedImage& dst : results)
        ASSERT_EQ(std::string(), differences(expected_, dst.get(), 0));
}

//! Operations of an H200 that converts an image twice.
size_t operationsOfTwoCalls(bool onOneStream, bool waitBetween, bool overlapCalls)
{
    SimulatedDeviceParams params;
    params.profile = std::make_shared<DeviceProfile>(deviceProfile("H200"));
    const auto device = std::make_shared<SimulatedDevice>(params);
    const Backend backend(device);
    const OwnedStream a(*device, "a"), b(*device, "b");
    StriperParams striperParams;
    striperParams.overlapCalls = overlapCalls;
    striperParams.route = Route::Striped;
    const auto striper = makeStriper({device}, striperParams);
    ImageShape shape;
    shape.placement = Placement::PageLocked;
    const Size size(3840, 2160);
    PlacedImage src(backend, shape, size, CV_8UC4);
    PlacedImage first(backend, shape, size, CV_8UC3), second(backend, shape, size, CV_8UC3);
    cudastripe::cvtColor(src.input(), first.output(), COLOR_BGR2YUV, StreamHandle(StreamId(a).get()), *striper);
    if (waitBetween)
        waitFor(*device, a);
    const StreamId other = onOneStream ? a : b;
    cudastripe::cvtColor(src.input(), second.output(), COLOR_BGR2YUV, StreamHandle(other.get()), *striper);
    waitFor(*device, a);
    waitFor(*device, other);
    return device->timeline().entries.size();
}

TEST(CUDASTRIPE_BusyLink, callsThatShareTheLinkHaveFewerStripes)
{
    const size_t alone = operationsOfTwoCalls(false, true, false);
    EXPECT_GT(alone, operationsOfTwoCalls(false, false, false));
    EXPECT_EQ(alone, operationsOfTwoCalls(true, false, false)) << "the second runs behind the first";
    EXPECT_GT(alone, operationsOfTwoCalls(true, false, true)) << "the calls overlap";
    EXPECT_EQ(operationsOfTwoCalls(true, true, true), operationsOfTwoCalls(true, false, true)) << "or else could not";
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Leases, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
