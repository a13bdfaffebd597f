// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <deque>

#include "../support/device/stream_gate.hpp"
#include "../support/images/image_operation.hpp"

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

    void convert(const PlacedImage& src, PlacedImage& dst, const StreamRef& stream, Striper& striper) const
    {
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, stream, striper);
    }
    static StreamRef refTo(StreamId stream) { return StreamHandle(stream.get()); }

    const Backend backend_{GetParam()};
    Mat image_, expected_;
};

TEST_P(CUDASTRIPE_Leases, callsInFlightOnOneStreamShareOne)
{
    if (!runs())
        CUDASTRIPE_SKIP(backend_.skipReason());
    for (bool pipelined : {false, true}) {
        const auto striper = backend_.striper();
        const OwnedStream stream(*backend_.device(), "caller");
        Pipeline pipeline(refTo(stream), *striper);
        PlacedImage src = place(CV_8UC4), a = place(CV_8UC3), b = place(CV_8UC3);
        src.set(image_);
        StreamGate gate(backend_, stream);
        for (int i = 0; i < 20; ++i)
            convert(src, i % 2 ? a : b, pipelined ? StreamRef(pipeline) : refTo(stream), *striper);
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
        convert(src, results[i], refTo(streams[i % streams.size()]), *striper);
    EXPECT_EQ(32, striper->usage().leases);
    gate.open();
    for (const OwnedStream& stream : streams)
        waitFor(device, stream);
    for (const PlacedImage& dst : results)
        ASSERT_EQ(std::string(), differences(expected_, dst.get(), 0));
}

//! An H200 with two streams of a caller, who converts an image into either of two others.
class CUDASTRIPE_BusyLink : public testing::Test
{
protected:
    void make(bool pipelined = false)
    {
        for (auto* image : {&src_, &dst_[0], &dst_[1]})
            image->reset();  // from the device before
        pipeline_.reset();
        striper_.reset();
        streams_.clear();
        SimulatedDeviceParams params;
        params.profile = std::make_shared<DeviceProfile>(deviceProfile("H200"));
        device_ = std::make_shared<SimulatedDevice>(params);
        StriperParams striperParams;
        striperParams.route = Route::Striped;
        striper_ = makeStriper({device_}, striperParams);
        const Backend backend(device_);
        ImageShape shape;
        shape.placement = Placement::PageLocked;
        for (int i = 0; i < 2; ++i)
            streams_.emplace_back(*device_, "caller");
        if (pipelined)
            pipeline_.reset(new Pipeline(StreamHandle(StreamId(streams_[0]).get()), *striper_));
        src_.reset(new PlacedImage(backend, shape, kSize, CV_8UC4));
        for (auto& dst : dst_)
            dst.reset(new PlacedImage(backend, shape, kSize, CV_8UC3));
    }

    void convert(int stream, int dst)
    {
        const StreamRef plain = StreamHandle(StreamId(streams_[size_t(stream)]).get());
        cudastripe::cvtColor(src_->input(), dst_[dst]->output(), COLOR_BGR2YUV,
                             pipeline_ && stream == 0 ? StreamRef(*pipeline_) : plain, *striper_);
    }

    void wait(int stream) { waitFor(*device_, streams_[size_t(stream)]); }

    size_t operationsOfTwoCalls(int secondStream, bool waitBetween, bool pipelined)
    {
        make(pipelined);
        convert(0, 0);
        if (waitBetween)
            wait(0);
        convert(secondStream, 1);
        wait(0);
        wait(secondStream);
        return device_->timeline().entries.size();
    }

    const Size kSize{3840, 2160};
    std::shared_ptr<SimulatedDevice> device_;
    std::deque<OwnedStream> streams_;
    std::unique_ptr<Striper> striper_;
    std::unique_ptr<Pipeline> pipeline_;  // of the first stream
    std::unique_ptr<PlacedImage> src_, dst_[2];
};

TEST_F(CUDASTRIPE_BusyLink, callsThatShareItHaveFewerStripes)
{
    const size_t alone = operationsOfTwoCalls(1, true, false);
    EXPECT_GT(alone, operationsOfTwoCalls(1, false, false));
    EXPECT_EQ(alone, operationsOfTwoCalls(0, false, false)) << "the second runs behind the first";
    EXPECT_GT(alone, operationsOfTwoCalls(0, false, true)) << "the calls overlap";
    EXPECT_EQ(operationsOfTwoCalls(0, true, true), operationsOfTwoCalls(0, false, true))
        << "what may overlap has one plan";
}

TEST_F(CUDASTRIPE_BusyLink, whoFindsItBusyNeedsNoMoreThanWhoDoesNot)
{
    for (bool reserved : {false, true}) {
        make();
        if (reserved) {
            striper_->reserve(kSize, CV_8UC4, 2);
        } else {
            for (int stream : {0, 1})
                convert(stream, stream);
            wait(0);
            wait(1);
        }
        const std::uint64_t created = striper_->usage().created;
        for (int stream : {0, 1, 0, 1}) {
            convert(stream, stream);  // finds nothing in flight
            for (int i = 0; i < 3; ++i)
                convert(1 - stream, 1 - stream);
            wait(stream);
            convert(stream, stream);  // finds the other stream busy
            wait(0);
            wait(1);
        }
        EXPECT_EQ(created, striper_->usage().created) << (reserved ? "reserved" : "used before");
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Leases, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
