// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <map>

#include "../../reference/yuv_decode_reference.hpp"
#include "../../support/operations/from_yuv_operations.hpp"

// The codes of cv::cvtColor that read YUV, byte by byte.

namespace opencv_test { namespace {

class CUDASTRIPE_FromYuvCodes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    const DecodingCode& code() const { return decodingCodes()[static_cast<size_t>(std::get<1>(GetParam()))]; }
    BackendKind kind() const { return std::get<0>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 109};
};

// All pictures of 2 x 2 to 66 x 38, those included whose planes of I420 end in the middle of a row.
TEST_P(CUDASTRIPE_FromYuvCodes, equalsCvtColorInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(decodingCodeOperation(code()), backend_, static_cast<std::uint64_t>(code().code));
}

TEST_P(CUDASTRIPE_FromYuvCodes, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(decodingCodeOperation(code()), backend_);
}

// All 2^24 codes of Y, U, V: each pair of U and V meets each block of 2 x 2 or 2 x 1 neighbours of luma.
const Mat& allCodes(const YuvFormat& format)
{
    static std::map<YuvLayout, Mat> images;
    Mat& image = images[format.layout()];
    if (image.empty()) {
        YuvPicture picture = greyPicture(Size(4096, 4096), format);
        const Size block = format.blockSize();
        for (int i = 0; i < int(picture.u.total()); ++i) {
            const int row = i / picture.u.cols, col = i % picture.u.cols;
            picture.u.at<ushort>(row, col) = static_cast<ushort>(i & 255);
            picture.v.at<ushort>(row, col) = static_cast<ushort>(i >> 8 & 255);
            for (int k = 0; k < block.area(); ++k)
                picture.y.at<ushort>(row * block.height + k / block.width, col * block.width + k % block.width) =
                    static_cast<ushort>((i >> 16) * block.area() + k);
        }
        image = imageOfPicture(picture, format);
    }
    return image;
}

TEST_P(CUDASTRIPE_FromYuvCodes, equalsCvtColorForAllCodes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    if (kind() == BackendKind::TwoSimulated)
        CUDASTRIPE_SKIP("two devices do what one does with each colour");
    ImageShape shape;
    shape.placement = backend_.device() ? Placement::PageLocked : Placement::Pageable;
    checkOnce(decodingCodeOperation(code()), backend_, *backend_.striper(), allCodes(code().format()), shape, shape);
}

TEST_P(CUDASTRIPE_FromYuvCodes, aRegionOfALargerImageIsRead)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(113);
    const YuvFormat format = code().format();
    const auto striper = backend_.striper();
    for (const Size picture : {Size(64, 38), Size(62, 36), Size(2, 2), Size(6, 2), Size(1280, 722)}) {
        const Size size = format.imageSize(picture);
        const Mat large = randomImage(size + Size(9, 7), format.imageType(), rng), before = large.clone();
        const Mat src = large(Rect(Point(5, 3), size));
        Mat whole(picture + Size(6, 4), CV_8UC(code().channels), Scalar::all(9)), expected;
        Mat dst = whole(Rect(Point(3, 1), picture));
        cv::cvtColor(src, expected, code().code);
        cudastripe::cvtColor(src, dst, code().code, StreamRef(), *striper);
        ASSERT_EQ(std::string(), differences(expected, dst.clone(), 0)) << code().name << picture;
        ASSERT_TRUE(sameBytes(before, large));
        dst.setTo(Scalar::all(9));
        ASSERT_EQ(0, cv::norm(whole, Mat(whole.size(), whole.type(), Scalar::all(9)), NORM_INF)) << "beside dst";
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromYuvCodes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(decodingCodes().size()))));

class CUDASTRIPE_FromYuvTwoPlanes : public testing::TestWithParam<BackendKind>
{
protected:
    // Checks a code on luma and chroma that lie as two shapes say.
    void check(const DecodingCode& code, Size picture, const ImageShape& lumaShape, const ImageShape& chromaShape)
    {
        PlacedImage luma(backend_, lumaShape, picture, CV_8UC1), chroma(backend_, chromaShape, picture / 2, CV_8UC2);
        const Mat y = randomImage(picture, CV_8UC1, rng_), uv = randomImage(picture / 2, CV_8UC2, rng_);
        luma.set(y);
        chroma.set(uv);
        Mat expected, actual;
        cv::cvtColorTwoPlane(y, uv, expected, code.code);
        cudastripe::cvtColorTwoPlane(luma.input(), chroma.input(), actual, code.code, StreamRef(), *striper_);
        ASSERT_EQ(std::string(), differences(expected, actual, 0)) << code.name << picture << lumaShape << chromaShape;
    }

    ImageShape randomShape(Placement placement)
    {
        ImageShape shape;
        shape.placement = placement;
        shape.offset = rng_.uniform(0, 4);
        shape.padding = rng_.uniform(0, 3) == 0 ? 0 : 2 * rng_.uniform(1, 20);
        return shape;
    }

    Backend backend_{GetParam(), 127};
    std::unique_ptr<Striper> striper_ = backend_.available() ? backend_.striper() : nullptr;
    RNG rng_{131};
};

TEST_P(CUDASTRIPE_FromYuvTwoPlanes, equalsCvtColorTwoPlane)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    int compared = 0;
    for (const DecodingCode& code : decodingCodes()) {
        if (code.channels < 3 || (code.layout != YuvLayout::NV12 && code.layout != YuvLayout::NV21))
            continue;
        ++compared;
        for (int height = 2; height <= 38; height += 2) {
            for (int width = 2; width <= 66; width += 2) {
                const Placement placement =
                    backend_.devices().size() == 1 ? static_cast<Placement>(rng_.uniform(0, 3)) : Placement::Pageable;
                check(code, Size(width, height), randomShape(placement), randomShape(placement));
                ASSERT_FALSE(HasFatalFailure());
            }
        }
    }
    EXPECT_EQ(8, compared);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromYuvTwoPlanes, testing::ValuesIn(kAllBackends));

// The formula that layouts without a code are compared with.
TEST(CUDASTRIPE_FromYuvCodesReference, equalsCvtColorForAllCodes)
{
    const YuvFormat format = YuvFormat::opencv420(YuvLayout::I420);
    const Mat& image = allCodes(format);
    Mat expected;
    cv::cvtColor(image, expected, COLOR_YUV2RGBA_I420);
    EXPECT_EQ(std::string(),
              differences(coloursOfPicture(pictureOf(image, expected.size(), format), format, true, 4), expected, 0));
}

TEST(CUDASTRIPE_FromYuvCodesTable, formatsOfOpenCVGiveTheBytesOfTheCodes)
{
    RNG rng(137);
    const auto striper = makeStriper({});
    for (const DecodingCode& code : decodingCodes()) {
        if (code.channels < 3)
            continue;
        for (const YuvFormat& format : {YuvFormat::opencv420(code.layout), YuvFormat::opencv422(code.layout)}) {
            const Mat src = randomImage(format.imageSize(Size(90, 46)), format.imageType(), rng);
            Mat expected, actual;
            cv::cvtColor(src, expected, code.code);
            cudastripe::cvtFromYuv(src, actual, format, code.rgb ? ChannelOrder::RGB : ChannelOrder::BGR, code.channels,
                                   StreamRef(), *striper);
            EXPECT_EQ(std::string(), differences(expected, actual, 0)) << code.name;
        }
    }
}

TEST(CUDASTRIPE_FromYuvCodesTable, theNumberOfChannelsMayBeGiven)
{
    RNG rng(139);
    const auto striper = makeStriper({});
    for (const DecodingCode& code : decodingCodes()) {
        for (int channels : {0, 3, 4}) {
            if (code.channels == 1 && channels > 0)
                continue;
            const Mat src = randomImage(code.format().imageSize(Size(90, 46)), code.format().imageType(), rng);
            Mat expected, actual;
            cv::cvtColor(src, expected, code.code, channels);
            cudastripe::cvtColor(src, actual, code.code, channels, StreamRef(), *striper);
            EXPECT_EQ(std::string(), differences(expected, actual, 0)) << code.name << ", " << channels;
        }
    }
}

TEST(CUDASTRIPE_FromYuvCodesTable, grayOfAnArrayOfPlanesIsTheFirst)
{
    RNG rng(137);
    const Mat chroma = randomImage(Size(32, 24), CV_8UC1, rng);
    const std::vector<Mat> planes = {randomImage(Size(64, 48), CV_8UC1, rng), chroma, chroma};
    Mat gray;
    cudastripe::cvtColor(planes, gray, COLOR_YUV2GRAY_420);
    EXPECT_TRUE(sameBytes(planes[0], gray));
}

TEST(CUDASTRIPE_FromYuvCodesTable, synonymsAreThePlainNames)
{
    EXPECT_EQ(int(COLOR_YUV2BGR_I420), int(COLOR_YUV2BGR_IYUV));
    EXPECT_EQ(int(COLOR_YUV2GRAY_420), int(COLOR_YUV2GRAY_I420));
    EXPECT_EQ(int(COLOR_YUV2GRAY_YUY2), int(COLOR_YUV2GRAY_YVYU));
    EXPECT_EQ(31u, decodingCodes().size());
}

}}  // namespace opencv_test
