// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/placed_images.hpp"
#include "../../support/operations/batch_cases.hpp"

// Batches of several slots full of images, by one device and by two.

namespace opencv_test { namespace {

class CUDASTRIPE_BatchGroups : public testing::TestWithParam<std::tuple<BackendKind, BatchCase>>
{
protected:
    const BatchCase& each() const { return std::get<1>(GetParam()); }

    //! Several slots full of images, or so many bytes.
    std::vector<Mat> randomSources(std::uint64_t seed, size_t bytes = 14 << 20) const
    {
        RNG rng(seed);
        std::vector<Mat> images;
        const Size size(602, 512 * each().sourceRows / each().ofRows);
        const int count = static_cast<int>(bytes / (size.area() * CV_ELEM_SIZE(each().type))) + 1;
        for (int i = 0; i < count; ++i)
            images.push_back(randomImage(size, each().type, rng));
        return images;
    }

    std::vector<Mat> expectedOf(const std::vector<Mat>& sources) const
    {
        std::vector<Mat> results(sources.size());
        for (size_t i = 0; i < sources.size(); ++i)
            each().run(sources[i], results[i], StreamRef(), *host_);
        return results;
    }

    static std::vector<Mat> filled(const std::vector<Mat>& images)
    {
        std::vector<Mat> others;
        for (const Mat& image : images)
            others.emplace_back(image.size(), image.type(), Scalar::all(9));
        return others;
    }

    Backend backend_{std::get<0>(GetParam()), 5};
    std::unique_ptr<Striper> host_ = Backend(BackendKind::Host).striper();
};

TEST_P(CUDASTRIPE_BatchGroups, equalSingleCallsWithAndWithoutAStream)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    using P = Placement;
    StriperParams params;
    params.route = Route::Striped;
    const auto striper = backend_.striper(params);
    const OwnedStream stream(*backend_.device(), "caller");
    const StreamRef ref = StreamRef(StreamHandle(StreamId(stream).get()));
    const std::vector<Mat> many = randomSources(1), few = randomSources(2, 1 << 20), expectedOfMany = expectedOf(many),
                           expectedOfFew = expectedOf(few);
    for (const auto& [from, to] : std::vector<std::pair<P, P>>{{P::PageLocked, P::PageLocked},
                                                               {P::PageLocked, P::OnDevice},
                                                               {P::OnDevice, P::PageLocked},
                                                               {P::Pageable, P::Pageable},
                                                               {P::Pageable, P::OnDevice},
                                                               {P::PageLocked, P::Pageable}}) {
        for (const bool onStream : {false, true}) {
            SCOPED_TRACE(format("from %d to %d, stream %d", int(from), int(to), onStream));
            // Only pageable images pass slots.
            const bool passSlots = from == P::Pageable || to == P::Pageable;
            const std::vector<Mat>& first = passSlots ? many : few;
            const std::vector<Mat>& expectedFirst = passSlots ? expectedOfMany : expectedOfFew;
            const PlacedImages a(backend_, from, first), b(backend_, from, few);
            PlacedImages resultsOfA(backend_, to, filled(expectedFirst)),
                resultsOfB(backend_, to, filled(expectedOfFew));
            const auto call = [&](const PlacedImages& src, PlacedImages& dst, Striper& by) {
                each().run(src.input(), dst.output(), onStream ? ref : StreamRef(), by);
            };
            call(a, resultsOfA, *striper);
            call(b, resultsOfB, *striper);
            if (onStream)
                waitFor(*backend_.device(), stream);
            resultsOfA.expect(expectedFirst);
            resultsOfB.expect(expectedOfFew);
        }
    }
}

TEST_P(CUDASTRIPE_BatchGroups, workWithoutMemoryForSlots)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    StriperParams params;
    params.route = Route::Striped;
    params.stagingMemoryLimit = 1 << 10;
    const auto striper = backend_.striper(params);
    const std::vector<Mat> sources = randomSources(3), expected = expectedOf(sources);
    const PlacedImages src(backend_, Placement::Pageable, sources);
    PlacedImages dst(backend_, Placement::Pageable, filled(expected));
    each().run(src.input(), dst.output(), StreamRef(), *striper);
    dst.expect(expected);
}

TEST_P(CUDASTRIPE_BatchGroups, passThroughFewSlotsWhereMemoryIsShort)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    StriperParams params;
    params.route = Route::Striped;
    params.stagingMemoryLimit = 3 << 17;  // more than two of the largest pieces, less than eight
    const auto striper = backend_.striper(params);
    const std::vector<Mat> sources = randomSources(4), expected = expectedOf(sources);
    const PlacedImages src(backend_, Placement::Pageable, sources);
    PlacedImages dst(backend_, Placement::OnDevice, filled(expected));
    each().run(src.input(), dst.output(), StreamRef(), *striper);
    dst.expect(expected);
}

class CUDASTRIPE_TensorGroups : public testing::TestWithParam<BackendKind>
{
};

TEST_P(CUDASTRIPE_TensorGroups, fillOneTensorOnADevice)
{
    const Backend backend(GetParam(), 6);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    constexpr int count = 60;
    const Size size(320, 256);
    const Chain chain = Chain().convertTo(CV_32F, 1 / 255.).subtract(0.5).toTensor(TensorLayout::CHW, CV_16F);
    RNG rng(4);
    std::vector<Mat> sources;
    for (int i = 0; i < count; ++i)
        sources.push_back(randomImage(size, CV_8UC3, rng));
    Mat expected;
    cudastripe::transform(sources, expected, chain, StreamRef(), *Backend(BackendKind::Host).striper());
    const Mat flat(count * 3 * size.height, size.width, CV_16FC1, expected.data);
    const auto striper = backend.striper();
    for (Placement from : {Placement::Pageable, Placement::PageLocked}) {
        const PlacedImages src(backend, from, sources);
        PlacedImage dst(backend, ImageShape{Placement::OnDevice}, flat.size(), flat.type());
        dst.set(Mat::zeros(flat.size(), flat.type()));
        cudastripe::transform(src.input(), dst.output(), chain, StreamRef(), *striper);
        EXPECT_TRUE(sameBytes(flat, dst.get()));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_TensorGroups, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_BatchGroups,
                       testing::Combine(testing::Values(BackendKind::Simulated, BackendKind::TwoSimulated,
                                                        BackendKind::Cuda),
                                        testing::ValuesIn(batchCases())),
                       backendAndNumber<BatchCase>);

}}  // namespace opencv_test
