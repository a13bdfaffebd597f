// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/code_reference.hpp"
#include "../../support/codes/color_operations.hpp"
#include "../../support/images/special_floats.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_ColorCodes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    ImageOperation operation() const { return colorOperations()[static_cast<size_t>(std::get<1>(GetParam()))]; }
    BackendKind kind() const { return std::get<0>(GetParam()); }
};

TEST_P(CUDASTRIPE_ColorCodes, equalOpenCVInAnyShapeAndCut)
{
    const Backend backend(kind(), 11);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkShapes(operation(), backend, 3 + static_cast<std::uint64_t>(std::get<1>(GetParam())), 3);
}

TEST_P(CUDASTRIPE_ColorCodes, giveTheSameBitsInEveryCutting)
{
    const Backend backend(kind(), 5);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkCuttings(operation(), backend);
}

// Also of infinities, NaN and numbers around zero.
TEST_P(CUDASTRIPE_ColorCodes, giveTheSameFloatsOnHostAndDevice)
{
    const Backend backend(kind(), 3);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const ImageOperation op = operation();
    RNG rng(31);
    for (const int type : op.srcTypes) {
        if (CV_MAT_DEPTH(type) != CV_32F)
            continue;
        Mat src = op.content(Size(203, 101), type, rng), expected, actual;
        scatterSpecialFloats(src, 5, rng);
        StriperParams params;
        params.route = Route::Striped;
        op.run(Sources(src), expected, StreamRef(), *makeStriper({}));
        op.run(Sources(src), actual, StreamRef(), *backend.striper(params));
        EXPECT_EQ(0, std::memcmp(expected.data, actual.data, expected.total() * expected.elemSize())) << op.name;
    }
}

TEST_P(CUDASTRIPE_ColorCodes, mayReplaceTheSource)
{
    const Backend backend(kind(), 3);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const ImageOperation op = operation();
    RNG rng(37);
    for (const int type : op.srcTypes) {
        if (op.dstType(type) != type)
            continue;
        Mat image = op.content(Size(203, 11), type, rng), expected;
        op.run(Sources(image), expected, StreamRef(), *makeStriper({}));
        op.run(Sources(image), image, StreamRef(), *backend.striper());
        EXPECT_TRUE(sameBytes(expected, image)) << op.name;
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ColorCodes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(colorOperations().size()))));

class CUDASTRIPE_ColorBatches : public testing::TestWithParam<BackendKind>
{
};

// Kernels of several sizes are merged, with one table for all; images of one size share a body.
TEST_P(CUDASTRIPE_ColorBatches, giveTheBitsOfSingleCalls)
{
    const Backend backend(GetParam(), 3);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    StriperParams params;
    params.route = Route::Striped;
    const auto striper = backend.striper(params);
    RNG rng(43);
    std::vector<Mat> colors, patterns;
    for (const Size size : {Size(64, 40), Size(64, 40), Size(35, 22), Size(64, 40), Size(35, 22)}) {
        colors.push_back(randomImage(size, CV_8UC3, rng));
        patterns.push_back(randomImage(size, CV_8UC1, rng));
    }
    for (const int code : {COLOR_BGR2Lab, COLOR_Lab2BGR, COLOR_BGR2HSV, COLOR_BGR2BGRA, COLOR_BayerGB2BGR}) {
        const std::vector<Mat>& sources = code == COLOR_BayerGB2BGR ? patterns : colors;
        std::vector<Mat> results;
        cudastripe::cvtColor(sources, results, code, StreamRef(), *striper);
        ASSERT_EQ(sources.size(), results.size());
        for (size_t i = 0; i < sources.size(); ++i) {
            Mat expected;
            cudastripe::cvtColor(sources[i], expected, code, StreamRef(), *makeStriper({}));
            EXPECT_TRUE(sameBytes(expected, results[i])) << code << ", image " << i;
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ColorBatches, testing::ValuesIn(kAllBackends));

class CUDASTRIPE_Bayer : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    ImageOperation operation() const { return bayerOperations()[static_cast<size_t>(std::get<1>(GetParam()))]; }
    BackendKind kind() const { return std::get<0>(GetParam()); }
};

TEST_P(CUDASTRIPE_Bayer, equalsOpenCVInAnyShapeAndCut)
{
    const Backend backend(kind(), 11);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkShapes(operation(), backend, 5 + static_cast<std::uint64_t>(std::get<1>(GetParam())));
}

TEST_P(CUDASTRIPE_Bayer, givesTheSameBitsInEveryCutting)
{
    const Backend backend(kind(), 5);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkCuttings(operation(), backend);
}

TEST_P(CUDASTRIPE_Bayer, equalsOpenCVForALargePattern)
{
    const Backend backend(kind(), 7);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    RNG rng(41);
    for (const int type : operation().srcTypes)
        checkOnce(operation(), backend, *striper, randomImage(Size(1003, 517), type, rng), ImageShape(), ImageShape());
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_Bayer,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(bayerOperations().size()))));

//! All pixels of three bytes, or all values of one or two bytes.
Mat allPixels(int channels)
{
    const int bits = 8 * std::min(channels, 3);
    Mat image(1 << bits / 2, 1 << (bits - bits / 2), CV_8UC(channels));
    for (int i = 0; i < 1 << bits; ++i) {
        uchar* const pixel = image.ptr() + size_t(i) * size_t(channels);
        for (int c = 0; c < channels; ++c)
            pixel[c] = c < 3 ? uchar(i >> 8 * c) : uchar(i * 0x9e3779b1u >> 24);
    }
    return image;
}

class CUDASTRIPE_AllColorsOfCodes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
};

TEST_P(CUDASTRIPE_AllColorsOfCodes, equalOpenCV)
{
    const Backend backend(std::get<0>(GetParam()));
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const ImageOperation op = colorOperations()[static_cast<size_t>(std::get<1>(GetParam()))];
    const auto striper = backend.striper();
    checkOnce(op, backend, *striper, allPixels(CV_MAT_CN(op.srcTypes.front())), ImageShape(), ImageShape());
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_AllColorsOfCodes,
                       testing::Combine(testing::Values(BackendKind::Host, BackendKind::Cuda),
                                        testing::Range(0, static_cast<int>(colorOperations().size()))));

//! Samples that differ; all by one.
int differing(const Mat& a, const Mat& b)
{
    Mat difference;
    cv::absdiff(a, b, difference);
    EXPECT_LE(cv::norm(difference, NORM_INF), 1);
    return cv::countNonZero(difference.reshape(1));
}

// OpenCV's compiler may fuse products and sums.
TEST(CUDASTRIPE_HueReference, isWithinOneCodeOfRowsOfOnePixel)
{
    const Mat pixels = allPixels(3), column = pixels.reshape(0, 1 << 24);
    for (int code : {COLOR_HSV2BGR, COLOR_HSV2RGB_FULL, COLOR_BGR2HLS, COLOR_RGB2HLS_FULL, COLOR_HLS2BGR}) {
        Mat dst;
        cv::cvtColor(column, dst, code);
        EXPECT_LE(differing(hueReference(pixels, code, 3), dst.reshape(0, pixels.rows)), 2000) << code;
    }
}

}}  // namespace opencv_test
