// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <map>

#include "../../../src/model/yuv/codes.hpp"
#include "../../reference/yuv_reference.hpp"
#include "../../support/operations/yuv_operations.hpp"

namespace opencv_test { namespace {

const char* const kOldOpenCV = "this OpenCV is older than 4.9 and has no codes for 4:2:2";

class CUDASTRIPE_YuvCodes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    const YuvCode& code() const { return yuvCodes()[static_cast<size_t>(std::get<1>(GetParam()))]; }
    ImageOperation operation() const { return yuvCodeOperations()[static_cast<size_t>(std::get<1>(GetParam()))]; }
    BackendKind kind() const { return std::get<0>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 29};
};

#define CUDASTRIPE_NEEDS_BACKEND_AND_CODE()     \
    if (!backend_.available())                  \
        CUDASTRIPE_SKIP(backend_.skipReason()); \
    if (!opencvHasCode(code().code))            \
    CUDASTRIPE_SKIP(kOldOpenCV)

TEST_P(CUDASTRIPE_YuvCodes, equalsCvtColorInAnyShapeAndCut)
{
    CUDASTRIPE_NEEDS_BACKEND_AND_CODE();
    checkShapes(operation(), backend_, static_cast<std::uint64_t>(code().code));
}

// Against the formula written out where OpenCV lacks the code, so that this runs everywhere.
TEST_P(CUDASTRIPE_YuvCodes, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation(), backend_);
    RNG rng(31);
    const auto striper = backend_.striper();
    checkOnce(operation(), backend_, *striper, randomImage(Size(320, 242), CV_8UC4, rng), ImageShape(), ImageShape());
}

// A quarter of all colours, each as a block, so that luma and chroma see every one in four images.
Mat colourBlocks(int quarter, Size block)
{
    Mat image(4096, 4096, CV_8UC4, Scalar::all(77));
    const int cols = image.cols / block.width, count = image.rows / block.height * cols;
    for (int i = 0; i < count; ++i) {
        const int colour = quarter * count + i;
        const Vec4b value(uchar(colour), uchar(colour >> 8), uchar(colour >> 16), uchar(i));
        for (int k = 0; k < block.area(); ++k)
            image.at<Vec4b>(i / cols * block.height + k / block.width, i % cols * block.width + k % block.width) =
                value;
    }
    return image;
}

TEST_P(CUDASTRIPE_YuvCodes, equalsCvtColorForAllColours)
{
    CUDASTRIPE_NEEDS_BACKEND_AND_CODE();
    if (kind() == BackendKind::TwoSimulated)
        CUDASTRIPE_SKIP("two devices do what one does with each colour");
    const Size block = code().format.blockSize();
    const auto striper = backend_.striper();
    ImageShape shape;
    shape.placement = backend_.device() ? Placement::PageLocked : Placement::Pageable;
    for (int quarter = 0; quarter < block.area(); ++quarter) {
        checkOnce(operation(), backend_, *striper, colourBlocks(quarter, block), shape, shape);
        if (HasFatalFailure())
            return;
    }
}

TEST_P(CUDASTRIPE_YuvCodes, equalsCvtColorForRandomBlocks)
{
    CUDASTRIPE_NEEDS_BACKEND_AND_CODE();
    RNG rng(37);
    const auto striper = backend_.striper();
    for (int channels : {3, 4})
        checkOnce(operation(), backend_, *striper, randomImage(Size(1280, 1026), CV_8UC(channels), rng), ImageShape(),
                  ImageShape());
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_YuvCodes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(yuvCodes().size()))));

// If this fails, the platform has replaced cv::cvtColor by something that OpenCV's own formula does not describe.
TEST(CUDASTRIPE_YuvCodesReference, equalsCvtColor)
{
    RNG rng(41);
    int compared = 0;
    for (const YuvCode& row : yuvCodes()) {
        if (!opencvHasCode(row.code))
            continue;
        for (int type : {CV_8UC3, CV_8UC4}) {
            const Mat src = randomImage(Size(334, 222), type, rng);
            Mat dst;
            cv::cvtColor(src, dst, row.code);
            EXPECT_EQ(std::string(), differences(opencvYuvReference(src, row.code), dst, 0)) << row.name;
            ++compared;
        }
    }
    EXPECT_GE(compared, 16);
}

TEST(CUDASTRIPE_YuvCodesTable, hasOpenCVsNumbers)
{
    std::map<std::string, int> codes;
    for (const YuvCode& row : yuvCodes())
        codes[row.name] = row.code;
    EXPECT_EQ(20u, codes.size());
#define CUDASTRIPE_SAME(CODE) EXPECT_EQ(int(cv::CODE), codes[#CODE])
    CUDASTRIPE_SAME(COLOR_RGB2YUV_I420);
    CUDASTRIPE_SAME(COLOR_BGR2YUV_I420);
    CUDASTRIPE_SAME(COLOR_RGBA2YUV_I420);
    CUDASTRIPE_SAME(COLOR_BGRA2YUV_I420);
    CUDASTRIPE_SAME(COLOR_RGB2YUV_YV12);
    CUDASTRIPE_SAME(COLOR_BGR2YUV_YV12);
    CUDASTRIPE_SAME(COLOR_RGBA2YUV_YV12);
    CUDASTRIPE_SAME(COLOR_BGRA2YUV_YV12);
#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 9)
    CUDASTRIPE_SAME(COLOR_RGB2YUV_UYVY);
    CUDASTRIPE_SAME(COLOR_BGR2YUV_UYVY);
    CUDASTRIPE_SAME(COLOR_RGBA2YUV_UYVY);
    CUDASTRIPE_SAME(COLOR_BGRA2YUV_UYVY);
    CUDASTRIPE_SAME(COLOR_RGB2YUV_YUY2);
    CUDASTRIPE_SAME(COLOR_BGR2YUV_YUY2);
    CUDASTRIPE_SAME(COLOR_RGBA2YUV_YUY2);
    CUDASTRIPE_SAME(COLOR_BGRA2YUV_YUY2);
    CUDASTRIPE_SAME(COLOR_RGB2YUV_YVYU);
    CUDASTRIPE_SAME(COLOR_BGR2YUV_YVYU);
    CUDASTRIPE_SAME(COLOR_RGBA2YUV_YVYU);
    CUDASTRIPE_SAME(COLOR_BGRA2YUV_YVYU);
#endif
}

}}  // namespace opencv_test
