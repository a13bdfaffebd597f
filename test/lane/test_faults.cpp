// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/images/image_operation.hpp"
#include "../support/process/refusal.hpp"

namespace opencv_test { namespace {

struct FaultCase
{
    Placement src, dst;
    bool stream;
    Route route;
    IssueOrder order;
    bool cut;  // else nothing is said of stripes: a kernel has a part of the image, or the whole
};

constexpr int kStriped = 108;  // cases; then those that are not

class CUDASTRIPE_Faults : public testing::TestWithParam<int>
{
protected:
    static FaultCase faultCase(int index)
    {
        FaultCase c;
        c.cut = index < kStriped;
        if (!c.cut)
            return {Placement::PageLocked, Placement::PageLocked,
                    index % 2 == 1,        index / 2 % 2 ? Route::Direct : Route::Shared,
                    IssueOrder::Dedicated, false};
        c.src = static_cast<Placement>(index % 3);
        c.dst = static_cast<Placement>(index / 3 % 3);
        c.stream = index / 9 % 2;
        c.route = index / 18 % 2 ? Route::Shared : Route::Striped;
        c.order = static_cast<IssueOrder>(index / 36);
        return c;
    }

    void SetUp() override
    {
        RNG rng(41);
        const FaultCase c = faultCase(GetParam());
        image = randomImage(!c.cut && c.route == Route::Shared ? Size(640, 480) : Size(100, 60), CV_8UC4, rng);
        cv::cvtColor(image, expected, COLOR_BGR2YUV);
        params.route = c.route;
        if (!c.cut)
            return;
        params.stripes = 5;
        params.slots = 2;
        params.order = c.order;
        params.streams = 3;
    }

    // Runs the call until no fault hits it any more; gives how many did.
    int injectAtEveryCall(bool sticky)
    {
        const FaultCase c = faultCase(GetParam());
        int faults = 0;
        for (int call = 0;; ++call) {
            Backend backend(BackendKind::Simulated, static_cast<std::uint64_t>(call));
            SimulatedDevice& device = *backend.simulated();
            const OwnedStream stream(device, "caller");
            auto striper = backend.striper(params);
            ImageShape srcShape, dstShape;
            srcShape.placement = c.src;
            dstShape.placement = c.dst;
            PlacedImage src(backend, srcShape, image.size(), CV_8UC4), dst(backend, dstShape, image.size(), CV_8UC3);
            src.set(image);
            const StreamRef ref = c.stream ? StreamRef(StreamHandle(StreamId(stream).get())) : StreamRef();
            const auto convert = [&] {
                cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, ref, *striper);
                if (c.stream)
                    waitFor(device, stream);
            };

            const std::int64_t callsBefore = device.calls();
            device.failAt(call, sticky);
            bool thrown = false;
            try {
                cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, ref, *striper);
            } catch (const cv::Exception& e) {
                thrown = true;
                EXPECT_EQ(Error::GpuApiCallError, e.code) << e.err;
                EXPECT_TRUE(device.quiet()) << "work was left in flight by fault " << call;
            }
            const bool hit = device.calls() > callsBefore + call;  // the breaker's probe does without
            device.failAt(-1000000);
            if (!thrown) {
                if (c.stream)
                    waitFor(device, stream);
                EXPECT_EQ(std::string(), differences(expected, dst.get(), 0));
                if (sticky || !hit)
                    return faults;
            }
            ++faults;
            if (!sticky) {
                convert();
                EXPECT_EQ(std::string(), differences(expected, dst.get(), 0)) << "after fault " << call;
                EXPECT_TRUE(dst.guardsIntact());
            } else if (c.src == Placement::Pageable && c.dst == Placement::Pageable && !c.stream) {
                convert();
                EXPECT_EQ(std::string(), differences(expected, dst.get(), 0)) << "host memory was not served";
            } else if (c.src == Placement::OnDevice || c.dst == Placement::OnDevice || c.stream) {
                expectRefusal(convert, {"dead"});
            }
        }
    }

    Mat image, expected;
    StriperParams params;
};

TEST_P(CUDASTRIPE_Faults, anyFailingCallThrowsLeavesNothingInFlightAndTheNextCallWorks)
{
    EXPECT_GT(injectAtEveryCall(false), 0);
}

TEST_P(CUDASTRIPE_Faults, aDeadContextIsNamedAndHostMemoryIsStillServed)
{
    EXPECT_GT(injectAtEveryCall(true), 0);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Faults, testing::Range(0, kStriped + 4));

}}  // namespace opencv_test
