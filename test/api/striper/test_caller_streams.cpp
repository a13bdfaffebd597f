// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <functional>
#include <future>
#include <thread>

#include "../../support/device/simulated_frame.hpp"

// Whose streams callers give: handles that come again, one handle for all threads, streams that block others, and
// streams of another context.

namespace opencv_test { namespace {

class CUDASTRIPE_CallerStreams : public testing::TestWithParam<std::uint64_t>
{
protected:
    CUDASTRIPE_CallerStreams()
    {
        SimulatedDeviceParams params;
        params.seed = GetParam();
        device_ = std::make_shared<SimulatedDevice>(params);
        StriperParams striperParams;
        striperParams.stripes = 9;
        striper_ = makeStriper({device_}, striperParams);
    }
    ~CUDASTRIPE_CallerStreams() override
    {
        device_->finish();
        EXPECT_TRUE(device_->findings().empty()) << device_->findings().front();
    }

    void waitAndDestroy(StreamId stream)
    {
        waitFor(*device_, stream);
        device_->destroyStream(stream);
    }

    std::shared_ptr<SimulatedDevice> device_;
    std::unique_ptr<Striper> striper_;
};

TEST_P(CUDASTRIPE_CallerStreams, aHandleThatComesAgainIsAnotherStream)
{
    const SimulatedFrame first(*device_, 1), second(*device_, 2);
    const StreamId one = device_->createStream("caller");
    {
        Pipeline frames(refTo(one), *striper_);
        first.produce(one);
        first.convert(frames, *striper_);
    }
    waitAndDestroy(one);
    const StreamId two = device_->createStream("caller");
    ASSERT_EQ(one.get(), two.get());
    Pipeline frames(refTo(two), *striper_);
    second.produce(two);
    second.convert(frames, *striper_);
    waitAndDestroy(two);
    EXPECT_TRUE(first.right() && second.right());
}

TEST_P(CUDASTRIPE_CallerStreams, aPipelineRefusesTheSuccessorOfItsStream)
{
    const SimulatedFrame frame(*device_);
    const StreamId one = device_->createStream("caller");
    Pipeline frames(refTo(one), *striper_);
    device_->destroyStream(one);
    const StreamId two = device_->createStream("caller");
    ASSERT_EQ(one.get(), two.get());
    EXPECT_THROW(frame.convert(frames, *striper_), cv::Exception);
    device_->destroyStream(two);
}

//! Does the one after the other on two threads that both are there.
void onTwoThreads(const std::function<void()>& first, const std::function<void()>& second)
{
    std::promise<void> firstDone, secondDone;
    std::thread one([&] {
        first();
        firstDone.set_value();
        secondDone.get_future().wait();
    });
    firstDone.get_future().wait();
    std::thread([&] { second(); }).join();
    secondDone.set_value();
    one.join();
}

TEST_P(CUDASTRIPE_CallerStreams, thePerThreadStreamIsAnotherOneOnEachThread)
{
    const StreamId stream = SimulatedDevice::perThreadStream();
    const SimulatedFrame first(*device_, 1), second(*device_, 2);
    const auto convert = [&](const SimulatedFrame& frame) {
        Pipeline frames(refTo(stream), *striper_);
        frame.produce(stream);
        frame.convert(frames, *striper_);
    };
    onTwoThreads([&] { convert(first); }, [&] { convert(second); });
    device_->finish();
    EXPECT_TRUE(first.right() && second.right());
    Pipeline frames(refTo(stream), *striper_);
    std::thread([&] { EXPECT_THROW(first.convert(frames, *striper_), cv::Exception); }).join();
}

// A lease is shared by the calls of one stream; one handle may stand for many.
TEST_P(CUDASTRIPE_CallerStreams, aBlockedPerThreadStreamDoesNotDelayThatOfAnotherThread)
{
    const StreamId stream = SimulatedDevice::perThreadStream();
    const SimulatedFrame first(*device_, 1), second(*device_, 2);
    onTwoThreads(
        [&] {
            device_->block(stream);
            first.produce(stream);
            first.convert(refTo(stream), *striper_);
        },
        [&] {
            second.produce(stream);
            second.convert(refTo(stream), *striper_);
            waitFor(*device_, stream);  // would find that nothing can ever run
        });
    EXPECT_TRUE(second.right());
    device_->open();
    device_->finish();
    EXPECT_TRUE(first.right());
}

TEST_P(CUDASTRIPE_CallerStreams, withoutAStreamACallComesAfterBlockingStreams)
{
    const SimulatedFrame frame(*device_);
    const StreamId blocking = device_->createStream("caller", SimulatedStreamKind::Blocking);
    frame.produce(blocking);
    frame.convert(StreamRef(), *striper_);
    EXPECT_TRUE(frame.right());
    waitAndDestroy(blocking);
}

TEST_P(CUDASTRIPE_CallerStreams, aStreamOfAnotherContextIsServed)
{
    const SimulatedFrame frame(*device_, 1), other(*device_, 2);
    const StreamId foreign = device_->createStream("caller", SimulatedStreamKind::OtherContext);
    const auto asCaller = [&](const std::function<void()>& work) {
        device_->setOtherContextCurrent(true);
        work();
        device_->setOtherContextCurrent(false);
    };
    asCaller([&] { frame.produce(foreign); });
    frame.convert(refTo(foreign), *striper_);
    asCaller([&] {
        device_->copyUp(foreign, {other.src.data, 60 * 3, 60 * 3}, {frame.dst.data, 60 * 3, 60 * 3}, 70);
        waitFor(*device_, foreign);
    });
    EXPECT_TRUE(frame.right());
    device_->destroyStream(foreign);
}

CUDASTRIPE_INSTANTIATE(Seeds, CUDASTRIPE_CallerStreams, testing::Range(std::uint64_t(0), std::uint64_t(20)));

TEST(CUDASTRIPE_PipelineMisuse, isRefusedByName)
{
    const auto device = std::make_shared<SimulatedDevice>();
    const auto striper = makeStriper({device}), other = makeStriper({device}), host = makeStriper({});
    const OwnedStream stream(*device, "caller");
    const SimulatedFrame frame(*device);
    const auto refused = [](const char* why, const std::function<void()>& misuse) {
        try {
            misuse();
            ADD_FAILURE() << "nothing was thrown: " << why;
        } catch (const cv::Exception& e) {
            EXPECT_NE(std::string::npos, e.err.find(why)) << e.err;
        }
    };
    refused("stream", [&] { Pipeline frames(StreamRef(), *striper); });
    refused("no device", [&] { Pipeline frames(refTo(stream), *host); });
    Pipeline frames(refTo(stream), *striper);
    refused("pipeline", [&] { Pipeline again(frames, *striper); });
    refused("striper", [&] { frame.convert(frames, *other); });
    frame.produce(stream);
    frame.convert(frames, *striper);
    waitFor(*device, stream);
    EXPECT_TRUE(frame.right());
}

}}  // namespace opencv_test
