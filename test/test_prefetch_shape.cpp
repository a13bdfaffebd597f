// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <sstream>

#include "opencv2/cudastripe/detail/prefetch_transform.hpp"
#include "support/prefetch_operations.hpp"
#include "test_precomp.hpp"

namespace opencv_test { namespace {

// One functor, for each comes with all loops.
struct Sum
{
    double operator()(double x) const { return x; }
    double operator()(double x, double y) const { return x + y; }
    float operator()(float x) const { return x; }
};

PrefetchShape makeShape(Prefetch policy, int distance, int padding, int blockThreads, int blocks)
{
    PrefetchShape shape;
    shape.policy = policy;
    shape.distance = distance;
    shape.padding = padding;
    shape.blockThreads = blockThreads;
    shape.blocksPerMultiprocessor = blocks;
    return shape;
}

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
    const PrefetchShape shape = makeShape(Prefetch::L2, 4, 1, 64, 2);
    EXPECT_EQ(shape, makeShape(Prefetch::L2, 4, 1, 64, 2));
    EXPECT_NE(shape, makeShape(Prefetch::Plain, 4, 1, 64, 2));
    EXPECT_NE(shape, makeShape(Prefetch::L2, 5, 1, 64, 2));
    EXPECT_NE(shape, makeShape(Prefetch::L2, 4, 0, 64, 2));
    EXPECT_NE(shape, makeShape(Prefetch::L2, 4, 1, 32, 2));
    EXPECT_NE(shape, makeShape(Prefetch::L2, 4, 1, 64, 0));
}

TEST(CUDASTRIPE_PrefetchShape, printsAllFields)
{
    std::ostringstream out;
    out << makeShape(Prefetch::RollingAsync, 6, 3, 128, 2) << "; " << Prefetch::L2 << "; " << static_cast<Prefetch>(8);
    EXPECT_EQ("RollingAsync, distance 6, padding 3, 128 threads a block, 2 blocks a multiprocessor; L2; 8", out.str());
    EXPECT_EQ("Plain, distance 1, padding 0, 256 threads a block, as many blocks as fit", toString(PrefetchShape()));
}

TEST(CUDASTRIPE_PrefetchShape, onlySomePoliciesTakeSharedMemory)
{
    for (int policy = 0; policy < kPrefetchPolicies; ++policy) {
        const PrefetchShape shape = makeShape(static_cast<Prefetch>(policy), 6, 3, 100, 0);
        const bool shared =
            toString(shape.policy).find("Shared") != String::npos || shape.policy == Prefetch::RollingAsync;
        EXPECT_EQ(shared ? 9u * 100 * 8 : 0u, shape.sharedBytes(8)) << shape;
    }
}

TEST(CUDASTRIPE_PrefetchShape, defaultsAreAccepted)
{
    double in[3] = {1, 2, 3}, out[3] = {};
    for (LoopKind kind : {LoopKind::LatencyLimited, LoopKind::Streaming})
        EXPECT_NO_THROW(emulatePrefetched(in, 3, out, Sum(), PrefetchShape::forLoop(kind)));
    EXPECT_NO_THROW(emulatePrefetched(in, 3, out, Sum(), PrefetchShape()));
    EXPECT_EQ(3, out[2]);
}

void expectError(const std::function<void()>& call, const std::string& words)
{
    try {
        call();
        ADD_FAILURE() << "accepted; expected: " << words;
    } catch (const cv::Exception& e) {
        EXPECT_NE(std::string::npos, e.err.find(words)) << e.err;
    }
}

void expectRefused(const PrefetchShape& shape, const std::string& words)
{
    double in[3] = {1, 2, 3}, out[3] = {};
    expectError([&] { emulatePrefetched(in, 3, out, Sum(), shape); }, words);
    EXPECT_EQ(0, out[0]);
}

TEST(CUDASTRIPE_PrefetchShape, fieldsOutOfRangeAreNamed)
{
    const Prefetch policy = Prefetch::RollingShared;
    expectRefused(makeShape(static_cast<Prefetch>(8), 1, 0, 32, 0), "policy is 8; it must be an enumerator");
    expectRefused(makeShape(static_cast<Prefetch>(-1), 1, 0, 32, 0), "policy is -1; it must be an enumerator");
    for (int distance : {-1, 0, 17})
        expectRefused(makeShape(policy, distance, 0, 32, 0),
                      cv::format("distance is %d; it must be from 1 to 16", distance));
    for (int padding : {-1, 33})
        expectRefused(makeShape(policy, 1, padding, 32, 0),
                      cv::format("padding is %d; it must be from 0 to 32", padding));
    for (int threads : {-1, 0, 1025})
        expectRefused(makeShape(policy, 1, 0, threads, 0),
                      cv::format("blockThreads is %d; it must be from 1 to 1024", threads));
    for (int blocks : {-1, 33})
        expectRefused(makeShape(policy, 1, 0, 32, blocks),
                      cv::format("blocksPerMultiprocessor is %d; it must be from 0 to 32", blocks));
}

TEST(CUDASTRIPE_PrefetchShape, tooMuchSharedMemoryIsNamed)
{
    expectRefused(
        makeShape(Prefetch::RollingAsync, 16, 13, 1024, 0),
        "blockThreads is 1024; with (distance 16 + padding 13) * 8 bytes for each thread, a block takes 237568 "
        "bytes of shared memory, and it has up to 232448");
    double in[3] = {1, 2, 3}, out[3] = {};
    EXPECT_NO_THROW(emulatePrefetched(in, 3, out, Sum(), makeShape(Prefetch::RollingAsync, 16, 12, 1024, 0)));
    EXPECT_EQ(3, out[2]);
}

TEST(CUDASTRIPE_PrefetchShape, transformRefusesShapesByName)
{
    double in[3] = {1, 2, 3}, out[3] = {};
    StriperParams params;
    Striper striper(params);
    const auto run = [&](const PrefetchShape& shape) {
        cv::cudastripe::transform(in, 3, out, Sum(), shape, SameBits::Yes, StreamRef(), striper);
    };
    expectError([&] { run(makeShape(Prefetch::L2, 17, 0, 32, 0)); },
                "cudastripe::transform: distance is 17; it must be from 1 to 16");
    expectError([&] { run(makeShape(Prefetch::RollingShared, 16, 32, 1024, 0)); }, "blockThreads is 1024; with");
    EXPECT_EQ(0, out[0]);
    run(makeShape(Prefetch::L2, 16, 0, 32, 0));
    EXPECT_EQ(3, out[2]);
}

TEST(CUDASTRIPE_PrefetchShape, badArraysAreNamed)
{
    const PrefetchShape shape;
    double a[16] = {}, b[16] = {};
    const double* const none = nullptr;
    expectError([&] { emulatePrefetched(a, -1, b, Sum(), shape); }, "count is -1; it must be 0 or more");
    expectError([&] { emulatePrefetched(none, 16, b, Sum(), shape); }, "src is a null pointer");
    expectError([&] { emulatePrefetched(a, 16, static_cast<double*>(nullptr), Sum(), shape); },
                "dst is a null pointer");
    expectError([&] { emulatePrefetched(none, a, 16, b, Sum(), shape); }, "a is a null pointer");
    expectError([&] { emulatePrefetched(a, none, 16, b, Sum(), shape); }, "b is a null pointer");
    expectError([&] { emulatePrefetched(a, 8, a + 1, Sum(), shape); }, "dst overlaps src");
    expectError([&] { emulatePrefetched(b, a, 8, a + 7, Sum(), shape); }, "dst overlaps b");
    expectError([&] { emulatePrefetched(a, int64(1) << 60, b, Sum(), shape); }, "the bytes of src must fit 63 bits");
    const float* const floats = reinterpret_cast<const float*>(a);  // not in place: of another size
    expectError([&] { emulatePrefetched(floats, 8, a, Sum(), shape); }, "dst overlaps src");
    EXPECT_NO_THROW(emulatePrefetched(none, 0, static_cast<double*>(nullptr), Sum(), shape));
    EXPECT_NO_THROW(emulatePrefetched(a, 8, a + 8, Sum(), shape));
    EXPECT_NO_THROW(emulatePrefetched(a, b, 16, a, Sum(), shape));
}

}}  // namespace opencv_test
