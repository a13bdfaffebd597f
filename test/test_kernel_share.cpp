// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "../src/lane/route_times.hpp"
#include "../src/op/packed_yuv_op.hpp"
#include "../src/plan/kernel_share.hpp"
#include "opencv2/cudastripe/simulate.hpp"
#include "support/placed_image.hpp"
#include "support/route_query.hpp"

namespace opencv_test { namespace {

TEST(CUDASTRIPE_KernelShare, takesWhatWasMeasured)
{
    const struct
    {
        Size size;
        int threads;
        double seconds;
    } measured[] = {{Size(640, 480), 1, 48e-6},    {Size(640, 480), 4, 46e-6},     {Size(1920, 1080), 1, 179e-6},
                    {Size(1920, 1080), 4, 153e-6}, {Size(1920, 1080), 16, 128e-6}, {Size(3840, 2160), 1, 651e-6},
                    {Size(3840, 2160), 4, 529e-6}};
    for (const auto& m : measured) {
        const KernelShare share = kernelShare(bgraToYuvQuery(m.size, m.threads));
        EXPECT_NEAR(1, share.seconds / m.seconds, 0.2) << m.size << ", " << m.threads << " threads";
        EXPECT_GE(m.threads, share.threads);
    }
}

TEST(CUDASTRIPE_KernelShare, isOfSmallImagesThatBothReach)
{
    const RouteQuery possible = bgraToYuvQuery(Size(1920, 1080), 4);
    EXPECT_GT(kernelShare(possible).part, 0);
    EXPECT_EQ(0, kernelShare(bgraToYuvQuery(Size(64, 48), 4)).part) << "the CPU has done it before a kernel begins";
    EXPECT_EQ(0, kernelShare(bgraToYuvQuery(Size(3840, 2160), 16)).part) << "memory is the limit";
    EXPECT_EQ(0, kernelShare(bgraToYuvQuery(Size(7680, 4320), 1)).part) << "stripes are better";
    for (bool RouteQuery::*needed :
         {&RouteQuery::device, &RouteQuery::onHost, &RouteQuery::sameBits, &RouteQuery::kernelsReach}) {
        RouteQuery query = possible;
        query.*needed = false;
        EXPECT_EQ(0, kernelShare(query).part);
    }
    RouteQuery query = possible;
    query.ordinary = true;
    EXPECT_EQ(0, kernelShare(query).part);
}

TEST(CUDASTRIPE_KernelShare, isBalancedByWhatCallsShow)
{
    const auto op = makePackedYuvOp(packedYuvConversions().front(), Size(1920, 1080), CV_8U, 4);
    const RouteTimes::Kind kind({*op, 4}, {{End::PageLocked}, {End::PageLocked}});
    RouteTimes times;
    EXPECT_DOUBLE_EQ(0.6, times.kernelPart(kind, 0.6));
    // On a machine where both end together with half of the image on either side.
    const auto call = [&](double seconds) {
        const double part = times.kernelPart(kind, 0.6), kernel = seconds * part, threads = seconds * (1 - part);
        times.balance(kind, threads, std::max(0., kernel - threads));
    };
    for (int i = 0; i < 8; ++i)
        call(50e-6);
    EXPECT_NEAR(0.5, times.kernelPart(kind, 0.6), 0.08) << "a route that is tried must soon show what it can do";
    for (double seconds : {50e-6, 1e-3}) {
        for (int i = 0; i < 100; ++i)
            call(seconds);
        EXPECT_NEAR(0.5, times.kernelPart(kind, 0.6), 0.05);
    }
    times.balance(kind, 100e-6, 1);  // something came between
    EXPECT_GT(times.kernelPart(kind, 0.6), 0.45);
    for (int i = 0; i < 200; ++i)
        times.balance(kind, 100e-6, 0);
    EXPECT_LT(times.kernelPart(kind, 0.9), 0.96) << "there is a limit to what is learned";
}

TEST(CUDASTRIPE_KernelShare, isOneKernelBesideThreads)
{
    const Mat src(1080, 1920, CV_8UC4);
    Mat dst(1080, 1920, CV_8UC3);
    const auto predicted = [&](Route route) {
        StriperParams params;
        params.route = route;
        return predictTimeline(deviceProfile("H200"), params, HostMemory::PageLocked, [&](Striper& striper) {
            cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), striper);
        });
    };
    const Timeline shared = predicted(Route::Shared);
    int kernels = 0, claims = 0;
    for (const TimelineEntry& entry : shared.entries) {
        kernels += entry.stage == Stage::RunDevice;
        claims += entry.stage == Stage::RunHost;
    }
    EXPECT_EQ(1, kernels);
    EXPECT_GT(claims, 1);
    EXPECT_EQ(shared.entries.size(), size_t(kernels + claims)) << "nothing is copied";
    EXPECT_LT(shared.durationMs, 0.9 * predicted(Route::Direct).durationMs);
    EXPECT_LT(shared.durationMs, 0.9 * predicted(Route::Host).durationMs);
}

}}  // namespace opencv_test
