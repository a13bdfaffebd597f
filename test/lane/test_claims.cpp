// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <atomic>
#include <functional>
#include <thread>

#include "../../src/lane/claims.hpp"
#include "../../src/model/checked_math.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

constexpr int kGranule = 2;

// Two threads claim from either end until nothing is left for them. Of each unit, whether it was taken from the front.
std::vector<bool> takenFromFront(int64 units, Claims& claims, const std::function<Claim()>& front,
                                 const std::function<Claim()>& back)
{
    std::vector<std::atomic<int>> taken(static_cast<size_t>(units));
    std::vector<bool> fromFront(taken.size());
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            while (const Claim claim = t % 2 ? front() : back()) {
                EXPECT_EQ(0, claim.first % kGranule);
                for (int64 i = 0; i < claim.units; ++i)
                    taken[static_cast<size_t>(claim.first + i)] += t % 2 ? 1 : 100;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_TRUE(claims.empty());
    for (size_t i = 0; i < taken.size(); ++i) {
        EXPECT_TRUE(taken[i] == 1 || taken[i] == 100) << "unit " << i;
        fromFront[i] = taken[i] == 1;
    }
    EXPECT_TRUE(std::is_partitioned(fromFront.begin(), fromFront.end(), [](bool one) { return one; }));
    return fromFront;
}

TEST(CUDASTRIPE_Claims, everyUnitIsTakenOnceByManyThreads)
{
    const int64 units = 100003;
    Claims equal(units, kGranule);
    takenFromFront(
        units, equal, [&] { return equal.takeFront(6); }, [&] { return equal.takeBack(4); });
    Claims shrinking(units, kGranule);
    takenFromFront(
        units, shrinking, [&] { return shrinking.takeFront(1000, 1 / 19., 6); },
        [&] { return shrinking.takeBack(100, 32, 4); });
}

TEST(CUDASTRIPE_Claims, manyThreadsKeepToAFixedShare)
{
    const int64 units = 100003;
    Claims claims(units, kGranule);
    claims.fixBack(0.3);
    const std::vector<bool> fromFront = takenFromFront(
        units, claims, [&] { return claims.takeFront(1000, 1 / 7., 6); }, [&] { return claims.takeBack(100, 4, 4); });
    EXPECT_NEAR(0.7 * double(units), double(std::count(fromFront.begin(), fromFront.end(), true)), kGranule);
}

TEST(CUDASTRIPE_Claims, nothingIsLeftAfterTheLast)
{
    Claims claims(3, 2);
    EXPECT_EQ(2, claims.takeBack(1).first);
    EXPECT_EQ(2, claims.takeFront(10).units);
    EXPECT_FALSE(claims.takeFront(1));
    EXPECT_FALSE(claims.takeBack(1));
}

TEST(CUDASTRIPE_CheckedMath, refusesWhatDoesNotFit)
{
    EXPECT_EQ(int64(1) << 62, checkedProduct(int64(1) << 31, int64(1) << 31));
    EXPECT_THROW(checkedProduct(int64(1) << 32, int64(1) << 31), cv::Exception);
    EXPECT_THROW(checkedSum(INT64_MAX, 1), cv::Exception);
    EXPECT_EQ(48, roundedUp(33, 16));
    EXPECT_EQ(32, roundedUp(32, 16));
}

TEST(CUDASTRIPE_Claims, shrinkTowardsTheMeetingPoint)
{
    Claims claims(4320, 2);
    int64 left = 4320, last = 200;
    for (;;) {
        const Claim front = claims.takeFront(200, 1 / 8., 30), back = claims.takeBack(10, 64);
        left -= front.units + back.units;
        EXPECT_LE(front.units, last);
        last = front.units;
        if (!front && !back)
            break;
    }
    EXPECT_EQ(0, left);
    EXPECT_LE(last, 30);
}

TEST(CUDASTRIPE_Claims, fromTheFrontAreNoLargerThanWanted)
{
    Claims claims(18, 4);
    EXPECT_EQ(8, claims.takeFront(10).units) << "what follows starts at a granule";
    EXPECT_EQ(10, claims.takeFront(10).units) << "at the end it may be a part of one";
    EXPECT_TRUE(claims.empty());
    Claims others(18, 4);
    EXPECT_EQ(6, others.takeBack(3).units + others.takeBack(1).units);
    EXPECT_EQ(4, others.takeFront(3).units) << "a granule stays whole";
    EXPECT_EQ(4, others.takeFront(7).units);
    EXPECT_EQ(4, others.takeFront(100).units);
}

TEST(CUDASTRIPE_Claims, coverArraysThatAreLargerThanAnyMemory)
{
    const int64 units = (int64(1) << 50) + 7;
    const int granule = 64;
    Claims claims(units, granule);
    int64 begin = 0, end = units;
    while (begin < end) {
        const Claim front = claims.takeFront(units / 8), back = claims.takeBack(units / 16);
        EXPECT_EQ(begin, front.first);
        EXPECT_LE(front.units, units / 8);
        EXPECT_EQ(0, back.first % granule);
        begin += front.units;
        if (back) {
            EXPECT_EQ(end, back.first + back.units);
            end = back.first;
        }
        ASSERT_TRUE(front);
    }
    EXPECT_EQ(begin, end);
    EXPECT_TRUE(claims.empty());
    EXPECT_FALSE(claims.takeBack(1));
}

TEST(CUDASTRIPE_Claims, keepToAFixedShare)
{
    for (double share : {0.1, 0.5, 0.9, 0.999}) {
        Claims claims(1001, 4);
        claims.fixBack(share);
        int64 front = 0, back = 0;
        while (const Claim claim = claims.takeFront(100))
            front += claim.units;
        EXPECT_TRUE(claims.empty());
        while (const Claim claim = claims.takeBack(100))
            back += claim.units;
        EXPECT_EQ(1001, front + back);
        EXPECT_EQ(0, front % 4);
        EXPECT_NEAR(1001 * share, double(back), 4);
    }
}

}}  // namespace opencv_test
