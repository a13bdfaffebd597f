// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/yuv_reference.hpp"
#include "../../support/operations/yuv_operations.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_YuvFormats : public testing::TestWithParam<std::tuple<BackendKind, ImageOperation>>
{
protected:
    const ImageOperation& operation() const { return std::get<1>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 43};
};

TEST_P(CUDASTRIPE_YuvFormats, isWithinACodeOfRealArithmeticInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(operation(), backend_, 47 + operation().name.size(), 1);
}

TEST_P(CUDASTRIPE_YuvFormats, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation(), backend_);
}

// Images of up to 170 columns are converted several rows side by side; wider ones in blocks of at most 512 pixels,
// which go to the destination at once where a plane gets whole vectors.
TEST_P(CUDASTRIPE_YuvFormats, wideRowsAreWithinACodeOfRealArithmetic)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(61);
    const auto striper = backend_.striper();
    const Size block = operation().block;
    for (int width : {68, 132, 168, 172, 192, 516, 640, 1100}) {
        const Size size(width - width % block.width, 5 * block.height);
        for (int type : operation().srcTypes) {
            checkOnce(operation(), backend_, *striper, randomSample(operation(), size, type, rng, false));
            ASSERT_FALSE(HasFatalFailure());
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_YuvFormats,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(yuvLayoutOperations())));

class CUDASTRIPE_EveryYuvFormat : public testing::TestWithParam<BackendKind>
{
protected:
    Backend backend_{GetParam()};
};

// All formats there are, from both channel orders, on an image with every kind of block.
TEST_P(CUDASTRIPE_EveryYuvFormat, isWithinACodeOfRealArithmetic)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(53);
    const auto striper = backend_.striper();
    int turn = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const int type = CV_MAKETYPE(format.depth() == 8 ? CV_8U : CV_16U, 3 + turn++ % 2);
        const Mat src = randomImage(Size(64, 32), type, rng);
        for (ChannelOrder order : {ChannelOrder::BGR, ChannelOrder::RGB}) {
            checkOnce(yuvFormatOperation(format, order), backend_, *striper, src, ImageShape(), ImageShape());
            ASSERT_FALSE(HasFatalFailure()) << format.name();
        }
    }
    EXPECT_GT(turn, 200);
}

// Every grey as a block of 2 x 2 pixels.
Mat greyBlocks(int depth)
{
    const int side = depth == CV_8U ? 32 : 512, greys = side * side / 4;
    Mat image(side, side, CV_MAKETYPE(depth, 4));
    for (int i = 0; i < greys; ++i)
        image(Rect(i % (side / 2) * 2, i / (side / 2) * 2, 2, 2)).setTo(Scalar::all(i));
    return image;
}

TEST_P(CUDASTRIPE_EveryYuvFormat, isExactOnGreyBlackAndWhite)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const auto striper = backend_.striper();
    const Mat bytes = greyBlocks(CV_8U), words = greyBlocks(CV_16U);
    for (const YuvFormat& format : YuvFormat::all()) {
        const Mat& src = format.depth() == 8 ? bytes : words;
        Mat dst;
        cudastripe::cvtToYuv(src, dst, format, ChannelOrder::BGR, StreamRef(), *striper);
        const double given = format.matrix() > YuvMatrix::BT2020 ? 1 : 0;  // other integers, other results
        ASSERT_EQ(std::string(), differences(yuvReference(src, format, false), dst, given)) << format.name();
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_EveryYuvFormat,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

TEST(CUDASTRIPE_YuvFormatsReference, nv12AndNv21AreTheI420OfOpenCVInterleaved)
{
    RNG rng(59);
    const auto striper = makeStriper({});
    const Size size(90, 46);
    const Mat src = randomImage(size, CV_8UC4, rng);
    Mat i420, actual;
    cv::cvtColor(src, i420, COLOR_BGRA2YUV_I420);
    const Mat u(size / 2, CV_8U, i420.ptr(size.height)), v(size / 2, CV_8U, u.data + u.total());
    for (YuvLayout layout : {YuvLayout::NV12, YuvLayout::NV21}) {
        Mat chroma;
        const Mat order[] = {layout == YuvLayout::NV12 ? u : v, layout == YuvLayout::NV12 ? v : u};
        merge(order, 2, chroma);
        cudastripe::cvtToYuv(src, actual, YuvFormat::opencv420(layout), ChannelOrder::BGR, StreamRef(), *striper);
        EXPECT_EQ(0, cv::norm(actual.rowRange(0, size.height), i420.rowRange(0, size.height), NORM_INF));
        EXPECT_EQ(0, std::memcmp(actual.ptr(size.height), chroma.data, chroma.total() * 2));
    }
}

}}  // namespace opencv_test
