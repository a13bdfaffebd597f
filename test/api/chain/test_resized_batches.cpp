// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/placed_images.hpp"
#include "../../support/process/refusal.hpp"
#include "../../support/resize/resized_chains.hpp"

// Batches of chains that crop and resize.

namespace opencv_test { namespace {

using cudastripe::Resampling;

class CUDASTRIPE_ResizedBatch : public testing::TestWithParam<BackendKind>
{
protected:
    static std::vector<Mat> images()
    {
        RNG rng(41);
        std::vector<Mat> all;
        for (const Size& size : {Size(40, 30), Size(40, 30), Size(17, 60), Size(224, 99), Size(40, 30), Size(20, 20)})
            all.push_back(randomImage(size, CV_8UC3, rng));
        return all;
    }
    static std::vector<Mat> expectedOf(const Chain& chain, const std::vector<Mat>& sources)
    {
        std::vector<Mat> expected;
        for (const Mat& source : sources)
            expected.push_back(resizedChainReference(chain, source));
        return expected;
    }

    Backend backend_{GetParam(), 43};
};

TEST_P(CUDASTRIPE_ResizedBatch, ofImagesOfAnySizeIsOneTensor)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const std::vector<Mat> sources = images();
    for (const Resampling& by : {kBicubic, Resampling::opencv(INTER_AREA), Resampling::opencv(INTER_NEAREST)}) {
        const Chain chain =
            Chain().crop(Rect(3, 1, 14, 19)).resize(Size(16, 12), by).convertTo(CV_32F, 1 / 255.).toTensor();
        const std::vector<Mat> expected = expectedOf(chain, sources);
        for (const Placement placement : placementsOn(backend_)) {
            const PlacedImages src(backend_, placement, sources);
            const auto striper = backend_.striper();
            Mat blob;
            cudastripe::transform(src.input(), blob, chain, noArray(), StreamRef(), *striper);
            ASSERT_EQ(4, blob.dims);
            for (int i = 0; i < int(expected.size()); ++i)
                EXPECT_EQ(std::string(), differences(expected[size_t(i)], tensorImage(blob, i), 0)) << i;
        }
    }
}

TEST_P(CUDASTRIPE_ResizedBatch, givesEachImageItsResult)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const std::vector<Mat> sources = images();
    const Chain chain = Chain().resize(Size(31, 22), kBicubic).channels({2, 1, 0}).add(7);
    const std::vector<Mat> expected = expectedOf(chain, sources);
    const std::vector<Mat> old(sources.size(), Mat(Size(31, 22), CV_8UC3, Scalar::all(9)));
    for (const Placement placement : placementsOn(backend_)) {
        for (const int stripes : {0, 4}) {
            StriperParams params;
            params.stripes = stripes;
            const auto striper = backend_.striper(params);
            const PlacedImages src(backend_, placement, sources);
            PlacedImages dst(backend_, placement, old);
            cudastripe::transform(src.input(), dst.output(), chain, noArray(), StreamRef(), *striper);
            dst.expect(expected);
        }
    }
}

TEST_P(CUDASTRIPE_ResizedBatch, ofPicturesOfYuvGivesEachItsTensor)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(67);
    const YuvFormat nv12 = YuvFormat::hd();
    std::vector<Mat> sources, pixels;
    const auto host = Backend(BackendKind::Host).striper();
    for (const Size& size : {Size(40, 30), Size(40, 30), Size(40, 30), Size(34, 120), Size(222, 98), Size(40, 30)}) {
        Mat decoded;
        sources.push_back(randomImage(nv12.imageSize(size), CV_8UC1, rng));
        cudastripe::cvtFromYuv(sources.back(), decoded, nv12, FromYuvParams(), StreamRef(), *host);
        pixels.push_back(decoded);
    }
    const Chain part = Chain::fromYuv(nv12).crop(Rect(3, 1, 24, 29));
    const Resampling linear = Resampling::opencv(INTER_LINEAR), area = Resampling::opencv(INTER_AREA);
    for (const Chain& cut : {Chain(part).resize(Size(8, 4), linear), Chain(part).resize(Size(9, 12), area), part}) {
        const Chain chain = Chain(cut).convertTo(CV_32F, 1 / 255.).toTensor();
        const std::vector<Mat> expected = expectedOf(chain, pixels);
        const std::vector<Mat> old(sources.size(), Mat(expected[0].size(), expected[0].type(), Scalar::all(9)));
        for (const Placement placement : placementsOn(backend_)) {
            const PlacedImages src(backend_, placement, sources);
            PlacedImages dst(backend_, placement, old);
            const auto striper = backend_.striper();
            cudastripe::transform(src.input(), dst.output(), chain, noArray(), StreamRef(), *striper);
            dst.expect(expected);
        }
    }
}

// Images of a batch that differ only in their address are not described one by one.
TEST_P(CUDASTRIPE_ResizedBatch, looksForOverlapsWhereAPartIs)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(59);
    const auto striper = backend_.striper();
    const Size size(20, 10);
    const Chain chain = Chain().crop(Rect(Point(50, 40), size)).add(1);
    std::vector<Mat> sources;
    for (int i = 0; i < 3; ++i)
        sources.push_back(randomImage(Size(90, 80), CV_8UC1, rng));
    Mat others[2] = {Mat(80, 90, CV_8UC1, Scalar(9)), Mat(80, 90, CV_8UC1, Scalar(9))};
    const Rect place(Point(50, 40), size), shifted(Point(51, 42), size), away(Point(3, 5), size);
    const auto call = [&](const std::vector<Mat>& from, const std::vector<Mat>& to) {
        std::vector<Mat> results = to;
        cudastripe::transform(from, results, chain, noArray(), StreamRef(), *striper);
    };
    expectRefusal([&] { call({sources[0], sources[1]}, {others[0](place), sources[1](shifted)}); }, {"dst", "image 1"});
    expectRefusal([&] { call({sources[0], sources[1]}, {sources[1](shifted), others[0](place)}); }, {"overlap"});
    const Mat expected = resizedChainReference(chain, sources[2]);
    call(sources, {others[0](place), others[1](place), sources[2](away)});
    EXPECT_EQ(std::string(), differences(expected, sources[2](away), 0));
}

TEST_P(CUDASTRIPE_ResizedBatch, ofOneMayReplaceThePartThatItReads)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(61);
    const auto striper = backend_.striper();
    for (const int rows : {1, 2, 30}) {
        Mat image = randomImage(Size(90, 80), CV_8UC3, rng);
        const Rect part(10, 2, 50, rows);
        const Chain chain = Chain().crop(part).add(1);
        const Mat expected = resizedChainReference(chain, image);
        Mat place = image(part);
        cudastripe::transform(image, place, chain, noArray(), StreamRef(), *striper);
        EXPECT_EQ(std::string(), differences(expected, image(part), 0)) << rows;
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizedBatch, testing::ValuesIn(kAllBackends));

}}  // namespace opencv_test
