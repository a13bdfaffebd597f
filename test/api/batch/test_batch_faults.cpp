// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/image_operation.hpp"
#include "../../support/images/placed_images.hpp"
#include "../../support/process/refusal.hpp"

// Calls of a device that fail in a batch: it throws, leaves nothing in flight, and the next call works.

namespace opencv_test { namespace {

class CUDASTRIPE_BatchFaults : public testing::TestWithParam<std::tuple<Placement, Placement, bool, bool>>
{
protected:
    Placement from() const { return std::get<0>(GetParam()); }
    Placement to() const { return std::get<1>(GetParam()); }
    bool hasStream() const { return std::get<2>(GetParam()); }
    bool large() const { return std::get<3>(GetParam()); }  // images pass slots in several groups
    bool needsDevice() const { return from() == Placement::OnDevice || to() == Placement::OnDevice || hasStream(); }

    void SetUp() override
    {
        RNG rng(41);
        const std::vector<Size> small = {Size(64, 40), Size(64, 40), Size(64, 40), Size(33, 7), Size(200, 90)};
        const std::vector<Size> large(9, Size(640, 400));
        for (const Size& size : this->large() ? large : small) {
            sources_.push_back(randomImage(size, CV_8UC4, rng));
            expected_.emplace_back();
            cv::cvtColor(sources_.back(), expected_.back(), COLOR_BGR2YUV);
            old_.emplace_back(size, CV_8UC3, Scalar::all(9));
        }
    }

    void expectNextCall(const std::function<void()>& convert, const PlacedImages& results, bool sticky, int fault)
    {
        SCOPED_TRACE(format("after fault %d", fault));
        const bool pageable = from() == Placement::Pageable && to() == Placement::Pageable && !hasStream();
        if (!sticky || pageable) {
            convert();
            results.expect(expected_);
        } else if (needsDevice()) {
            expectRefusal(convert, {"dead"});
        }
    }

    // Runs the call until no fault hits it any more; gives how many did.
    int injectAtEveryCall(bool sticky)
    {
        for (int fault = 0;; ++fault) {
            Backend backend(BackendKind::Simulated, static_cast<std::uint64_t>(fault));
            SimulatedDevice& device = *backend.simulated();
            const OwnedStream stream(device, "caller");
            const auto striper = backend.striper();
            const PlacedImages src(backend, from(), sources_);
            PlacedImages dst(backend, to(), old_);
            const StreamRef ref = hasStream() ? StreamRef(StreamHandle(StreamId(stream).get())) : StreamRef();
            const auto call = [&] { cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, ref, *striper); };
            const auto convert = [&] {
                call();
                if (hasStream())
                    waitFor(device, stream);
            };

            const auto callsBefore = device.calls();
            device.failAt(fault, sticky);
            bool thrown = false;
            try {
                call();
            } catch (const cv::Exception& e) {
                thrown = true;
                EXPECT_EQ(Error::GpuApiCallError, e.code) << e.err;
                EXPECT_TRUE(device.quiet()) << "work was left in flight by fault " << fault;
            }
            device.failAt(-1000000);
            const bool reached = device.calls() - callsBefore > fault;
            if (!thrown && !(sticky && reached)) {
                if (hasStream())
                    waitFor(device, stream);
                dst.expect(expected_);
            }
            if (!reached)
                return fault;
            if (!thrown)
                continue;  // the call could do without what failed, such as the breaker's probe
            expectNextCall(convert, dst, sticky, fault);
        }
    }

    std::vector<Mat> sources_, expected_, old_;
};

TEST_P(CUDASTRIPE_BatchFaults, anyFailingCallThrowsLeavesNothingInFlightAndTheNextCallWorks)
{
    EXPECT_GE(injectAtEveryCall(false), needsDevice() ? 1 : 0);
}

TEST_P(CUDASTRIPE_BatchFaults, aDeadContextIsNamedAndHostMemoryIsStillServed)
{
    EXPECT_GE(injectAtEveryCall(true), needsDevice() ? 1 : 0);
}

CUDASTRIPE_INSTANTIATE(
    /**/, CUDASTRIPE_BatchFaults,
    testing::Combine(testing::Values(Placement::Pageable, Placement::PageLocked, Placement::OnDevice),
                     testing::Values(Placement::Pageable, Placement::PageLocked, Placement::OnDevice), testing::Bool(),
                     testing::Bool()));

}}  // namespace opencv_test
