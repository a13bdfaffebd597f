// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/yuv_decode_reference.hpp"
#include "../../support/operations/from_yuv_operations.hpp"

// cvtFromYuv of the one image, against real arithmetic.

namespace opencv_test { namespace {

class CUDASTRIPE_FromYuv : public testing::TestWithParam<std::tuple<BackendKind, ImageOperation>>
{
protected:
    const ImageOperation& operation() const { return std::get<1>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 73};
};

TEST_P(CUDASTRIPE_FromYuv, isWithinACodeOfRealArithmeticInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(operation(), backend_, 79 + operation().name.size(), 1);
}

TEST_P(CUDASTRIPE_FromYuv, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation(), backend_);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromYuv,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(fromYuvLayoutOperations())));

int codesOf(const YuvFormat& format)
{
    return 1 << format.depth();
}

// Every luma with neutral chroma, each over a block of 2 x 2 pixels.
YuvPicture greys(const YuvFormat& format)
{
    const int codes = codesOf(format), across = 1 << (format.depth() / 2);
    YuvPicture picture = greyPicture(Size(2 * across, 2 * (codes / across)), format);
    for (int i = 0; i < codes; ++i)
        picture.y(Rect(i % across * 2, i / across * 2, 2, 2)).setTo(i);
    return picture;
}

// The same decode is listed once for each siting of the chroma.
bool isFirstSiting(const YuvFormat& format)
{
    static const std::vector<YuvFormat> all = YuvFormat::all();
    for (const YuvFormat& other : all) {
        if (other.withSiting(format.siting()) == format)
            return other == format;
    }
    return true;
}

class CUDASTRIPE_FromEveryYuvFormat : public testing::TestWithParam<BackendKind>
{
protected:
    Mat decode(InputArray src, const YuvFormat& format, ChannelOrder order = ChannelOrder::BGR, int channels = 3) const
    {
        Mat dst;
        cudastripe::cvtFromYuv(src, dst, format, order, channels, StreamRef(), *striper_);
        return dst;
    }

    Mat encode(const Mat& src, const YuvFormat& format) const
    {
        Mat dst;
        cudastripe::cvtToYuv(src, dst, format, ChannelOrder::BGR, StreamRef(), *striper_);
        return dst;
    }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> striper_ = backend_.available() ? backend_.striper() : nullptr;
};

TEST_P(CUDASTRIPE_FromEveryYuvFormat, isWithinACodeOfRealArithmeticInBothOrdersWithAndWithoutAlpha)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(83);
    int formats = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const Size size = format.imageSize(Size(64, 34));
        if (size.empty())
            continue;
        ++formats;
        const Mat src = randomYuvImage(size, format.imageType(), rng, format);
        for (ChannelOrder order : {ChannelOrder::BGR, ChannelOrder::RGB}) {
            for (int channels : {3, 4}) {
                checkOnce(fromYuvOperation(format, order, channels), backend_, *striper_, src, {}, {});
                ASSERT_FALSE(HasFatalFailure()) << format.name();
                checkOnce(fromYuvOperation(format, order, channels, CV_8U), backend_, *striper_, src, {}, {});
                ASSERT_FALSE(HasFatalFailure()) << format.name() << " to 8 bits";
            }
        }
    }
    EXPECT_GT(formats, 200);
}

// Empty if all channels are equal, and the code is the nearest one to the real number. In the middle between two codes
// either is.
std::string wrongGrey(const YuvFormat& format, int luma, const Vec3d& colour, double most)
{
    const double neutral = codesOf(format) / 2;
    const double real = realColour(Vec3d(luma, neutral, neutral), format)[0] * most / greatestColour(format);
    const double within = std::min(most, std::max(0., real));
    if (colour == Vec3d::all(colour[0]) && std::abs(colour[0] - within) <= 0.5)
        return std::string();
    return cv::format("Y = %d is %g, %g, %g instead of %.17g", luma, colour[0], colour[1], colour[2], real);
}

TEST_P(CUDASTRIPE_FromEveryYuvFormat, everyGreyIsTheRoundedRealNumberInAllChannels)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (const YuvFormat& format : YuvFormat::all()) {
        if (!isFirstSiting(format) || format.imageSize(Size(2, 2)).empty())
            continue;
        const YuvPicture picture = greys(format);
        const Mat src = imageOfPicture(picture, format);
        for (int depth : {colourDepth(format), int(CV_8U)}) {
            Mat dst, actual;
            FromYuvParams params;
            params.depth = depth;
            cudastripe::cvtFromYuv(src, dst, format, params, StreamRef(), *striper_);
            dst.convertTo(actual, CV_64F);
            const double most = depth == CV_8U ? 255 : 65535;
            for (int i = 0; i < int(actual.total()); ++i) {
                const Point at(i % actual.cols, i / actual.cols);
                const std::string wrong = wrongGrey(format, picture.y.at<ushort>(at), actual.at<Vec3d>(at), most);
                ASSERT_EQ(std::string(), wrong) << format.name() << " to " << typeToString(dst.type());
            }
        }
    }
}

TEST_P(CUDASTRIPE_FromEveryYuvFormat, everyGreyCodeComesBack)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (const YuvFormat& format : YuvFormat::all()) {
        if (!isFirstSiting(format) || format.imageSize(Size(2, 2)).empty())
            continue;
        YuvPicture picture = greys(format);
        const Mat back = encode(decode(imageOfPicture(picture, format), format), format);
        if (format.range() == YuvRange::Limited) {
            // Codes beyond black and white come back as these.
            picture.y = min(max(picture.y, 16 << (format.depth() - 8)), 235 << (format.depth() - 8));
        }
        // The formula of tutorials rounds down when it encodes.
        const double down = format.matrix() == YuvMatrix::Tutorial ? 1 : 0;
        ASSERT_EQ(std::string(), differences(imageOfPicture(picture, format), back, down)) << format.name();
    }
}

TEST_P(CUDASTRIPE_FromEveryYuvFormat, everyGreyOfFullRangeComesBack)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    int formats = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const bool fewer = format.depth() != 8 && format.depth() != 16;  // codes than greys
        if (format.range() == YuvRange::Limited || fewer || format.imageSize(Size(2, 2)).empty())
            continue;
        ++formats;
        const int side = format.depth() == 8 ? 32 : 512;
        Mat src(side, side, format.depth() == 8 ? CV_8UC3 : CV_16UC3);
        for (int i = 0; i < side * side / 4; ++i)
            src(Rect(i % (side / 2) * 2, i / (side / 2) * 2, 2, 2)).setTo(Scalar::all(i));
        ASSERT_EQ(std::string(), differences(src, decode(encode(src, format), format), 0)) << format.name();
    }
    EXPECT_GT(formats, 50);
}

// Extreme codes and their neighbours, in blocks of 2 x 2 pixels.
YuvPicture extremes(const YuvFormat& format, RNG& rng)
{
    YuvPicture picture = greyPicture(Size(32, 32), format);
    const auto extreme = [&] {
        const int near = rng.uniform(0, 3);
        return rng.uniform(0, 2) ? codesOf(format) - 1 - near : near;
    };
    for (int y = 0; y < 32; y += 2) {
        for (int x = 0; x < 32; x += 2) {
            picture.y(Rect(x, y, 2, 2)).setTo(extreme());
            for (Mat* chroma : {&picture.u, &picture.v}) {
                if (chroma->empty())
                    continue;
                const Size span(32 / chroma->cols, 32 / chroma->rows);
                (*chroma)(Rect(x / span.width, y / span.height, 2 / span.width, 2 / span.height)).setTo(extreme());
            }
        }
    }
    return picture;
}

// Codes whose colours lie beyond black and white give 0 and all ones, not one code beside.
TEST_P(CUDASTRIPE_FromEveryYuvFormat, coloursBeyondTheGamutAreSaturated)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(89);
    for (const YuvFormat& format : YuvFormat::all()) {
        if (!isFirstSiting(format) || format.imageSize(Size(2, 2)).empty() || format.layout() == YuvLayout::Y)
            continue;
        const YuvPicture picture = extremes(format, rng);
        Mat actual;
        decode(imageOfPicture(picture, format), format, ChannelOrder::RGB).convertTo(actual, CV_64F);
        const Size span(32 / picture.u.cols, 32 / picture.u.rows);
        for (Point at; at.y < 32; ++at.y) {
            for (at.x = 0; at.x < 32; ++at.x) {
                const Point block(at.x / span.width, at.y / span.height);
                const Vec3d yuv(picture.y.at<ushort>(at), picture.u.at<ushort>(block), picture.v.at<ushort>(block));
                const Vec3d real = realColour(yuv, format), is = actual.at<Vec3d>(at);
                for (int c = 0; c < 3; ++c) {
                    if (real[c] <= -1 || real[c] >= greatestColour(format) + 1) {
                        ASSERT_EQ(real[c] < 0 ? 0 : greatestColour(format), is[c]) << format.name() << yuv;
                    }
                }
            }
        }
    }
}

TEST_P(CUDASTRIPE_FromEveryYuvFormat, rgbIsBgrSwappedAndAlphaIsAllOnes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(97);
    for (const YuvFormat& format : YuvFormat::all()) {
        if (!isFirstSiting(format) || format.imageSize(Size(2, 2)).empty())
            continue;
        const Mat src = randomYuvImage(format.imageSize(Size(18, 6)), format.imageType(), rng, format);
        const Mat bgr = decode(src, format), rgba = decode(src, format, ChannelOrder::RGB, 4);
        Mat expected;
        cv::cvtColor(bgr, expected, COLOR_BGR2RGBA);
        ASSERT_EQ(std::string(), differences(expected, rgba, 0)) << format.name();
        Mat alpha;
        extractChannel(rgba, alpha, 3);
        ASSERT_EQ(0, cv::norm(alpha, Mat(alpha.size(), alpha.type(), Scalar(greatestColour(format))), NORM_INF));
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromEveryYuvFormat,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

}}  // namespace opencv_test
