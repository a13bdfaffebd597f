// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../support/device/backend.hpp"
#include "../support/functors/prefetch_operations.hpp"
#include "../test_precomp.hpp"
#include "opencv2/cudastripe/detail/prefetch_slots.hpp"
#include "opencv2/cudastripe/pinned.hpp"

namespace opencv_test { namespace {

using cv::cudastripe::detail::HostSlots;

constexpr int kGuardBytes = 64, kGuard = 0xa5, kMaxCount = 4097;

//! Random elements, and what an operation makes of them, with guard bytes behind.
struct Expected
{
    Expected(const PrefetchOperation& operation, int count, RNG& rng)
        : input(1, std::max(1, static_cast<int>(operation.inputBytes) * count), CV_8UC1),
          output(1, static_cast<int>(operation.outputBytes) * count + kGuardBytes, CV_8UC1, Scalar(kGuard))
    {
        rng.fill(input, RNG::UNIFORM, 0, 256);
        operation.reference(input.data, count, output.data);
    }

    bool matches(const Mat& other) const { return std::memcmp(output.data, other.data, output.total()) == 0; }

    Mat input;  //!< a sanitizer sees each byte that is read behind it
    Mat output;
};

//! Which shapes and counts are tried.
struct Cases
{
    std::vector<int> counts, blockThreads, paddings;  // a padding of -1: against conflicts

    static Cases all()
    {
        return {
            {0, 1, 15, 16, 17, 127, 128, 129, 1000, 4095, 4096, 4097}, {1, 31, 32, 33, 64, 100, 256, 1024}, {0, 1, -1}};
    }
    static Cases some() { return {{0, 1, 17, 129, kMaxCount}, {1, 33, 256}, {0, -1}}; }

    std::vector<PrefetchShape> shapes() const
    {
        std::vector<PrefetchShape> all;
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
};

//! Makes the result in a matrix whose bytes are all kGuard.
using RunShape = std::function<Mat(const PrefetchOperation&, const Expected&, int count, const PrefetchShape&)>;

void checkShapes(const PrefetchOperation& operation, const Cases& cases, const RunShape& run)
{
    RNG rng(71);
    for (int count : cases.counts) {
        const Expected expected(operation, count, rng);
        for (const PrefetchShape& shape : cases.shapes()) {
            ASSERT_TRUE(expected.matches(run(operation, expected, count, shape)))
                << operation.name << ", " << count << " elements, " << shape;
        }
    }
}

Mat emulate(const PrefetchOperation& operation, const Expected& expected, int count, const PrefetchShape& shape)
{
    Mat result(expected.output.size(), CV_8UC1, Scalar(kGuard));
    operation.emulate(expected.input.data, count, result.data, shape);
    return result;
}

TEST(CUDASTRIPE_Prefetch, emulatedLoopsOfEveryShapeGiveTheReference)
{
    checkShapes(prefetchOperations()[0], Cases::all(), emulate);
}

TEST(CUDASTRIPE_Prefetch, emulatedLoopsOnEveryTypeGiveTheReference)
{
    for (const PrefetchOperation& operation : prefetchOperations())
        checkShapes(operation, Cases::some(), emulate);
}

TEST(CUDASTRIPE_Prefetch, emulatedLoopsMayWorkInPlace)
{
    checkShapes(
        prefetchOperations()[0], Cases::some(),
        [](const PrefetchOperation& operation, const Expected& expected, int count, const PrefetchShape& shape) {
            Mat result(expected.output.size(), CV_8UC1, Scalar(kGuard));
            std::memcpy(result.data, expected.input.data, static_cast<size_t>(count) * 8);
            operation.emulate(result.data, count, result.data, shape);
            return result;
        });
}

TEST(CUDASTRIPE_PrefetchSlots, aCopyLandsWhenItIsWaitedForAndNotBefore)
{
    const int from[3] = {1, 2, 3}, nothing = static_cast<int>(0xcdcdcdcd);
    HostSlots<int, 3> slots;
    for (int i = 0; i < 3; ++i) {
        slots.at(i) = 7;
        slots.copy(i, from + i);
        slots.commit();
    }
    EXPECT_EQ(nothing, slots.at(0));
    slots.wait<2>();
    EXPECT_EQ(1, slots.at(0));
    EXPECT_EQ(nothing, slots.at(1));
    slots.wait<0>();
    EXPECT_EQ(2, slots.at(1));
    EXPECT_EQ(3, slots.at(2));
    EXPECT_EQ(0, slots.faults());
}

TEST(CUDASTRIPE_PrefetchSlots, copiesInFlightAndForeignSlotsAreFaults)
{
    const int from = 1;
    HostSlots<int, 3> slots;
    slots.at(3);
    EXPECT_EQ(1, slots.faults());
    slots.at(-1) = 0;
    EXPECT_EQ(2, slots.faults());
    slots.copy(0, &from);
    slots.commit();
    EXPECT_EQ(3, slots.faults());
    slots.wait<0>();
    EXPECT_EQ(2, slots.faults());
    slots.copy(0, &from);
    slots.copy(0, &from);  // into a slot whose copy is still in flight
    EXPECT_EQ(4, slots.faults());
}

//! On a GPU, which reads and writes page-locked memory.
class CUDASTRIPE_PrefetchCuda : public testing::Test
{
protected:
    //! Empty if there is a GPU to run on.
    std::string skipReason()
    {
        if (!Backend(BackendKind::Cuda, 3).available())
            return Backend(BackendKind::Cuda, 3).skipReason();
        input_ = pinned(1, kMaxCount * 16, CV_8UC1);
        output_ = pinned(1, kMaxCount * 16 + kGuardBytes, CV_8UC1);
        return prefetchOperations()[0].run ? "" : "the kernels of prefetch_operations.cu were compiled without nvcc";
    }

    Mat run(const PrefetchOperation::Run& kernel, const Expected& expected, int count, const PrefetchShape& shape)
    {
        std::memcpy(input_.data, expected.input.data, expected.input.total());
        output_.colRange(0, expected.output.cols).setTo(Scalar(kGuard));
        kernel(input_.data, count, output_.data, shape);
        return output_;
    }

    RunShape runOnDevice()
    {
        return [this](const PrefetchOperation& operation, const Expected& expected, int count,
                      const PrefetchShape& shape) { return run(operation.run, expected, count, shape); };
    }

    Mat input_, output_;
};

TEST_F(CUDASTRIPE_PrefetchCuda, kernelsOfEveryShapeGiveTheReference)
{
    const std::string reason = skipReason();
    if (!reason.empty())
        CUDASTRIPE_SKIP(reason);
    checkShapes(prefetchOperations()[0], Cases::all(), runOnDevice());
}

TEST_F(CUDASTRIPE_PrefetchCuda, kernelsOnEveryTypeGiveTheReference)
{
    const std::string reason = skipReason();
    if (!reason.empty())
        CUDASTRIPE_SKIP(reason);
    for (const PrefetchOperation& operation : prefetchOperations())
        checkShapes(operation, Cases::some(), runOnDevice());
}

TEST_F(CUDASTRIPE_PrefetchCuda, oneKernelRunsItsShapeAndRefusesOthers)
{
    const std::string reason = skipReason();
    if (!reason.empty())
        CUDASTRIPE_SKIP(reason);
    RNG rng(72);
    const PrefetchOperation operation = prefetchOperations()[0];
    const Expected expected(operation, 1000, rng);
    EXPECT_TRUE(expected.matches(
        run(operation.runOneKernel, expected, 1000, PrefetchShape{Prefetch::RollingAsync, 6, 0, 256, 0})));
    for (const PrefetchShape& other :
         {PrefetchShape{Prefetch::RollingAsync, 5, 0, 256, 0}, PrefetchShape{Prefetch::RollingAsync, 6, 0, 257, 0},
          PrefetchShape{Prefetch::Plain, 6, 0, 256, 0}})
        EXPECT_THROW(run(operation.runOneKernel, expected, 1000, other), cv::Exception) << other;
}

TEST_F(CUDASTRIPE_PrefetchCuda, aShapeThatDoesNotFitLeavesNoErrorBehind)
{
    const std::string reason = skipReason();
    if (!reason.empty())
        CUDASTRIPE_SKIP(reason);
    RNG rng(73);
    const PrefetchOperation operation = prefetchOperations()[6];
    const Expected expected(operation, 1000, rng);
    PrefetchShape shape{Prefetch::RollingAsync, 16, 32, 1024, 0};
    EXPECT_THROW(run(operation.run, expected, 1000, shape), cv::Exception);
    shape.blockThreads = 64;
    EXPECT_TRUE(expected.matches(run(operation.run, expected, 1000, shape)));
}

}}  // namespace opencv_test
