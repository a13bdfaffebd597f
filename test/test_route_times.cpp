// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <functional>

#include "../src/lane/op_rates.hpp"
#include "../src/lane/route_times.hpp"
#include "../src/op/packed_yuv_op.hpp"
#include "support/placed_image.hpp"
#include "support/route_query.hpp"

namespace opencv_test { namespace {

TEST(CUDASTRIPE_OpRates, areLearnedFromCalls)
{
    const auto op = makePackedYuvOp(packedYuvConversions().front(), k8K, CV_8U, 4);
    const auto small = makePackedYuvOp(packedYuvConversions().front(), kVga, CV_8U, 4);
    const double bytes = hostBytes(*op, op->units());
    EXPECT_EQ(7. * k8K.area(), bytes);
    OpRates rates;
    const double guess = rates.threadRate({*op, 4});
    rates.learn({*op, 4}, bytes, bytes / 1e9, 1);
    EXPECT_EQ(guess, rates.threadRate({*op, 4})) << "the first call touches memory for the first time";
    rates.learn({*op, 4}, bytes, bytes / 2e9, 1);
    EXPECT_NEAR(2e9, rates.threadRate({*op, 4}), 1e7) << "so far from the guess that it cannot be bad luck";
    EXPECT_EQ(guess, rates.threadRate({*small, 4}));
    EXPECT_EQ(guess, rates.threadRate({*op, 1})) << "calls with fewer threads give each more to do";
}

TEST(CUDASTRIPE_OpRates, doNotBelieveInOneBadMoment)
{
    const auto op = makePackedYuvOp(packedYuvConversions().front(), k8K, CV_8U, 4);
    const double bytes = hostBytes(*op, op->units());
    const WorkKind work(*op, 2);
    OpRates rates;
    const double guess = rates.threadRate(work);
    const auto see = [&](double rate) { rates.learn(work, bytes, bytes / rate, 1); };
    see(guess);
    see(guess / 2.5);
    EXPECT_EQ(guess, rates.threadRate(work));
    see(0.9 * guess);
    see(0.5 * guess);
    EXPECT_NEAR(0.9 * guess, rates.threadRate(work), 0.01 * guess) << "the fastest of the first ones";
    for (int i = 0; i < 20; ++i)
        see(0.5 * guess);
    EXPECT_NEAR(0.5 * guess, rates.threadRate(work), 0.01 * guess);
    see(2 * guess);
    EXPECT_GT(rates.threadRate(work), 0.9 * guess);
}

TEST(CUDASTRIPE_RouteTimes, areWhatCallsTook)
{
    const auto op = makePackedYuvOp(packedYuvConversions().front(), k8K, CV_8U, 4);
    const auto small = makePackedYuvOp(packedYuvConversions().front(), kVga, CV_8U, 4);
    const RouteEnds ends = {{End::Ordinary}, {End::Ordinary}}, locked = {{End::PageLocked}, {End::Ordinary}};
    const RouteTimes::Kind kind({*op, 4}, ends);
    RouteTimes times;
    const auto host = [&](const RouteTimes::Kind& asked) { return times.of(asked)[routeIndex(Route::Host)].seconds; };
    EXPECT_EQ(0, host(kind));
    times.learn(kind, Route::Host, 1);  // makes threads
    EXPECT_EQ(0, host(kind));
    times.learn(kind, Route::Host, 2e-3);
    EXPECT_NEAR(2e-3, host(kind), 1e-9);
    times.learn(kind, Route::Host, 20e-3);
    EXPECT_LT(host(kind), 4e-3);
    EXPECT_EQ(0, host({{*op, 8}, ends}));
    EXPECT_EQ(0, host({{*small, 4}, ends}));
    EXPECT_EQ(0, host({{*op, 4}, locked}));
    EXPECT_EQ(0, times.of(kind)[routeIndex(Route::Shared)].seconds);
    for (int i = 0; i < 2000; ++i)
        times.learn(kind, Route::Shared, 1e-3);
    EXPECT_EQ(0, host(kind)) << "a route that nothing took for long should be tried again";
    EXPECT_NEAR(1e-3, times.of(kind)[routeIndex(Route::Shared)].seconds, 1e-9);
    times.learn(kind, Route::Host, 5e-3);
    times.learn(kind, Route::Host, 3e-3);
    EXPECT_NEAR(3e-3, host(kind), 1e-9);
}

TEST(CUDASTRIPE_RouteTimes, doNotBelieveInSingleCallsThatTakeLong)
{
    const auto op = makePackedYuvOp(packedYuvConversions().front(), k8K, CV_8U, 4);
    const RouteTimes::Kind kind({*op, 4}, {{End::PageLocked}, {End::PageLocked}});
    RouteTimes times;
    const auto seconds = [&] { return times.of(kind)[routeIndex(Route::Host)].seconds; };
    const auto see = [&](double took, int calls) {
        for (int i = 0; i < calls; ++i)
            times.learn(kind, Route::Host, took);
    };
    see(1e-3, 20);
    see(10e-3, 1);
    EXPECT_LT(seconds(), 1.04e-3);
    see(10e-3, 2);
    EXPECT_LT(seconds(), 1.1e-3);
    see(1e-3, 20);
    see(2e-3, 40);
    EXPECT_NEAR(2e-3, seconds(), 0.05e-3) << "if most calls take as long, it is no accident";
}

// As on a machine with other work, where a call that needs many threads sometimes takes several times as long.
TEST(CUDASTRIPE_RouteTimes, keepToTheFasterRouteThoughSingleCallsTakeLong)
{
    const Size size(1920, 1080);
    const auto op = makePackedYuvOp(packedYuvConversions().front(), size, CV_8U, 4);
    const RouteTimes::Kind kind({*op, 16}, {{End::PageLocked}, {End::PageLocked}});
    int shared = 0;
    for (int seed = 0; seed < 20; ++seed) {
        RNG rng(static_cast<uint64>(seed) + 1);
        RouteTimes times;
        RouteQuery query = bgraToYuvQuery(size, 16);
        for (int i = 0; i < 400; ++i) {
            query.known = times.of(kind);
            const Route route = chosen(query);
            const double late = rng.uniform(0, 100) < 4 ? 4 : 1;
            const double seconds = route == Route::Host     ? 0.15e-3 * late
                                   : route == Route::Shared ? 0.13e-3 * late
                                   : route == Route::Direct ? 0.17e-3
                                                            : 0.24e-3;
            times.learn(kind, route, seconds * rng.uniform(0.95, 1.05));
            shared += i >= 100 && route == Route::Shared;
        }
    }
    EXPECT_GT(shared, 20 * 300 * 95 / 100);
}

// Threads go to sleep between the calls of a route that uses them.
TEST(CUDASTRIPE_RouteTimes, findARouteThatIsFastOnlyWhereItIsTakenOnEnd)
{
    const auto op = makePackedYuvOp(packedYuvConversions().front(), kVga, CV_8U, 4);
    const RouteTimes::Kind kind({*op, 8}, {{End::PageLocked}, {End::PageLocked}});
    RouteTimes times;
    RouteQuery query = bgraToYuvQuery(kVga, 8);
    int onEnd = 0, shared = 0;
    for (int i = 0; i < 1500; ++i) {
        query.known = times.of(kind);
        const Route route = chosen(query);
        onEnd = route == Route::Shared ? onEnd + 1 : 0;
        // In the beginning they have other work, and nothing is fast.
        const double sharing = i < 40 ? 60e-6 : onEnd > 2 ? 41e-6 : 55e-6;
        times.learn(kind, route,
                    route == Route::Direct   ? 48e-6
                    : route == Route::Shared ? sharing
                    : route == Route::Host   ? 57e-6
                                             : 63e-6);
        shared += i >= 1000 && route == Route::Shared;
    }
    EXPECT_GT(shared, 450);
}

//! Of `calls` calls of a 1080p frame with 16 threads those that were shared, from number 100 on, if that takes so long.
int sharedCalls(int calls, const std::function<double(int)>& secondsOf)
{
    const Size size(1920, 1080);
    const auto op = makePackedYuvOp(packedYuvConversions().front(), size, CV_8U, 4);
    const RouteTimes::Kind kind({*op, 16}, {{End::PageLocked}, {End::PageLocked}});
    RouteTimes times;
    RouteQuery query = bgraToYuvQuery(size, 16);
    int shared = 0;
    for (int i = 0; i < calls; ++i) {
        query.known = times.of(kind);
        const Route route = chosen(query);
        times.learn(kind, route, route == Route::Host ? 0.17e-3 : route == Route::Shared ? secondsOf(i) : 0.24e-3);
        shared += i >= 100 && route == Route::Shared;
    }
    return shared;
}

TEST(CUDASTRIPE_RouteTimes, lookAgainWhereAPredictionWasDisappointed)
{
    const auto unluckyAtFirst = [](int i) { return i < 40 ? 0.24e-3 : 0.13e-3; };
    EXPECT_GT(sharedCalls(150, unluckyAtFirst), 45);
    EXPECT_LT(sharedCalls(1000, [](int) { return 0.24e-3; }), 25);
}

TEST(CUDASTRIPE_RouteTimes, giveUpARouteThatIsSeldomFast)
{
    RNG rng(63);
    EXPECT_LT(sharedCalls(6000, [&](int) { return rng.uniform(0, 10) < 3 ? 0.1e-3 : 0.4e-3; }), 600);
    EXPECT_LT(sharedCalls(6000, [](int) { return 2e-3; }), 60);
}

}}  // namespace opencv_test
