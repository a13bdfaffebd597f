// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/images/image_operation.hpp"
#include "../support/images/placed_image.hpp"
#include "../support/process/refusal.hpp"
#include "../support/process/route_query.hpp"

namespace opencv_test { namespace {

double secondsOf(const RouteQuery& query, Route route)
{
    for (const RouteEstimate& estimate : predictRoutes(query)) {
        if (estimate.route == route)
            return estimate.possible ? estimate.seconds : -1;
    }
    return -2;
}

TEST(CUDASTRIPE_Route, predictsWhatWasMeasured)
{
    EXPECT_NEAR(2.6e-3, secondsOf(bgraToYuvQuery(k8K, 1), Route::Striped), 0.1e-3);
    EXPECT_NEAR(15.5e-3, secondsOf(bgraToYuvQuery(k8K, 1), Route::Host), 0.5e-3);
    EXPECT_NEAR(1.9e-3, secondsOf(bgraToYuvQuery(k8K, 16), Route::Host), 0.2e-3);
    EXPECT_NEAR(1.5e-3, secondsOf(bgraToYuvQuery(k8K, 16), Route::Shared), 0.2e-3);
    EXPECT_NEAR(43e-6, secondsOf(bgraToYuvQuery(kVga, 1), Route::Direct), 2e-6);
    EXPECT_NEAR(2.73e-3, secondsOf(bgraToYuvQuery(k8K, 1), Route::Direct), 0.03e-3);
    EXPECT_NEAR(67e-6, secondsOf(bgraToYuvQuery(kVga, 1), Route::Striped), 3e-6);
    EXPECT_NEAR(0.188e-3, secondsOf(bgraToYuvQuery(Size(1920, 1080), 1), Route::Direct), 0.005e-3);
    EXPECT_NEAR(0.22e-3, secondsOf(bgraToYuvQuery(Size(1920, 1080), 1), Route::Striped), 0.01e-3);
    const double staged[][2] = {{1, 22.9e-3}, {2, 11.5e-3}, {4, 6.1e-3}, {8, 3.5e-3}, {16, 2.76e-3}};
    for (const auto& threadsAndSeconds : staged) {
        RouteQuery query = bgraToYuvQuery(k8K, int(threadsAndSeconds[0]));
        query.pageable = true;
        EXPECT_NEAR(1, secondsOf(query, Route::Striped) / threadsAndSeconds[1], 0.1) << query.threads << " threads";
    }
}

TEST(CUDASTRIPE_Route, isTheFastest)
{
    EXPECT_EQ(Route::Shared, chosen(bgraToYuvQuery(k8K, 16)));
    EXPECT_EQ(Route::Direct, chosen(bgraToYuvQuery(kVga, 1)));
    RouteQuery pageable = bgraToYuvQuery(k8K, 16);
    pageable.pageable = true;
    EXPECT_EQ(Route::Host, chosen(pageable));  // staging costs a thread as much as converting
    pageable.hostCost = 19;
    EXPECT_EQ(Route::Shared, chosen(pageable));
    RouteQuery noDevice = bgraToYuvQuery(k8K, 4);
    noDevice.device = false;
    EXPECT_EQ(Route::Host, chosen(noDevice));
}

// Threads may be slow for reasons of their own; a device that moves more shows that the memory carries more.
TEST(CUDASTRIPE_Route, sharesAlsoWhereTheDeviceMovesMoreThanAllThreads)
{
    for (double memory : {20e9, 50e9, 75e9, 100e9}) {
        RouteQuery query = bgraToYuvQuery(k8K, 16);
        query.host.memory = memory;
        EXPECT_EQ(Route::Shared, chosen(query)) << memory;
        const double device = secondsOf(query, Route::Striped), both = secondsOf(query, Route::Shared);
        EXPECT_LT(both, 0.92 * device) << memory;
        EXPECT_GT(both, device / 2) << memory;
    }
}

TEST(CUDASTRIPE_Route, leavesTheCpuOutOfSeveralDevicesUnlessItIsWanted)
{
    RouteQuery query = bgraToYuvQuery(k8K, 16);
    const double one = secondsOf(query, Route::Striped);
    for (int devices = 2; devices <= 4; ++devices) {
        query.devices = devices;
        EXPECT_NEAR(one / devices, secondsOf(query, Route::Striped), 0.1e-3) << devices;
        EXPECT_EQ(Route::Striped, chosen(query)) << devices;
        EXPECT_EQ(Route::Shared, chosen(query, Route::Shared)) << devices;
    }
    query.batch = true;
    EXPECT_LT(secondsOf(query, Route::Direct), 0.3 * secondsOf(bgraToYuvQuery(k8K, 16), Route::Direct));
}

TEST(CUDASTRIPE_Route, isTheWantedOneWherePossible)
{
    for (Route route : {Route::Host, Route::Direct, Route::Striped, Route::Shared})
        EXPECT_EQ(route, chosen(bgraToYuvQuery(kVga, 4), route)) << toString(route);
    RouteQuery query = bgraToYuvQuery(k8K, 16);
    query.onHost = false;
    EXPECT_EQ(Route::Striped, chosen(query, Route::Host));
    EXPECT_EQ(Route::Striped, chosen(query, Route::Shared));
    query.pageable = true;
    EXPECT_EQ(Route::Striped, chosen(query, Route::Direct));
    RouteQuery elsewhere = bgraToYuvQuery(k8K, 16);
    elsewhere.sameBits = false;
    EXPECT_NE(Route::Shared, chosen(elsewhere, Route::Shared));
}

// Else the bits of a call would depend on rates.
TEST(CUDASTRIPE_Route, isOnTheDeviceWhereTheCpuRoundsDifferently)
{
    RouteQuery query = bgraToYuvQuery(kVga, 16);
    query.sameBits = false;
    query.pageable = true;
    EXPECT_EQ(Route::Striped, chosen(query));
    EXPECT_EQ(Route::Striped, chosen(query, Route::Shared));
    EXPECT_EQ(Route::Host, chosen(query, Route::Host));
    EXPECT_EQ(Route::Host, chosen(query, Route::Auto, 1));
    query.device = false;
    EXPECT_EQ(Route::Host, chosen(query));
}

TEST(CUDASTRIPE_Route, leavesTheCpuOutOfStreamsUnlessItIsWanted)
{
    RouteQuery query = bgraToYuvQuery(k8K, 16);
    query.streamGiven = true;
    EXPECT_EQ(Route::Striped, chosen(query));
    EXPECT_EQ(Route::Shared, chosen(query, Route::Shared));
}

TEST(CUDASTRIPE_Route, doesWithoutALateDeviceWhereItCan)
{
    RouteQuery query = bgraToYuvQuery(k8K, 16);
    query.deviceLate = true;
    EXPECT_EQ(Route::Host, chosen(query));
    EXPECT_EQ(Route::Striped, chosen(query, Route::Auto, 0)) << "the caller wants the device";
    EXPECT_EQ(Route::Shared, chosen(query, Route::Shared));
    query.onHost = false;
    EXPECT_EQ(Route::Striped, chosen(query));
    query = bgraToYuvQuery(k8K, 16);
    query.deviceLate = true;
    query.sameBits = false;
    EXPECT_EQ(Route::Striped, chosen(query)) << "the bits must not depend on how long a device takes";
}

TEST(CUDASTRIPE_Route, keepsToTheShareOfTheHost)
{
    for (Size size : {kVga, k8K}) {
        EXPECT_EQ(Route::Host, chosen(bgraToYuvQuery(size, 16), Route::Auto, 1));
        EXPECT_EQ(Route::Shared, chosen(bgraToYuvQuery(size, 16), Route::Auto, 0.3));
        const Route device = chosen(bgraToYuvQuery(size, 16), Route::Auto, 0);
        EXPECT_TRUE(device == Route::Direct || device == Route::Striped);
    }
}

TEST(CUDASTRIPE_Route, wakesNoMoreThreadsThanFindWork)
{
    const RouteEstimate alone = predictRoutes(bgraToYuvQuery(Size(160, 120), 1))[0];
    RouteQuery query = bgraToYuvQuery(Size(160, 120), 16);
    EXPECT_LT(1, threadsFor(ThreadWork::Everything, query));
    query.hostClaims = 1;
    EXPECT_EQ(1, threadsFor(ThreadWork::Everything, query));
    EXPECT_EQ(Route::Host, alone.route);
    EXPECT_EQ(alone.seconds, predictRoutes(query)[0].seconds);
}

TEST(CUDASTRIPE_Route, wakesThreadsAsLongAsThatPays)
{
    const auto worthWaking = [](double seconds, int threads) {
        RouteQuery query;
        query.hostBytes = seconds * query.host.copy;
        query.threads = threads;
        return threadsFor(ThreadWork::Everything, query);
    };
    EXPECT_EQ(1, worthWaking(0, 16));
    EXPECT_EQ(4, worthWaking(2.001e-6, 16));
    EXPECT_EQ(10, worthWaking(13e-6, 16));
    EXPECT_EQ(16, worthWaking(50e-6, 16));
    EXPECT_EQ(28, worthWaking(100e-6, 64));
    EXPECT_EQ(4, worthWaking(1, 4));
}

TEST(CUDASTRIPE_Route, isFoundInLessThanTwoMicroseconds)
{
    double best = HUGE_VAL;
    int devices = 0;
    for (int i = 0; i < 50; ++i) {
        constexpr int rounds = 100;
        const int64 start = getTickCount();
        for (int k = 0; k < rounds; ++k)
            devices += chosen(bgraToYuvQuery(Size(640 + k, 480), 16)) != Route::Host;
        best = std::min(best, double(getTickCount() - start) / getTickFrequency() / rounds);
    }
    EXPECT_LT(best, 2e-6) << devices;
}

class CUDASTRIPE_Routes : public testing::TestWithParam<std::tuple<BackendKind, Route, double>>
{
protected:
    CUDASTRIPE_Routes()
    {
        params_.route = std::get<1>(GetParam());
        params_.hostShare = std::get<2>(GetParam());
    }

    Backend backend_{std::get<0>(GetParam())};
    StriperParams params_;
};

TEST_P(CUDASTRIPE_Routes, giveTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = makeStriper(backend_.devices(), params_);
    RNG rng(197);
    for (Size size : {Size(1, 1), Size(33, 7), Size(640, 480), Size(1921, 1083)}) {
        for (Placement placement : {Placement::Pageable, Placement::PageLocked}) {
            if (placement == Placement::PageLocked && !backend_.device())
                continue;
            const Mat image = randomImage(size, CV_8UC4, rng);
            Mat expected;
            cv::cvtColor(image, expected, COLOR_BGR2YUV);
            ImageShape shape;
            shape.placement = placement;
            PlacedImage src(backend_, shape, size, CV_8UC4), dst(backend_, shape, size, CV_8UC3);
            src.set(image);
            cudastripe::cvtColor(src.input(), dst.output(), COLOR_BGR2YUV, StreamRef(), *striper);
            ASSERT_EQ(std::string(), differences(expected, dst.get(), 0)) << size;
            ASSERT_TRUE(dst.guardsIntact());
        }
    }
}

TEST_P(CUDASTRIPE_Routes, areExplained)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = makeStriper(backend_.devices(), params_);
    const Mat src(1080, 1920, CV_8UC4, Scalar::all(7));
    Mat dst;
    const RouteChoice choice =
        striper->explain([&](Striper& s) { cudastripe::cvtColor(src, dst, COLOR_BGR2YUV, StreamRef(), s); });
    EXPECT_TRUE(dst.empty()) << "a call that is only looked at creates nothing";
    ASSERT_EQ(4u, choice.estimates.size());
    const String text = choice.toString();
    for (const RouteEstimate& estimate : choice.estimates) {
        EXPECT_NE(String::npos, text.find(toString(estimate.route))) << text;
        EXPECT_NE(String::npos, text.find(estimate.why)) << text;
    }
    EXPECT_NE(String::npos, text.find((choice.forced ? "! " : "> ") + toString(choice.route))) << text;
    EXPECT_EQ(choice.route == Route::Host, choice.plan.empty()) << text;
    EXPECT_NE(String::npos, text.find(choice.plan)) << text;
    // Kernels do not reach pageable memory.
    const bool asWanted = params_.route != Route::Auto && params_.route != Route::Direct;
    if (!backend_.device()) {
        EXPECT_EQ(Route::Host, choice.route);
    } else if (asWanted) {
        EXPECT_EQ(params_.route, choice.route);
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Routes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Values(Route::Auto, Route::Host, Route::Direct, Route::Striped,
                                                        Route::Shared),
                                        testing::Values(StriperParams::kAutoShare, 0., 0.4, 1.)));

TEST(CUDASTRIPE_Route, parametersOutOfRangeAreNamed)
{
    StriperParams params;
    params.hostShare = 1.5;
    expectRefusal([&] { makeStriper({}, params); }, {"hostShare is 1.5", "0 to 1"});
    params.hostShare = -0.5;
    expectRefusal([&] { makeStriper({}, params); }, {"hostShare is -0.5"});
    params = StriperParams();
    params.route = static_cast<Route>(9);
    expectRefusal([&] { makeStriper({}, params); }, {"route is 9"});
}

}}  // namespace opencv_test
