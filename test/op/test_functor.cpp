// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "../support/functors/flat_operations.hpp"
#include "../support/images/placed_image.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_Functor : public testing::TestWithParam<int>
{
protected:
    CUDASTRIPE_Functor() : backend(kAllBackends[GetParam()], 3) {}

    PlacedImage place(Placement placement, size_t bytes, int offset) const
    {
        ImageShape shape;
        shape.placement = placement;
        shape.offset = offset;
        return PlacedImage(backend, shape, Size(static_cast<int>(bytes), 1), CV_8UC1);
    }

    Placement anyPlacement(RNG& rng) const
    {
        return static_cast<Placement>(backend.devices().size() == 1 ? rng.uniform(0, 3) : 0);
    }

    void check(const FlatOperation& operation, int count, Striper& striper, RNG& rng)
    {
        std::vector<PlacedImage> inputs;
        std::vector<Mat> contents;
        const void* addresses[2] = {};
        for (size_t i = 0; i < operation.inputBytes.size(); ++i) {
            const size_t bytes = operation.inputBytes[i] * static_cast<size_t>(count);
            const int alignment = operation.inputBytes[i] == 3 ? 1 : static_cast<int>(operation.inputBytes[i]);
            inputs.push_back(place(anyPlacement(rng), bytes, alignment * rng.uniform(0, 3)));
            contents.push_back(Mat(1, static_cast<int>(bytes), CV_8UC1));
            rng.fill(contents.back(), RNG::UNIFORM, 0, 256);
            inputs.back().set(contents.back());
            addresses[i] = inputs.back().plane().base;
        }
        Mat expected(1, static_cast<int>(operation.outputBytes) * count, CV_8UC1);
        for (int i = 0; i < count; ++i) {
            const void* elements[2] = {};
            for (size_t k = 0; k < inputs.size(); ++k)
                elements[k] = contents[k].ptr() + operation.inputBytes[k] * static_cast<size_t>(i);
            operation.reference(elements, expected.ptr() + operation.outputBytes * static_cast<size_t>(i));
        }
        PlacedImage output = place(anyPlacement(rng), expected.total(), 0);
        const bool inPlace = operation.inPlace && rng.uniform(0, 3) == 0;
        PlacedImage& result = inPlace ? inputs[0] : output;
        operation.run(addresses, count, result.plane().base, StreamRef(), striper);
        ASSERT_EQ(0, cv::norm(expected, result.get(), NORM_INF)) << operation.name << ", " << count << " elements";
        ASSERT_TRUE(result.guardsIntact()) << operation.name << ", " << count << " elements";
    }

    Backend backend;
};

TEST_P(CUDASTRIPE_Functor, everyOrderCountAndNumberOfStreamsGivesTheReference)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    RNG rng(51);
    for (IssueOrder order : {IssueOrder::Dedicated, IssueOrder::DepthFirst, IssueOrder::BreadthFirst}) {
        for (int streams : {0, 3, 7, 11, 16}) {
            StriperParams params;
            params.order = order;
            params.streams = streams;
            params.stripes = order == IssueOrder::Dedicated ? streams : 0;
            params.slots = rng.uniform(0, 4) == 0 ? 0 : rng.uniform(2, 4);
            params.route = rng.uniform(0, 2) == 1 ? Route::Shared : Route::Striped;
            const auto striper = backend.striper(params);
            for (const FlatOperation& operation : flatOperations()) {
                for (int count : {1, 2, 10, 1000, 1 << 16, (1 << 16) + 17}) {
                    check(operation, count, *striper, rng);
                    if (HasFatalFailure())
                        return;
                }
            }
        }
    }
}

TEST_P(CUDASTRIPE_Functor, theFloatKernelIsWithinItsKnownError)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const int count = 4 * 1024 * 64;
    PlacedImage from =
        place(backend.devices().size() == 1 ? Placement::PageLocked : Placement::Pageable, count * sizeof(float), 0);
    PlacedImage to = place(Placement::Pageable, count * sizeof(float), 0);
    Mat indices(1, count, CV_32F);
    for (int i = 0; i < count; ++i)
        indices.at<float>(i) = static_cast<float>(i);
    from.set(Mat(1, count * int(sizeof(float)), CV_8UC1, indices.data));
    StriperParams params;
    params.order = IssueOrder::DepthFirst;
    params.streams = 4;
    makeOnes(reinterpret_cast<const float*>(from.plane().base), count, reinterpret_cast<float*>(to.plane().base),
             StreamRef(), *backend.striper(params));
    const Mat result(1, count, CV_32F, to.plane().base);
    EXPECT_LE(cv::norm(result, Mat::ones(1, count, CV_32F), NORM_INF), 2.4e-7);
}

TEST_P(CUDASTRIPE_Functor, noElementsAreNoWork)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    for (const FlatOperation& operation : flatOperations()) {
        const void* const in[2] = {nullptr, nullptr};
        EXPECT_NO_THROW(operation.run(in, 0, nullptr, StreamRef(), *striper));
    }
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

TEST_P(CUDASTRIPE_Functor, badArgumentsAreNamed)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    const FlatOperation mean = flatOperations()[1], toDoubles = flatOperations()[2];
    int a[16] = {}, b[16] = {}, c[16] = {};
    const void* const ab[] = {a, b};
    const void* const aNull[] = {a, nullptr};
    expectError([&] { mean.run(ab, -1, c, StreamRef(), *striper); }, "count is -1");
    expectError([&] { mean.run(aNull, 16, c, StreamRef(), *striper); }, "b is a null pointer");
    expectError([&] { mean.run(ab, 16, nullptr, StreamRef(), *striper); }, "dst is a null pointer");
    expectError([&] { mean.run(ab, 8, b + 1, StreamRef(), *striper); }, "dst overlaps b");
    expectError([&] { toDoubles.run(ab, 8, a, StreamRef(), *striper); }, "dst overlaps src");
    expectError([&] { mean.run(ab, int64(1) << 62, c, StreamRef(), *striper); }, "does not fit 63 bits");
    for (int value : a)
        EXPECT_EQ(0, value);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Functor, testing::Range(0, 4));

}}  // namespace opencv_test
