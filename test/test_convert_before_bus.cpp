// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "../src/plan/route.hpp"
#include "support/image_operation.hpp"

// From page-locked memory to a device, by threads that convert and upload results beside a device that converts itself.

namespace opencv_test { namespace {

class CUDASTRIPE_ConvertBeforeBus : public testing::TestWithParam<std::tuple<BackendKind, double>>
{
protected:
    const double share_ = std::get<1>(GetParam());

    StriperParams params() const
    {
        StriperParams params;
        params.route = Route::Shared;
        params.hostShare = share_;
        return params;
    }

    static PlacedImage place(const Backend& backend, Placement placement, Size size, int type, int padding)
    {
        ImageShape shape;
        shape.placement = placement;
        shape.padding = padding;
        return PlacedImage(backend, shape, size, type);
    }
};

TEST_P(CUDASTRIPE_ConvertBeforeBus, givesTheSameBits)
{
    RNG rng(31);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Backend backend(std::get<0>(GetParam()), seed);
        if (!backend.available())
            CUDASTRIPE_SKIP(backend.skipReason());
        const auto striper = backend.striper(params());
        for (Size size : {Size(2, 2), Size(34, 6), Size(640, 480), Size(1922, 1082)}) {
            for (int padding : {0, 12}) {
                const Mat image = randomImage(size, CV_8UC4, rng);
                Mat expected;
                cv::cvtColor(image, expected, COLOR_BGRA2YUV_I420);
                PlacedImage src = place(backend, Placement::PageLocked, size, CV_8UC4, padding);
                PlacedImage dst = place(backend, Placement::OnDevice, expected.size(), CV_8UC1, padding);
                src.set(image);
                const auto call = [&](Striper& s) {
                    cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGRA2YUV_I420, StreamRef(), s);
                };
                EXPECT_EQ(Route::Shared, striper->explain(call).route);
                for (int i = 0; i < 2; ++i) {
                    call(*striper);
                    ASSERT_EQ(std::string(), differences(expected, dst.get(), 0)) << size;
                    ASSERT_TRUE(dst.guardsIntact());
                    dst.set(Mat(expected.size(), CV_8UC1, Scalar::all(1)));
                }
            }
        }
    }
}

TEST_P(CUDASTRIPE_ConvertBeforeBus, isOrderedInAStreamThatAsksForIt)
{
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Backend backend(std::get<0>(GetParam()), seed);
        if (!backend.available())
            CUDASTRIPE_SKIP(backend.skipReason());
        const auto striper = backend.striper(params());
        const Size size(640, 480);
        RNG rng(seed);
        const Mat image = randomImage(size, CV_8UC4, rng);
        Mat expected;
        cv::cvtColor(image, expected, COLOR_BGRA2YUV_I420);
        const OwnedStream stream(*backend.device(), "caller");
        PlacedImage late = place(backend, Placement::PageLocked, size, CV_8UC4, 0);
        PlacedImage scratch = place(backend, Placement::OnDevice, size, CV_8UC4, 0);
        PlacedImage src = place(backend, Placement::PageLocked, size, CV_8UC4, 0);
        PlacedImage dst = place(backend, Placement::OnDevice, expected.size(), CV_8UC1, 0);
        PlacedImage read = place(backend, Placement::PageLocked, expected.size(), CV_8UC1, 0);
        late.set(image);
        // The source is written in the stream before, the result read in it behind.
        backend.device()->copyUp(stream, scratch.plane(), late.plane(), size.height);
        backend.device()->copyDown(stream, src.plane(), scratch.plane(), size.height);
        cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGRA2YUV_I420, StreamHandle(StreamId(stream).get()),
                             *striper);
        backend.device()->copyDown(stream, read.plane(), dst.plane(), expected.rows);
        waitFor(*backend.device(), stream);
        ASSERT_EQ(std::string(), differences(expected, read.get(), 0));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ConvertBeforeBus,
                       testing::Combine(testing::Values(BackendKind::Simulated, BackendKind::Cuda),
                                        testing::Values(StriperParams::kAutoShare, 0.4, 0.99)));

TEST(CUDASTRIPE_Route, convertsBeforeTheBusWhereThatCarriesLess)
{
    RouteQuery query;
    const double pixels = 7680. * 4320;
    query.uploadBytes = 4 * pixels;
    query.resultBytes = 1.5 * pixels;
    query.kernelBytes = query.hostBytes = 5.5 * pixels;
    query.threadRate = 12e9;
    query.onHost = false;
    const auto chosen = [&](int threads) {
        query.threads = threads;
        return chooseRoute(query, predictRoutes(query), Route::Auto, StriperParams::kAutoShare);
    };
    EXPECT_EQ(Route::Shared, chosen(16));
    EXPECT_EQ(Route::Striped, chosen(1));
    query.streamGiven = true;
    EXPECT_EQ(Route::Striped, chosen(16));
    query.streamGiven = false;
    query.resultBytes = 0;
    EXPECT_EQ(Route::Striped, chosen(16));
}

}}  // namespace opencv_test
