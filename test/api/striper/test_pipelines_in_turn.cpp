// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <deque>

#include "../../support/device/simulated_frame.hpp"
#include "../../support/images/image_operation.hpp"

// Several pipelines of one Striper, and what calls leave behind that fail at their end.

namespace opencv_test { namespace {

class CUDASTRIPE_PipelinesInTurn : public testing::Test
{
protected:
    void make(Route route, std::uint64_t seed = 0)
    {
        SimulatedDeviceParams params;
        params.seed = seed;
        device_ = std::make_shared<SimulatedDevice>(params);
        StriperParams striperParams;
        striperParams.route = route;
        if (route == Route::Striped)
            striperParams.stripes = 9;
        striper_ = makeStriper({device_}, striperParams);
    }

    //! Both sources are written before the first frame, which pipelines do not wait for.
    void produce(const SimulatedFrame& a, const SimulatedFrame& b) const
    {
        const OwnedStream stream(*device_, "producer");
        a.produce(stream);
        b.produce(stream);
        waitFor(*device_, stream);
    }

    static void atDepth(int depth, const std::function<void()>& call)
    {
        volatile char frame[512];
        frame[0] = static_cast<char>(depth);
        if (depth == 0)
            call();
        else
            atDepth(depth - 1, call);
        frame[1] = frame[0];  // so that it is no tail call
    }

    std::shared_ptr<SimulatedDevice> device_;
    std::unique_ptr<Striper> striper_;
};

TEST_F(CUDASTRIPE_PipelinesInTurn, framesOfOtherShapesDoNotMeetInSlots)
{
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        make(Route::Striped, seed);
        const OwnedStream streams[2] = {{*device_, "a"}, {*device_, "b"}};
        SimulatedFrame frames[2][2] = {
            {SimulatedFrame(*device_, 1), SimulatedFrame(*device_, 2)},
            {SimulatedFrame(*device_, 3, Size(60, 50)), SimulatedFrame(*device_, 4, Size(60, 50))}};
        for (const auto& set : frames)
            produce(set[0], set[1]);
        {
            Pipeline a(refTo(streams[0]), *striper_), b(refTo(streams[1]), *striper_);
            for (int i = 0; i < 8; ++i) {
                frames[0][i % 2].convert(a, *striper_);
                frames[1][i % 2].convert(b, *striper_);
            }
            a.wait();
            b.wait();
        }
        ASSERT_EQ(std::vector<String>(), device_->findings()) << "seed " << seed;
        for (const auto& set : frames)
            ASSERT_TRUE(set[0].right() && set[1].right()) << "seed " << seed;
    }
}

TEST_F(CUDASTRIPE_PipelinesInTurn, keepNoLeaseWhenTheyAreGone)
{
    make(Route::Striped);
    const OwnedStream stream(*device_, "caller");
    const SimulatedFrame a(*device_), b(*device_);
    produce(a, b);
    for (int depth = 0; depth < 40; ++depth) {
        Pipeline pipeline(refTo(stream), *striper_);
        a.convert(pipeline, *striper_);
        atDepth(depth, [&] { b.convert(pipeline, *striper_); });
        pipeline.wait();
    }
    EXPECT_EQ(1, striper_->usage().leases);
}

TEST_F(CUDASTRIPE_PipelinesInTurn, leaveLeasesForOtherCalls)
{
    make(Route::Direct);
    const SimulatedFrame a(*device_), b(*device_);
    produce(a, b);
    std::deque<OwnedStream> streams;
    std::deque<Pipeline> pipelines;
    for (int i = 0; i < 40; ++i) {
        streams.emplace_back(*device_, "caller");
        pipelines.emplace_back(refTo(streams.back()), *striper_);
        a.convert(pipelines.back(), *striper_);
        pipelines.back().wait();
    }
    ASSERT_NO_THROW(b.convert(StreamRef(), *striper_));
    EXPECT_TRUE(b.right());
    pipelines.clear();
}

TEST_F(CUDASTRIPE_PipelinesInTurn, leaveNothingInFlightWhereverACallFails)
{
    for (bool pipelined : {false, true}) {
        bool failed = true;
        for (int call = 0; failed; ++call) {
            make(Route::Striped);
            const StreamId stream = device_->createStream(
                "caller", pipelined ? SimulatedStreamKind::NonBlocking : SimulatedStreamKind::OtherContext);
            {
                const SimulatedFrame a(*device_), b(*device_);
                produce(a, b);
                Pipeline pipeline(refTo(stream), *striper_);
                device_->failAt(call, false);
                failed = false;
                try {
                    a.convert(pipelined ? StreamRef(pipeline) : refTo(stream), *striper_);
                } catch (const cv::Exception&) {
                    failed = true;
                    EXPECT_TRUE(device_->quiet()) << "call " << call;
                }
                device_->finish();
            }
            striper_.reset();
            device_->destroyStream(stream);
            ASSERT_LT(call, 2000);
        }
    }
}

}}  // namespace opencv_test
