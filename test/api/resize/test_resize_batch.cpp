// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/device/stream_graph.hpp"
#include "../../support/images/placed_images.hpp"
#include "../../support/process/refusal.hpp"
#include "../../support/resize/resize_modes.hpp"

// A batch gives the bits of one call for each image.

namespace opencv_test { namespace {

class CUDASTRIPE_ResizeBatch : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    const ResizeMode mode_ = allResizeModes()[static_cast<size_t>(std::get<1>(GetParam()))];
    const Size to_ = Size(61, 47);

    static std::vector<Mat> randomImages(const std::vector<Size>& sizes)
    {
        RNG rng(9);
        std::vector<Mat> images;
        for (const Size& size : sizes)
            images.push_back(randomImage(size, CV_8UC3, rng));
        return images;
    }
    //! Of one size; of several; one size in both, with others between.
    static std::vector<std::vector<Size>> sizeLists()
    {
        const Size size(96, 80);
        return {std::vector<Size>(9, size),
                {Size(17, 5), Size(1, 1), Size(300, 7), Size(5, 90), Size(122, 94), Size(61, 47), Size(300, 200)},
                {size, size, Size(61, 80), size, size, Size(96, 47), size}};
    }
    std::vector<Mat> expectedOf(const std::vector<Mat>& sources) const
    {
        std::vector<Mat> results(sources.size());
        for (size_t i = 0; i < sources.size(); ++i)
            run(sources[i], results[i], StreamRef(), *host_);
        return results;
    }
    void run(InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) const
    {
        cudastripe::resize(src, dst, to_, mode_.resampling, stream, striper);
    }

    Backend backend_{std::get<0>(GetParam())};
    std::unique_ptr<Striper> host_ = Backend(BackendKind::Host).striper();
};

TEST_P(CUDASTRIPE_ResizeBatch, equalsSingleCalls)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (const std::vector<Size>& sizes : sizeLists()) {
        const std::vector<Mat> sources = randomImages(sizes), expected = expectedOf(sources);
        for (const Route route : {Route::Auto, Route::Striped, Route::Shared}) {
            for (const int stripes : {0, 5}) {
                StriperParams params;
                params.route = route;
                params.stripes = stripes;
                const auto striper = backend_.striper(params);
                for (const Placement placement : placementsOn(backend_)) {
                    SCOPED_TRACE(cudastripe::toString(route) + format(" %d %d", stripes, int(placement)));
                    const std::vector<Mat> old(sizes.size(), Mat(to_, CV_8UC3, Scalar::all(9)));
                    const PlacedImages src(backend_, placement, sources);
                    PlacedImages dst(backend_, placement, old);
                    run(src.input(), dst.output(), StreamRef(), *striper);
                    dst.expect(expected);
                }
            }
        }
    }
}

TEST_P(CUDASTRIPE_ResizeBatch, makesResultsOfItsOwn)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = backend_.striper();
    for (const std::vector<Size>& sizes : sizeLists()) {
        const std::vector<Mat> sources = randomImages(sizes), expected = expectedOf(sources);
        std::vector<Mat> results;
        run(sources, results, StreamRef(), *striper);
        ASSERT_EQ(expected.size(), results.size());
        for (size_t i = 0; i < expected.size(); ++i)
            EXPECT_TRUE(sameBytes(expected[i], results[i])) << i;
    }
}

TEST_P(CUDASTRIPE_ResizeBatch, namesABadImageAndWritesNothing)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = backend_.striper();
    std::vector<Mat> sources = randomImages(sizeLists()[1]), results(sources.size());
    sources[3] = Mat(5, 5, CV_16SC(5));
    for (Mat& result : results)
        result = Mat(to_, CV_8UC3, Scalar::all(9));
    expectRefusal([&] { run(sources, results, StreamRef(), *striper); }, {"cudastripe::resize", "image 3", "src"});
    for (const Mat& result : results)
        EXPECT_EQ(0, cv::norm(result, Mat(to_, CV_8UC3, Scalar::all(9)), NORM_INF));
}

TEST_P(CUDASTRIPE_ResizeBatch, runsInAGraph)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    if (backend_.devices().size() != 1)
        CUDASTRIPE_SKIP("a graph has one device");
    for (const std::vector<Size>& sizes : sizeLists()) {
        const std::vector<Mat> sources = randomImages(sizes), expected = expectedOf(sources);
        const OwnedStream stream(*backend_.device(), "captured");
        const PlacedImages src(backend_, Placement::OnDevice, sources);
        PlacedImages dst(backend_, Placement::OnDevice,
                         std::vector<Mat>(sizes.size(), Mat(to_, CV_8UC3, Scalar::all(9))));
        const auto striper = backend_.striper();
        StreamGraph graph(backend_, stream);
        run(src.input(), dst.output(), StreamHandle(stream.id().get()), *striper);
        graph.end();
        graph.run();
        dst.expect(expected);
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizeBatch,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(allResizeModes().size()))),
                       backendAndNumber<int>);

}}  // namespace opencv_test
