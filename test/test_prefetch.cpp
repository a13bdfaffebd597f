// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/detail/prefetch_slots.hpp"
#include "support/backend.hpp"
#include "support/prefetch_operations.hpp"
#include "test_precomp.hpp"

namespace opencv_test { namespace {

using cv::cudastripe::detail::EmulatedSlots;

constexpr int kGuardBytes = 64, kGuard = 0xa5, kMaxCount = 4097;

//! Inputs of an operation, and what it makes of them.
struct Expected
{
    Expected(const PrefetchOperation& operation, int count, RNG& rng)
        : serial(++made),
          output(1, static_cast<int>(operation.outputBytes) * count + kGuardBytes, CV_8UC1, Scalar(kGuard))
    {
        for (size_t bytes : operation.inputBytes) {
            // A sanitizer sees each byte that is read behind it.
            inputs.push_back(Mat(1, std::max(1, static_cast<int>(bytes) * count), CV_8UC1));
            rng.fill(inputs.back(), RNG::UNIFORM, 0, 256);
        }
        for (int i = 0; i < count; ++i) {
            const void* elements[2] = {};
            for (size_t k = 0; k < inputs.size(); ++k)
                elements[k] = inputs[k].ptr() + operation.inputBytes[k] * static_cast<size_t>(i);
            operation.reference(elements, output.ptr() + operation.outputBytes * static_cast<size_t>(i));
        }
    }

    bool matches(const Mat& other) const { return std::memcmp(output.data, other.data, output.total()) == 0; }

    static int made;
    int serial;  //!< no other has it
    std::vector<Mat> inputs;
    Mat output;
};

int Expected::made = 0;

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

    //! Calls for every shape, until that has failed.
    void forEachShape(const std::function<void(const PrefetchShape&)>& call) const
    {
        for (int policy = 0; policy < kPrefetchPolicies; ++policy) {
            for (int distance = 1; distance <= PrefetchShape::kMaxDistance; ++distance) {
                for (int padding : paddings) {
                    for (int threads : blockThreads) {
                        PrefetchShape shape;
                        shape.policy = static_cast<Prefetch>(policy);
                        shape.distance = distance;
                        shape.padding = padding < 0 ? PrefetchShape::conflictFreePadding(distance) : padding;
                        shape.blockThreads = threads;
                        shape.blocksPerMultiprocessor = distance % 3;
                        call(shape);
                        if (testing::Test::HasFatalFailure())
                            return;
                    }
                }
            }
        }
    }
};

//! Makes the result in a copy of `output` whose bytes are all kGuard.
using RunShape = std::function<Mat(const PrefetchOperation&, const Expected&, int count, const PrefetchShape&)>;

void checkShapes(const PrefetchOperation& operation, const Cases& cases, const RunShape& run)
{
    RNG rng(71);
    for (int count : cases.counts) {
        const Expected expected(operation, count, rng);
        cases.forEachShape([&](const PrefetchShape& shape) {
            ASSERT_TRUE(expected.matches(run(operation, expected, count, shape)))
                << operation.name << ", " << count << " elements, " << shape;
        });
    }
}

Mat emulate(const PrefetchOperation& operation, const Expected& expected, int count, const PrefetchShape& shape)
{
    Mat result(expected.output.size(), CV_8UC1, Scalar(kGuard));
    const void* const in[] = {expected.inputs[0].data, expected.inputs.back().data};
    operation.emulate(in, count, result.data, shape);
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
            std::memcpy(result.data, expected.inputs[0].data, static_cast<size_t>(count) * 8);
            const void* const in[] = {result.data};
            operation.emulate(in, count, result.data, shape);
            return result;
        });
}

TEST(CUDASTRIPE_PrefetchSlots, aCopyLandsWhenItIsWaitedForAndNotBefore)
{
    const int from[3] = {1, 2, 3};
    int memory[3] = {7, 7, 7};
    EmulatedSlots<int> slots(memory, 3);
    for (int i = 0; i < 3; ++i) {
        slots.copy(slots.at(i), from + i);
        slots.commit();
    }
    const int nothing = static_cast<int>(0xcdcdcdcd);
    EXPECT_EQ(nothing, slots.get(0));
    slots.wait<2>();
    EXPECT_EQ(1, slots.get(0));
    EXPECT_EQ(nothing, slots.get(1));
    slots.wait<0>();
    EXPECT_EQ(2, slots.get(1));
    EXPECT_EQ(3, slots.get(2));
    EXPECT_EQ(0, slots.faults());
}

TEST(CUDASTRIPE_PrefetchSlots, copiesInFlightAndForeignSlotsAreFaults)
{
    const int from = 1;
    int memory[3] = {};
    EmulatedSlots<int> slots(memory, 3);
    slots.get(3);
    EXPECT_EQ(1, slots.faults());
    slots.put(-1, 0);
    EXPECT_EQ(2, slots.faults());
    slots.copy(slots.at(0), &from);
    slots.commit();
    EXPECT_EQ(3, slots.faults());
    slots.wait<0>();
    EXPECT_EQ(2, slots.faults());
}

//! On a GPU; the arrays in its memory are kept from call to call.
class CUDASTRIPE_PrefetchCuda : public testing::Test
{
protected:
    //! Empty if there is a GPU to run on.
    std::string skipReason()
    {
        if (!Backend(BackendKind::Cuda, 3).available())
            return Backend(BackendKind::Cuda, 3).skipReason();
        memory_ = makePrefetchMemory(kMaxCount * 16 + kGuardBytes);
        return memory_ ? "" : "the kernels of prefetch_operations.cu were compiled without nvcc";
    }

    void upload(const Expected& expected)
    {
        for (size_t i = 0; i < expected.inputs.size(); ++i)
            memory_->upload(static_cast<int>(i), expected.inputs[i].data, expected.inputs[i].total());
    }

    template <class Enqueue>
    Mat run(const Enqueue& enqueue, const Expected& expected, int count, const PrefetchShape& shape)
    {
        if (uploaded_ != expected.serial) {
            upload(expected);
            uploaded_ = expected.serial;
        }
        memory_->set(2, kGuard);
        const void* const in[] = {memory_->array(0), memory_->array(1)};
        enqueue(in, count, memory_->array(2), shape, memory_->stream());
        Mat result(expected.output.size(), CV_8UC1);
        memory_->download(2, result.data, result.total());
        return result;
    }

    RunShape runOnDevice()
    {
        return [this](const PrefetchOperation& operation, const Expected& expected, int count,
                      const PrefetchShape& shape) { return run(operation.enqueue, expected, count, shape); };
    }

    std::unique_ptr<PrefetchMemory> memory_;
    int uploaded_ = 0;  // which Expected's inputs
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
    PrefetchShape shape;
    shape.policy = Prefetch::RollingAsync;
    shape.distance = 6;
    EXPECT_TRUE(expected.matches(run(operation.enqueueOneKernel, expected, 1000, shape)));
    shape.distance = 5;
    EXPECT_THROW(run(operation.enqueueOneKernel, expected, 1000, shape), cv::Exception);
    shape.distance = 6;
    shape.blockThreads = 257;
    EXPECT_THROW(run(operation.enqueueOneKernel, expected, 1000, shape), cv::Exception);
    shape.blockThreads = 256;
    shape.policy = Prefetch::Plain;
    EXPECT_THROW(run(operation.enqueueOneKernel, expected, 1000, shape), cv::Exception);
}

TEST_F(CUDASTRIPE_PrefetchCuda, aShapeThatDoesNotFitLeavesNoErrorBehind)
{
    const std::string reason = skipReason();
    if (!reason.empty())
        CUDASTRIPE_SKIP(reason);
    RNG rng(73);
    const PrefetchOperation operation = prefetchOperations()[6];
    const Expected expected(operation, 1000, rng);
    PrefetchShape shape;
    shape.policy = Prefetch::RollingAsync;
    shape.distance = 16;
    shape.padding = 32;
    shape.blockThreads = 1024;
    EXPECT_THROW(run(operation.enqueue, expected, 1000, shape), cv::Exception);
    shape.blockThreads = 64;
    EXPECT_TRUE(expected.matches(run(operation.enqueue, expected, 1000, shape)));
}

}}  // namespace opencv_test
