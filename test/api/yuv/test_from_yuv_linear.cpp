// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/yuv_linear_reference.hpp"
#include "../../support/images/placed_planes.hpp"
#include "../../support/operations/from_yuv_operations.hpp"

// cvtFromYuv with interpolated chroma, against real arithmetic; and that no cut of an image shows in it.

namespace opencv_test { namespace {

FromYuvParams linear(ChannelOrder order = ChannelOrder::BGR, int channels = 3, int depth = -1)
{
    FromYuvParams params;
    params.order = order;
    params.channels = channels;
    params.depth = depth;
    params.upsampling = ChromaUpsampling::Linear;
    return params;
}

class CUDASTRIPE_FromYuvLinear : public testing::TestWithParam<std::tuple<BackendKind, ImageOperation>>
{
protected:
    const ImageOperation& operation() const { return std::get<1>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 211};
};

TEST_P(CUDASTRIPE_FromYuvLinear, isWithinACodeOfRealArithmeticInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(operation(), backend_, 223 + operation().name.size(), 1);
}

TEST_P(CUDASTRIPE_FromYuvLinear, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation(), backend_);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromYuvLinear,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(linearYuvOperations())));

class CUDASTRIPE_FromEveryYuvFormatLinear : public testing::TestWithParam<BackendKind>
{
protected:
    Mat decode(InputArray src, const YuvFormat& format, const FromYuvParams& params) const
    {
        Mat dst;
        cudastripe::cvtFromYuv(src, dst, format, params, StreamRef(), *striper_);
        return dst;
    }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> striper_ = backend_.available() ? backend_.striper() : nullptr;
};

TEST_P(CUDASTRIPE_FromEveryYuvFormatLinear, isWithinACodeOfRealArithmetic)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(227);
    int formats = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const Size size = format.imageSize(Size(64, 34));
        if (size.empty())
            continue;
        ++formats;
        const Mat src = randomYuvImage(size, format.imageType(), rng, format);
        const ChannelOrder order = formats % 2 ? ChannelOrder::RGB : ChannelOrder::BGR;
        for (int depth : {-1, int(CV_8U)}) {
            checkOnce(linearYuvOperation(format, linear(order, 3 + formats / 2 % 2, depth)), backend_, *striper_, src,
                      {}, {});
            ASSERT_FALSE(HasFatalFailure()) << format.name();
        }
    }
    EXPECT_GT(formats, 200);
}

// Every luma, and chroma of one value, neutral or not. Greys are exact, because those of the nearest sample are.
TEST_P(CUDASTRIPE_FromEveryYuvFormatLinear, evenChromaGivesWhatTheNearestSampleGives)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(229);
    for (const YuvFormat& format : YuvFormat::all()) {
        const int codes = 1 << format.depth(), across = 1 << (format.depth() / 2);
        if (format.imageSize(Size(2, 2)).empty() || (format.depth() == 16 && format.matrix() != YuvMatrix::BT709))
            continue;
        YuvPicture picture = greyPicture(Size(across, codes / across), format);
        for (int i = 0; i < codes; ++i)
            picture.y.at<ushort>(i / across, i % across) = static_cast<ushort>(i);
        for (bool grey : {true, false}) {
            if (!grey && !picture.u.empty()) {
                picture.u.setTo(rng.uniform(0, codes));
                picture.v.setTo(rng.uniform(0, codes));
            }
            const Mat src = imageOfPicture(picture, format);
            FromYuvParams nearest = linear();
            nearest.upsampling = ChromaUpsampling::Nearest;
            ASSERT_TRUE(sameBytes(decode(src, format, nearest), decode(src, format, linear()))) << format.name();
        }
    }
}

TEST_P(CUDASTRIPE_FromEveryYuvFormatLinear, chromaOfEveryPixelGivesWhatTheNearestSampleGives)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(233);
    for (const YuvFormat& format : YuvFormat::all()) {
        if (format.blockSize() != Size(1, 1))
            continue;
        const Mat src = randomYuvImage(format.imageSize(Size(35, 11)), format.imageType(), rng, format);
        FromYuvParams nearest = linear();
        nearest.upsampling = ChromaUpsampling::Nearest;
        ASSERT_TRUE(sameBytes(decode(src, format, nearest), decode(src, format, linear()))) << format.name();
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromEveryYuvFormatLinear,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

std::vector<YuvFormat> formatsToCut()
{
    return {YuvFormat::jpeg(),
            YuvFormat::hd(),
            YuvFormat::hd(YuvLayout::NV21).withSiting(ChromaSiting::TopLeft),
            YuvFormat::uhd(),
            YuvFormat(YuvLayout::I420, YuvMatrix::BT709, YuvRange::Full).withDepth(10),
            YuvFormat(YuvLayout::YV12, YuvMatrix::BT601).withSiting(ChromaSiting::TopLeft),
            YuvFormat(YuvLayout::I422, YuvMatrix::BT601).withDepth(16).withSiting(ChromaSiting::Center),
            YuvFormat(YuvLayout::NV16)};
}

class CUDASTRIPE_FromYuvLinearCuts : public testing::TestWithParam<BackendKind>
{
protected:
    //! Stripers that cut in all ways; stripes of one row at the most.
    StriperParams randomCuts()
    {
        StriperParams params;
        params.stripes = rng_.uniform(0, 3) ? rng_.uniform(1, 9) : 1000;
        params.order = static_cast<IssueOrder>(rng_.uniform(0, 3));
        params.streams = rng_.uniform(0, 4);
        params.slots = rng_.uniform(0, 2) ? rng_.uniform(2, 5) : 0;
        params.route = rng_.uniform(0, 2) ? Route::Shared : Route::Striped;
        return params;
    }

    Mat onHost(InputArray src, const YuvFormat& format, const FromYuvParams& params) const
    {
        const Backend host(BackendKind::Host);
        Mat dst;
        cudastripe::cvtFromYuv(src, dst, format, params, StreamRef(), *host.striper());
        return dst;
    }

    PlacedImage imageIn(Placement placement, Size size, int type)
    {
        return PlacedImage(backend_, randomShape(placement, rng_).inValues(type), size, type);
    }

    Placement anyPlacement()
    {
        if (!backend_.device())
            return Placement::Pageable;
        return static_cast<Placement>(rng_.uniform(0, backend_.devices().size() == 1 ? 3 : 2));
    }

    Backend backend_{GetParam(), 239};
    RNG rng_{241};
};

TEST_P(CUDASTRIPE_FromYuvLinearCuts, planesWithStepsOfTheirOwnGiveTheBitsOfTheHost)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (const YuvFormat& format : formatsToCut()) {
        for (int i = 0; i < 20; ++i) {
            const Size size = randomPicture(pictureUnit(format), rng_);
            const Mat samples = randomSamples(format, size, rng_);
            const FromYuvParams params = linear(ChannelOrder::RGB, rng_.uniform(3, 5));
            const Placement placement = anyPlacement();
            PlacedPlanes planes(backend_, format, size, [&](int) { return randomShape(placement, rng_); });
            planes.set(samples);
            std::vector<Mat> copies;
            for (int p = 0; p < format.planes(); ++p)
                copies.push_back(planes.plane(p).get());
            const Size one = format.imageSize(size);
            const Mat expected =
                one.empty() ? onHost(copies, format, params) : onHost(samples.reshape(1, one.height), format, params);
            PlacedImage dst = imageIn(anyPlacement(), size, CV_MAKETYPE(colourDepth(format), params.channels));
            const auto striper = backend_.striper(randomCuts());
            if (placement == Placement::OnDevice)
                cudastripe::cvtFromYuv(planes.gpuMats(), dst.output(), format, params, StreamRef(), *striper);
            else
                cudastripe::cvtFromYuv(planes.mats(), dst.output(), format, params, StreamRef(), *striper);
            ASSERT_TRUE(sameBytes(expected, dst.get())) << format.name() << size << " call " << i;
            ASSERT_TRUE(dst.guardsIntact() && planes.guardsIntact());
            ASSERT_TRUE(sameBytes(samples, planes.samples())) << "the source was written";
        }
    }
}

// Two chroma rows of I420 share a row of memory. Their number is odd, and rows differ as much as they can, so a stripe
// without its neighbours' rows shows.
TEST_P(CUDASTRIPE_FromYuvLinearCuts, stripesReadTheRowsOfTheirNeighbours)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (const YuvFormat& format : formatsToCut()) {
        for (int height : {2, 4, 6, 10, 22, 30}) {
            YuvPicture picture = greyPicture(Size(16, height), format);
            for (int y = 0; y < picture.u.rows; ++y) {
                picture.u.row(y).setTo(y % 2 ? 1 << (format.depth() - 2) : 3 << (format.depth() - 2));
                picture.v.row(y).setTo(y % 3 ? 1 << (format.depth() - 2) : 3 << (format.depth() - 2));
            }
            picture.y.setTo(1 << (format.depth() - 1));
            const Mat image = imageOfPicture(picture, format);
            const Mat expected = linearColoursOfPicture(picture, format, false, 3, colourDepth(format));
            const Mat whole = onHost(image, format, linear());
            ASSERT_EQ(std::string(), differences(expected, whole, 1)) << format.name() << ", " << height << " rows";
            for (int stripes : {1, 2, 3, 1000}) {
                PlacedImage src = imageIn(anyPlacement(), image.size(), image.type());
                src.set(image);
                PlacedImage dst = imageIn(anyPlacement(), whole.size(), whole.type());
                StriperParams cuts = randomCuts();
                cuts.stripes = stripes;
                cudastripe::cvtFromYuv(src.input(), dst.output(), format, linear(), StreamRef(),
                                       *backend_.striper(cuts));
                ASSERT_TRUE(sameBytes(whole, dst.get())) << format.name() << ", " << height << " rows, " << stripes;
            }
        }
    }
}

// Calls on a stream, and frames of a pipeline, use the slots of those before.
TEST_P(CUDASTRIPE_FromYuvLinearCuts, callsAndFramesOnAStreamGiveTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    if (!backend_.device())
        CUDASTRIPE_SKIP("the host has no streams");
    const OwnedStream stream(*backend_.device(), "caller");
    for (int i = 0; i < 2 * int(formatsToCut().size()); ++i) {
        const YuvFormat format = formatsToCut()[size_t(i) / 2];
        StriperParams cuts = randomCuts();
        cuts.route = Route::Striped;
        const auto striper = backend_.striper(cuts);
        Pipeline pipeline(StreamHandle(StreamId(stream).get()), *striper);
        const bool frames = i % 2 == 1;
        const StreamRef ref = frames ? StreamRef(pipeline) : StreamRef(StreamHandle(StreamId(stream).get()));
        std::vector<std::unique_ptr<PlacedImage>> sources, results;
        std::vector<Mat> expected;
        for (int k = 0; k < 6; ++k) {
            const Size size = frames ? Size(40, 30) : Size(2 * rng_.uniform(1, 30), 2 * rng_.uniform(1, 20));
            const Mat image = randomYuvImage(format.imageSize(size), format.imageType(), rng_, format);
            expected.push_back(onHost(image, format, linear()));
            const bool onDevice = backend_.devices().size() == 1 && !frames && k % 3 == 2;
            const Placement to = onDevice ? Placement::OnDevice : Placement::PageLocked;
            sources.emplace_back(new PlacedImage(backend_, {Placement::PageLocked, 0, 4}, image.size(), image.type()));
            results.emplace_back(new PlacedImage(backend_, {to, 0, 8}, size, expected.back().type()));
            sources.back()->set(image);
        }
        for (size_t k = 0; k < expected.size(); ++k)
            cudastripe::cvtFromYuv(sources[k]->input(), results[k]->output(), format, linear(), ref, *striper);
        waitFor(*backend_.device(), stream);
        for (size_t k = 0; k < expected.size(); ++k)
            ASSERT_TRUE(sameBytes(expected[k], results[k]->get())) << format.name() << ", call " << k;
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromYuvLinearCuts, testing::ValuesIn(kAllBackends));

}}  // namespace opencv_test
