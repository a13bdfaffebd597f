// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/operations/batch_cases.hpp"
#include "../../support/process/refusal.hpp"

// A batch gives the bits of one call for each image, in any memory.

namespace opencv_test { namespace {

//! Images of one batch and their results, each placed by itself.
class PlacedBatch
{
public:
    PlacedBatch(const Backend& backend, const BatchCase& each, const std::vector<Size>& sizes,
                const std::function<Placement(bool dst)>& placement, std::uint64_t seed)
    {
        RNG rng(seed);
        const auto host = Backend(BackendKind::Host).striper();
        for (Size size : sizes) {
            size = Size((size.width + each.block.width - 1) / each.block.width * each.block.width,
                        (size.height + each.block.height - 1) / each.block.height * each.block.height);
            const Mat content =
                randomImage(Size(size.width, size.height * each.sourceRows / each.ofRows), each.type, rng);
            Mat result;
            each.run(content, result, StreamRef(), *host);
            place(backend, content, shapeIn(placement(false), content, rng), src_);
            place(backend, Mat(result.size(), result.type(), Scalar::all(7)), shapeIn(placement(true), result, rng),
                  dst_);
            expected_.push_back(result);
        }
    }

    std::vector<Mat> sources() const { return headers(src_); }
    std::vector<Mat> results() const { return headers(dst_); }
    std::vector<cuda::GpuMat> deviceSources() const { return deviceHeaders(src_); }
    std::vector<cuda::GpuMat> deviceResults() const { return deviceHeaders(dst_); }

    void check() const
    {
        for (size_t i = 0; i < dst_.size(); ++i) {
            EXPECT_EQ(std::string(), differences(expected_[i], dst_[i]->get(), 0)) << "image " << i;
            EXPECT_TRUE(dst_[i]->guardsIntact()) << "image " << i;
        }
    }
    bool untouched() const
    {
        return std::all_of(dst_.begin(), dst_.end(), [](const auto& image) {
            const Mat pixels = image->get();
            return cv::norm(pixels, Mat(pixels.size(), pixels.type(), Scalar::all(7)), NORM_INF) == 0;
        });
    }

private:
    using Images = std::vector<std::unique_ptr<PlacedImage>>;

    static ImageShape shapeIn(Placement placement, const Mat& image, RNG& rng)
    {
        ImageShape shape;
        shape.placement = placement;
        shape.offset = rng.uniform(0, 4);
        shape.padding = rng.uniform(0, 2) ? rng.uniform(0, 9) : 0;
        return shape.inValues(image.type());
    }
    static void place(const Backend& backend, const Mat& content, const ImageShape& shape, Images& images)
    {
        images.push_back(std::make_unique<PlacedImage>(backend, shape, content.size(), content.type()));
        images.back()->set(content);
    }
    static std::vector<Mat> headers(const Images& images)
    {
        std::vector<Mat> mats;
        for (const auto& image : images)
            mats.push_back(image->input().getMat());
        return mats;
    }
    static std::vector<cuda::GpuMat> deviceHeaders(const Images& images)
    {
        std::vector<cuda::GpuMat> mats;
        for (const auto& image : images)
            mats.push_back(*static_cast<const cuda::GpuMat*>(image->input().getObj()));
        return mats;
    }

    Images src_, dst_;
    std::vector<Mat> expected_;
};

const std::vector<Size> kMixedSizes = {Size(17, 5),  Size(1, 1),     Size(64, 64),  Size(33, 2),
                                       Size(300, 7), Size(320, 180), Size(64, 64),  Size(16, 40),
                                       Size(5, 90),  Size(640, 30),  Size(224, 224)};

class CUDASTRIPE_Batch : public testing::TestWithParam<std::tuple<BackendKind, BatchCase>>
{
protected:
    const BatchCase& each() const { return std::get<1>(GetParam()); }
    bool onHostOnly() const { return std::get<0>(GetParam()) == BackendKind::Host; }

    Backend backend_{std::get<0>(GetParam())};
};

TEST_P(CUDASTRIPE_Batch, equalsSingleCallsInHostMemory)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (Route route : {Route::Auto, Route::Host, Route::Direct, Route::Striped, Route::Shared}) {
        StriperParams params;
        params.route = route;
        const auto striper = backend_.striper(params);
        for (int kind = 0; kind < (onHostOnly() ? 1 : 3); ++kind) {
            RNG rng(static_cast<std::uint64_t>(kind + 5));
            const auto placement = [&](bool) {
                return kind == 0 || (kind == 1 && rng.uniform(0, 2)) ? Placement::Pageable : Placement::PageLocked;
            };
            SCOPED_TRACE(cudastripe::toString(route) + format(" %d", kind));
            PlacedBatch batch(backend_, each(), kMixedSizes, placement, 77);
            std::vector<Mat> results = batch.results();
            each().run(batch.sources(), results, StreamRef(), *striper);
            batch.check();
        }
    }
}

TEST_P(CUDASTRIPE_Batch, equalsSingleCallsOnADevice)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    if (onHostOnly())
        CUDASTRIPE_SKIP("the host has no device memory");
    const auto striper = backend_.striper();
    const OwnedStream stream(*backend_.device(), "caller");
    for (int kind = 0; kind < 5; ++kind) {
        const bool fromDevice = kind != 1 && kind != 2, toDevice = kind != 3 && kind != 4;
        const Placement host = kind % 2 ? Placement::Pageable : Placement::PageLocked;
        for (const StreamRef& ref : {StreamRef(), StreamRef(StreamHandle(stream.id().get()))}) {
            SCOPED_TRACE(format("%d %d", kind, ref.given()));
            PlacedBatch batch(
                backend_, each(), kMixedSizes,
                [&](bool dst) { return (dst ? toDevice : fromDevice) ? Placement::OnDevice : host; }, 78);
            std::vector<Mat> results;
            std::vector<cuda::GpuMat> deviceResults;
            if (toDevice)
                deviceResults = batch.deviceResults();
            else
                results = batch.results();
            const _OutputArray to = toDevice ? _OutputArray(deviceResults) : _OutputArray(results);
            if (fromDevice)
                each().run(batch.deviceSources(), to, ref, *striper);
            else
                each().run(batch.sources(), to, ref, *striper);
            waitFor(*backend_.device(), stream);
            batch.check();
        }
    }
}

// Large enough for several slots, and for an image that has pieces in two of them.
TEST_P(CUDASTRIPE_Batch, passesThroughSlotsInGroups)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    if (onHostOnly() || std::get<0>(GetParam()) == BackendKind::TwoSimulated)
        CUDASTRIPE_SKIP("one device shows it");
    StriperParams params;
    params.route = Route::Striped;
    const auto striper = backend_.striper(params);
    std::vector<Size> sizes(7, Size(1920, 1080));
    sizes[2] = Size(16, 8);
    PlacedBatch batch(
        backend_, each(), sizes, [](bool) { return Placement::Pageable; }, 81);
    std::vector<Mat> results = batch.results();
    each().run(batch.sources(), results, StreamRef(), *striper);
    batch.check();
}

TEST_P(CUDASTRIPE_Batch, makesResultsOfItsOwn)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = backend_.striper();
    PlacedBatch batch(
        backend_, each(), kMixedSizes, [](bool) { return Placement::Pageable; }, 79);
    std::vector<Mat> results;
    each().run(batch.sources(), results, StreamRef(), *striper);
    const std::vector<Mat> sources = batch.sources();
    ASSERT_EQ(sources.size(), results.size());
    for (size_t i = 0; i < sources.size(); ++i) {
        Mat expected;
        each().run(sources[i], expected, StreamRef(), *striper);
        EXPECT_TRUE(sameBytes(expected, results[i])) << i;
    }
}

TEST_P(CUDASTRIPE_Batch, namesABadImageAndWritesNothing)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = backend_.striper();
    const std::vector<Size> sizes(41, Size(8, 6));
    PlacedBatch batch(
        backend_, each(), sizes, [](bool) { return Placement::Pageable; }, 80);
    std::vector<Mat> sources = batch.sources(), results = batch.results();
    const Mat old = results[40];
    sources[37] = Mat(6, 8, CV_64FC(5), Scalar());
    results[40] = Mat();
    expectRefusal([&] { each().run(sources, results, StreamRef(), *striper); }, {"image 37", "src", "64FC5"});
    const std::string text = refusalOf([&] { each().run(sources, results, StreamRef(), *striper); }).err;
    EXPECT_NE(std::string::npos, text.find("cudastripe::")) << text;
    EXPECT_EQ(text.find("cudastripe::"), text.rfind("cudastripe::")) << text;
    sources[37] = Mat();
    expectRefusal([&] { each().run(sources, results, StreamRef(), *striper); }, {"image 37", "src", "empty"});
    EXPECT_TRUE(batch.untouched());
    EXPECT_TRUE(results[40].empty());
    results.pop_back();
    expectRefusal([&] { each().run(batch.sources(), results, StreamRef(), *striper); }, {"41 images", "dst has 40"});
    std::vector<UMat> shared;
    expectRefusal([&] { each().run(batch.sources(), shared, StreamRef(), *striper); }, {"UMat"});
    expectRefusal([&] { each().run(std::vector<Mat>(), results, StreamRef(), *striper); }, {"src", "without images"});
    EXPECT_TRUE(batch.untouched());
}

CUDASTRIPE_INSTANTIATE(Batch, CUDASTRIPE_Batch,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(batchCases())),
                       backendAndNumber<BatchCase>);

}}  // namespace opencv_test
