// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <array>

#include "../../reference/yuv_shuffle_reference.hpp"
#include "../../support/operations/cvt_yuv_operations.hpp"
#include "../../support/operations/from_yuv_operations.hpp"

// cvtYuv of the one image between formats of one matrix and range, against fractions.

namespace opencv_test { namespace {

class CUDASTRIPE_CvtYuv : public testing::TestWithParam<std::tuple<BackendKind, ImageOperation>>
{
protected:
    const ImageOperation& operation() const { return std::get<1>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 109};
};

TEST_P(CUDASTRIPE_CvtYuv, isEqualToFractionsInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(operation(), backend_, 113 + operation().name.size(), 1);
}

TEST_P(CUDASTRIPE_CvtYuv, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation(), backend_);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_CvtYuv,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(cvtYuvOperations())));

const YuvRange kRanges[] = {YuvRange::Limited, YuvRange::Full};
const ChromaSiting kSitings[] = {ChromaSiting::TopLeft, ChromaSiting::Left, ChromaSiting::Center};

class CUDASTRIPE_CvtEveryYuv : public testing::TestWithParam<BackendKind>
{
protected:
    Mat convert(const Mat& src, const YuvFormat& from, const YuvFormat& to) const
    {
        Mat dst;
        cudastripe::cvtYuv(src, from, dst, to, StreamRef(), *striper_);
        return dst;
    }

    // The first difference to the reference, or nothing.
    std::string wrong(const Mat& src, Size picture, const YuvFormat& from, const YuvFormat& to) const
    {
        const YuvPicture expected = shuffledPicture(pictureOf(src, picture, from), from, to);
        return differences(imageOfPicture(expected, to), convert(src, from, to), 0);
    }

    Mat randomSource(Size picture, const YuvFormat& format)
    {
        return randomYuvImage(format.imageSize(picture), format.imageType(), rng_, format);
    }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> striper_ = backend_.available() ? backend_.striper() : nullptr;
    RNG rng_{127};
};

// Groups of eight pixels and what is left, and more than a block of the CPU's loops.
const Size kPictures[] = {Size(28, 6), Size(64, 4), Size(1100, 2)};

TEST_P(CUDASTRIPE_CvtEveryYuv, everyLayoutBecomesEveryOtherOne)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    int turn = 0;
    for (YuvRange range : kRanges) {
        const std::vector<YuvFormat> all = yuvLayoutsAndDepths(YuvMatrix::BT2020, range);
        for (const YuvFormat& from : all) {
            for (const YuvFormat& plain : all) {
                const YuvFormat to = plain.withSiting(kSitings[turn % 3]);
                const Size picture = kPictures[++turn % 7 == 0 ? 2 : turn % 2];
                if (from.imageSize(picture).empty() || to.imageSize(picture).empty())
                    continue;
                ASSERT_EQ(std::string(), wrong(randomSource(picture, from), picture, from, to))
                    << from.name() << " to " << to.name();
            }
        }
    }
    EXPECT_GT(turn, 700);
}

TEST_P(CUDASTRIPE_CvtEveryYuv, chromaOfLargerBlocksIsWhatTheSitingSays)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Size picture(1100, 4);
    for (YuvLayout layout : {YuvLayout::I444, YuvLayout::Packed444, YuvLayout::UYVY, YuvLayout::NV16}) {
        for (YuvLayout fewer : {YuvLayout::NV12, YuvLayout::YUY2, YuvLayout::I420, YuvLayout::P010}) {
            for (ChromaSiting siting : kSitings) {
                for (YuvRange range : kRanges) {
                    const YuvFormat from(layout, YuvMatrix::BT601, range);
                    const YuvFormat to = YuvFormat(fewer, YuvMatrix::BT601, range).withSiting(siting);
                    ASSERT_EQ(std::string(), wrong(randomSource(picture, from), picture, from, to))
                        << from.name() << " to " << to.name();
                }
            }
        }
    }
}

TEST_P(CUDASTRIPE_CvtEveryYuv, theSitingOfTheSourceMakesNoDifference)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat src = randomSource(Size(28, 6), YuvFormat::hd());
    for (YuvLayout layout : {YuvLayout::I420, YuvLayout::UYVY, YuvLayout::I444}) {
        const YuvFormat to = YuvFormat::hd(layout).withSiting(ChromaSiting::Center);
        const Mat left = convert(src, YuvFormat::hd(), to);
        for (ChromaSiting siting : kSitings)
            EXPECT_TRUE(sameBytes(left, convert(src, YuvFormat::hd().withSiting(siting), to))) << to.name();
    }
}

TEST_P(CUDASTRIPE_CvtEveryYuv, theWayThroughAFormatOfMoreChromaAndDepthIsTheIdentity)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Size picture(28, 6);
    int ways = 0;
    for (YuvRange range : kRanges) {
        const std::vector<YuvFormat> all = yuvLayoutsAndDepths(YuvMatrix::BT709, range);
        for (const YuvFormat& a : all) {
            for (const YuvFormat& b : all) {
                const Size spanA = a.blockSize(), spanB = b.blockSize();
                const bool more = spanB.width <= spanA.width && spanB.height <= spanA.height && b.depth() >= a.depth();
                const bool grey = b.layout() == YuvLayout::Y && a.layout() != YuvLayout::Y;
                if (!more || grey || a.imageSize(picture).empty() || b.imageSize(picture).empty())
                    continue;
                ++ways;
                const YuvFormat back = a.withSiting(kSitings[ways % 3]);
                const YuvPicture clean = pictureOf(randomSource(picture, a), picture, a);
                const Mat src = imageOfPicture(clean, a);
                ASSERT_TRUE(sameBytes(src, convert(convert(src, a, b), b, back))) << a.name() << " by " << b.name();
            }
        }
    }
    EXPECT_GT(ways, 200);
}

// All codes of luma and of chroma.
TEST_P(CUDASTRIPE_CvtEveryYuv, everyCodeBecomesTheNearestOneOfTheOtherDepth)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (YuvRange range : kRanges) {
        for (int depth : {8, 10, 12, 16}) {
            for (int other : {8, 10, 12, 16}) {
                const YuvFormat from = YuvFormat(YuvLayout::I444, YuvMatrix::BT709, range).withDepth(depth);
                const YuvFormat to = YuvFormat(YuvLayout::I444, YuvMatrix::BT709, range).withDepth(other);
                YuvPicture picture = greyPicture(Size(256, 1 << (depth - 8)), from);
                picture.y.forEach<ushort>([](ushort& code, const int* at) { code = ushort(at[0] * 256 + at[1]); });
                picture.u = picture.y.clone();
                picture.v = picture.y.clone();
                ASSERT_EQ(std::string(), wrong(imageOfPicture(picture, from), picture.y.size(), from, to))
                    << from.name() << " to " << to.name();
            }
        }
    }
}

TEST_P(CUDASTRIPE_CvtEveryYuv, codesOfMoreBitsThanTheFormatHasCountAsItsGreatest)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Size picture(28, 6);
    for (int depth : {10, 12}) {
        const YuvFormat from = YuvFormat(YuvLayout::I420).withDepth(depth);
        const Mat src = randomImage(from.imageSize(picture), from.imageType(), rng_);
        for (const YuvFormat& to : yuvLayoutsAndDepths(YuvMatrix::BT709, YuvRange::Limited)) {
            if (to.imageSize(picture).empty())
                continue;
            EXPECT_EQ(std::string(), wrong(src, picture, from, to)) << from.name() << " to " << to.name();
        }
    }
}

TEST_P(CUDASTRIPE_CvtEveryYuv, samplesOfOnePlaneMayBeReplaced)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Size picture(1100, 4);
    for (YuvLayout layout : {YuvLayout::UYVY, YuvLayout::YUY2, YuvLayout::YVYU}) {
        const YuvFormat from(YuvLayout::UYVY), to(layout);
        Mat image = randomSource(picture, from);
        const Mat expected = convert(image.clone(), from, to);
        const uchar* const memory = image.data;
        cudastripe::cvtYuv(image, from, image, to, StreamRef(), *striper_);
        EXPECT_EQ(memory, image.data);
        EXPECT_TRUE(sameBytes(expected, image)) << to.name();
    }
}

TEST_P(CUDASTRIPE_CvtEveryYuv, theTwoMatricesOfOpenCVAreOne)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat src = randomSource(Size(28, 6), YuvFormat::opencv420());
    const YuvFormat to = YuvFormat::opencv422();
    EXPECT_TRUE(
        sameBytes(convert(src, YuvFormat::opencv420(), to), convert(src, YuvFormat::opencv422(YuvLayout::I420), to)));
}

// What cvtFromYuv and cvtToYuv give one after the other.
TEST_P(CUDASTRIPE_CvtEveryYuv, anotherMatrixOrRangeGoesThroughColours)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Size picture(28, 6);
    const YuvFormat formats[] = {
        YuvFormat::sd(),       YuvFormat::hd(YuvLayout::UYVY), YuvFormat::uhd(),           YuvFormat::jpeg(),
        YuvFormat::tutorial(), YuvFormat::opencv420(),         YuvFormat::hd(YuvLayout::Y)};
    for (const YuvFormat& from : formats) {
        for (const YuvFormat& to : formats) {
            if (from.matrix() == to.matrix() && from.range() == to.range())
                continue;
            const Mat src = randomSource(picture, from);
            Mat colours, expected;
            cudastripe::cvtFromYuv(src, colours, from, StreamRef(), *striper_);
            if (from.depth() == 8 && to.depth() > 8)
                colours.convertTo(colours, CV_16U, 257);
            if (from.depth() > 8 && to.depth() == 8)
                colours.convertTo(colours, CV_8U, 1 / 257.);
            cudastripe::cvtToYuv(colours, expected, to, StreamRef(), *striper_);
            EXPECT_EQ(std::string(), differences(expected, convert(src, from, to), 0))
                << from.name() << " to " << to.name();
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_CvtEveryYuv,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
