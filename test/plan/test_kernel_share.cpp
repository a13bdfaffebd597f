// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/images/placed_image.hpp"
#include "../support/process/route_query.hpp"
#include "opencv2/cudastripe/simulate.hpp"

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
    query.pageable = true;
    EXPECT_EQ(0, kernelShare(query).part);
}

TEST(CUDASTRIPE_KernelShare, isOneKernelBesideThreads)
{
    const Mat src(1080, 1920, CV_8UC4);
    Mat dst(1080, 1920, CV_8UC3);
    const auto predicted = [&](Route route) {
        StriperParams params;
        params.route = route;
        return predictTimeline(deviceProfile("H200"), params, MemoryKind::PageLocked, [&](Striper& striper) {
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
