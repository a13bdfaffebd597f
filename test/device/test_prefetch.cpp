// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../support/device/backend.hpp"
#include "../support/functors/prefetch_operations.hpp"
#include "../support/process/refusal.hpp"
#include "../test_precomp.hpp"
#include "opencv2/cudastripe/detail/prefetch_loop.hpp"
#include "opencv2/cudastripe/pinned.hpp"

namespace opencv_test { namespace {

using Shapes = std::vector<PrefetchShape>;

//! Shapes of every policy and distance. @param paddings -1: against conflicts
Shapes shapes(const std::vector<int>& blockThreads, const std::vector<int>& paddings)
{
    Shapes all;
    for (int policy = 0; policy < kPrefetchPolicies; ++policy) {
        for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
            for (int padding : paddings) {
                for (int threads : blockThreads)
                    all.push_back({static_cast<Prefetch>(policy), distance,
                                   padding < 0 ? PrefetchShape::conflictFreePadding(distance) : padding, threads,
                                   distance % 3});
            }
        }
    }
    return all;
}

const std::vector<int> someCounts = {0, 1, 17, 129, 4097};
const Shapes someShapes = shapes({1, 33, 256}, {0, -1});

//! Emulated, or on a GPU, which reads and writes page-locked memory.
class CUDASTRIPE_Prefetch : public testing::TestWithParam<BackendKind>
{
protected:
    //! Empty if the test can run.
    std::string skipReason() const
    {
        const Backend backend(GetParam());
        if (!backend.available())
            return backend.skipReason();
        return run(operations[0]) ? "" : "prefetch_operations.cu was compiled without nvcc";
    }

    bool isCuda() const { return GetParam() == BackendKind::Cuda; }

    const PrefetchOperation::Run& run(const PrefetchOperation& operation) const
    {
        return isCuda() ? operation.run : operation.emulate;
    }

    Mat memory(size_t bytes) const
    {
        const int columns = std::max(1, static_cast<int>(bytes));
        return isCuda() ? pinned(1, columns, CV_8UC1) : Mat(1, columns, CV_8UC1);
    }

    void check(const PrefetchOperation& operation, const std::vector<int>& counts, const Shapes& all,
               bool inPlace = false)
    {
        if (!skipReason().empty())
            CUDASTRIPE_SKIP(skipReason());
        RNG rng(71);
        for (int count : counts) {
            const size_t elements = static_cast<size_t>(count);
            Mat input = memory(elements * operation.inputBytes);  // a sanitizer sees each byte that is read behind it
            Mat output = memory(elements * operation.outputBytes + 64);
            rng.fill(input, RNG::UNIFORM, 0, 256);
            output.setTo(0xa5);
            operation.reference(input.data, count, output.data, {});
            const Mat expected = output.clone();
            for (const PrefetchShape& shape : all) {
                output.setTo(0xa5);
                if (inPlace)
                    std::memcpy(output.data, input.data, elements * operation.inputBytes);
                run(operation)(inPlace ? output.data : input.data, count, output.data, shape);
                ASSERT_EQ(0, std::memcmp(expected.data, output.data, output.total()))
                    << count << " elements of " << operation.inputBytes << " bytes, " << shape;
            }
        }
    }

    const std::vector<PrefetchOperation> operations = prefetchOperations();
};

TEST_P(CUDASTRIPE_Prefetch, everyShapeGivesTheReference)
{
    check(operations[0], {0, 1, 15, 16, 17, 127, 128, 129, 1000, 4095, 4096, 4097},
          shapes({1, 31, 32, 33, 64, 100, 256, 1024}, {0, 1, -1}));
}

TEST_P(CUDASTRIPE_Prefetch, everyTypeGivesTheReference)
{
    for (const PrefetchOperation& operation : operations)
        check(operation, someCounts, someShapes);
}

TEST_P(CUDASTRIPE_Prefetch, resultsMayReplaceElements)
{
    check(operations[0], someCounts, someShapes, true);
}

TEST_P(CUDASTRIPE_Prefetch, badArgumentsAreNamedAndNothingIsWritten)
{
    if (!skipReason().empty())
        CUDASTRIPE_SKIP(skipReason());
    uint64 a[16] = {}, b[16] = {};
    const auto refuse = [&](const PrefetchOperation& operation, const void* in, int64 count, void* out,
                            const PrefetchShape& shape, const String& words) {
        expectRefusal([&] { run(operation)(in, count, out, shape); }, {words.c_str()});
    };
    const auto refuseShape = [&](const PrefetchShape& shape, const String& words) {
        refuse(operations[0], a, 16, b, shape, words);
    };
    const Prefetch policy = Prefetch::RollingShared;
    for (int wrong : {-1, 8})
        refuseShape({static_cast<Prefetch>(wrong)}, cv::format("policy is %d; it must be from 0 to 7", wrong));
    for (int distance : {-1, 0, 17})
        refuseShape({policy, distance}, cv::format("distance is %d; it must be from 1 to 16", distance));
    for (int padding : {-1, 33})
        refuseShape({policy, 1, padding}, cv::format("padding is %d; it must be from 0 to 32", padding));
    for (int threads : {-1, 0, 1025})
        refuseShape({policy, 1, 0, threads}, cv::format("blockThreads is %d; it must be from 1 to 1024", threads));
    for (int blocks : {-1, 33})
        refuseShape({policy, 1, 0, 32, blocks},
                    cv::format("blocksPerMultiprocessor is %d; it must be from 0 to 32", blocks));
    refuseShape({Prefetch::RollingAsync, 16, 32, 1024},
                "blockThreads is 1024; with (distance 16 + padding 32) * 8 bytes for each thread, a block takes 393216 "
                "bytes of shared memory, and it has up to ");
    if (isCuda())
        refuse(operations[1], a, 16, b, {policy, 1, 0, 257}, "blockThreads is 257; it must be from 1 to 256");

    refuse(operations[0], a, -1, b, {}, "count is -1; it must be from 0 to 1152921504606846975");
    refuse(operations[0], a, int64(1) << 60, b, {}, "count is 1152921504606846976; it must be");
    refuse(operations[0], nullptr, 16, b, {}, "src is a null pointer");
    refuse(operations[0], a, 16, nullptr, {}, "dst is a null pointer");
    refuse(operations[0], a, 8, a + 1, {}, "dst overlaps src");
    refuse(operations[0], a + 1, 8, a, {}, "dst overlaps src");
    refuse(operations[6], a, 8, a, {}, "dst overlaps src");  // not in place: of another size
    EXPECT_EQ(0u, std::count_if(b, b + 16, [](uint64 x) { return x != 0; }));
    run(operations[0])(nullptr, 0, nullptr, {});
    check(operations[0], {5}, {PrefetchShape()});  // no error is left
}

CUDASTRIPE_INSTANTIATE(CUDASTRIPE, CUDASTRIPE_Prefetch, testing::Values(BackendKind::Host, BackendKind::Cuda),
                       backendName);

TEST(CUDASTRIPE_PrefetchSlots, aCopyLandsWhenItIsWaitedForAndNotBefore)
{
    const int from[2] = {1, 2}, nothing = static_cast<int>(0xcdcdcdcd);
    cv::cudastripe::detail::HostSlots<int> slots{2};
    for (int i : {0, 1}) {
        slots.copy(i, from + i);
        slots.commit();
    }
    EXPECT_EQ(nothing, slots.at(0));
    EXPECT_EQ(2, slots.faults);
    slots.wait<1>();
    EXPECT_EQ(1, slots.at(0));
    EXPECT_EQ(nothing, slots.at(1));
    slots.wait<0>();
    EXPECT_EQ(2, slots.at(1));
    EXPECT_EQ(0, slots.faults);
    slots.at(2);
    slots.at(-1) = 0;
    EXPECT_EQ(2, slots.faults);
    slots.copy(0, from);
    slots.copy(0, from);  // into a slot whose copy is still in flight
    EXPECT_EQ(4, slots.faults);
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
    EXPECT_EQ("RollingAsync, distance 6, padding 3, 128 threads a block, 2 blocks a multiprocessor",
              testing::PrintToString(PrefetchShape{Prefetch::RollingAsync, 6, 3, 128, 2}));
    EXPECT_EQ("RollingAsync, distance 6, padding 3, 128 threads a block, as many blocks as fit",
              toString(PrefetchShape()));
    EXPECT_EQ("8", toString(static_cast<Prefetch>(8)));
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

}}  // namespace opencv_test
