// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <sstream>

#include "../support/process/refusal.hpp"
#include "../test_precomp.hpp"
#include "opencv2/cudastripe/prefetch.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

// One functor, since each comes with all loops.
struct Same
{
    double operator()(double x) const { return x; }
    float operator()(float x) const { return x; }
};

TEST(CUDASTRIPE_PrefetchShape, paddingMakesAPowerOfTwoPlusOne)
{
    for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
        const int padding = PrefetchShape::conflictFreePadding(distance), power = distance + padding - 1;
        EXPECT_GE(power, 2) << distance;
        EXPECT_EQ(0, power & (power - 1)) << distance;
        EXPECT_TRUE(padding == 0 || power / 2 + 1 < distance || power == 2) << distance << ": not the least";
        EXPECT_LE(padding, PrefetchShape::kMaxPadding);
    }
    EXPECT_EQ(3, PrefetchShape::conflictFreePadding(6));
    EXPECT_EQ(1, PrefetchShape::conflictFreePadding(16));
}

TEST(CUDASTRIPE_PrefetchShape, equalityLooksAtEveryField)
{
    const PrefetchShape shape{Prefetch::L2, 4, 1, 64, 2}, same{Prefetch::L2, 4, 1, 64, 2};
    EXPECT_EQ(shape, same);
    for (const PrefetchShape& other :
         {PrefetchShape{Prefetch::Plain, 4, 1, 64, 2}, PrefetchShape{Prefetch::L2, 5, 1, 64, 2},
          PrefetchShape{Prefetch::L2, 4, 0, 64, 2}, PrefetchShape{Prefetch::L2, 4, 1, 32, 2},
          PrefetchShape{Prefetch::L2, 4, 1, 64, 0}})
        EXPECT_NE(shape, other);
}

TEST(CUDASTRIPE_PrefetchShape, printsAllFields)
{
    std::ostringstream out;
    out << PrefetchShape{Prefetch::RollingAsync, 6, 3, 128, 2} << "; " << Prefetch::L2 << "; "
        << static_cast<Prefetch>(8);
    EXPECT_EQ("RollingAsync, distance 6, padding 3, 128 threads a block, 2 blocks a multiprocessor; L2; 8", out.str());
    EXPECT_EQ("RollingAsync, distance 6, padding 3, 128 threads a block, as many blocks as fit",
              toString(PrefetchShape()));
}

TEST(CUDASTRIPE_PrefetchShape, onlySomePoliciesTakeSharedMemory)
{
    for (int policy = 0; policy < kPrefetchPolicies; ++policy) {
        const PrefetchShape shape{static_cast<Prefetch>(policy), 6, 3, 100, 0};
        const bool shared =
            toString(shape.policy).find("Shared") != String::npos || shape.policy == Prefetch::RollingAsync;
        EXPECT_EQ(shared ? 9u * 100 * 8 : 0u, shape.sharedBytes(8)) << shape;
    }
}

TEST(CUDASTRIPE_PrefetchShape, defaultsAreAccepted)
{
    double in[3] = {1, 2, 3}, out[3] = {};
    EXPECT_NO_THROW(emulatePrefetched(in, 3, out, Same(), PrefetchShape()));
    EXPECT_EQ(3, out[2]);
}

void expectRefused(const PrefetchShape& shape, const std::string& words)
{
    double in[3] = {1, 2, 3}, out[3] = {};
    expectRefusal([&] { emulatePrefetched(in, 3, out, Same(), shape); }, {words.c_str()});
    EXPECT_EQ(0, out[0]);
}

TEST(CUDASTRIPE_PrefetchShape, fieldsOutOfRangeAreNamed)
{
    const Prefetch policy = Prefetch::RollingShared;
    expectRefused({static_cast<Prefetch>(8), 1, 0, 32, 0}, "policy is 8; it must be an enumerator");
    expectRefused({static_cast<Prefetch>(-1), 1, 0, 32, 0}, "policy is -1; it must be an enumerator");
    for (int distance : {-1, 0, 17})
        expectRefused({policy, distance, 0, 32, 0}, cv::format("distance is %d; it must be from 1 to 16", distance));
    for (int padding : {-1, 33})
        expectRefused({policy, 1, padding, 32, 0}, cv::format("padding is %d; it must be from 0 to 32", padding));
    for (int threads : {-1, 0, 1025})
        expectRefused({policy, 1, 0, threads, 0}, cv::format("blockThreads is %d; it must be from 1 to 1024", threads));
    for (int blocks : {-1, 33})
        expectRefused({policy, 1, 0, 32, blocks},
                      cv::format("blocksPerMultiprocessor is %d; it must be from 0 to 32", blocks));
}

TEST(CUDASTRIPE_PrefetchShape, tooMuchSharedMemoryIsNamed)
{
    expectRefused(
        {Prefetch::RollingAsync, 16, 13, 1024, 0},
        "blockThreads is 1024; with (distance 16 + padding 13) * 8 bytes for each thread, a block takes 237568 "
        "bytes of shared memory, and it has up to 232448");
    double in[3] = {1, 2, 3}, out[3] = {};
    EXPECT_NO_THROW(emulatePrefetched(in, 3, out, Same(), {Prefetch::RollingAsync, 16, 12, 1024, 0}));
    EXPECT_EQ(3, out[2]);
}

TEST(CUDASTRIPE_PrefetchShape, badArraysAreNamed)
{
    const PrefetchShape shape;
    double a[16] = {}, b[16] = {};
    const double* const none = nullptr;
    expectRefusal([&] { emulatePrefetched(a, -1, b, Same(), shape); }, {"count is -1; it must be 0 or more"});
    expectRefusal([&] { emulatePrefetched(none, 16, b, Same(), shape); }, {"src is a null pointer"});
    expectRefusal([&] { emulatePrefetched(a, 16, static_cast<double*>(nullptr), Same(), shape); },
                  {"dst is a null pointer"});
    expectRefusal([&] { emulatePrefetched(a, 8, a + 1, Same(), shape); }, {"dst overlaps src"});
    expectRefusal([&] { emulatePrefetched(a, int64(1) << 60, b, Same(), shape); },
                  {"the bytes of src must fit 63 bits"});
    const float* const floats = reinterpret_cast<const float*>(a);  // not in place: of another size
    expectRefusal([&] { emulatePrefetched(floats, 8, a, Same(), shape); }, {"dst overlaps src"});
    EXPECT_NO_THROW(emulatePrefetched(none, 0, static_cast<double*>(nullptr), Same(), shape));
    EXPECT_NO_THROW(emulatePrefetched(a, 8, a + 8, Same(), shape));
    EXPECT_NO_THROW(emulatePrefetched(a, 16, a, Same(), shape));
    expectRefusal([&] { emulatePrefetched(a + 1, 8, a, Same(), shape); }, {"dst overlaps src"});
}

}}  // namespace opencv_test
