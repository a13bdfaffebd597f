// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <array>

#include "../../support/images/guarded_outputs.hpp"
#include "../../support/images/placed_image.hpp"
#include "../../support/process/refusal.hpp"

// What cvtFromYuv and the codes that read YUV refuse, before anything is written.

namespace opencv_test { namespace {

const Size kImage(6, 6);

class CUDASTRIPE_FromYuvBadInput : public GuardedOutputs
{
protected:
    void convert(InputArray from, OutputArray to, const YuvFormat& format, int channels = 3) const
    {
        cudastripe::cvtFromYuv(from, to, format, ChannelOrder::BGR, channels, StreamRef(), *striper);
    }

    void byCode(InputArray from, OutputArray to, int code) const
    {
        cudastripe::cvtColor(from, to, code, StreamRef(), *striper);
    }

    const Mat src{kImage, CV_8UC1, Scalar::all(1)};  // of NV12 and its like
    const Mat luma{kPictureSize, CV_8UC1, Scalar::all(1)}, chroma{Size(3, 2), CV_8UC2, Scalar::all(1)};
    Mat dst = guarded(kPictureSize, CV_8UC3);
};

TEST_F(CUDASTRIPE_FromYuvBadInput, sourceThatIsEmpty)
{
    expectRefusal([&] { convert(Mat(), dst, YuvFormat::hd()); }, {"cudastripe::cvtFromYuv", "src is empty"});
    expectRefusal([&] { convert(noArray(), dst, YuvFormat::hd()); }, {"src is"});
    expectRefusal([&] { byCode(Mat(), dst, COLOR_YUV2BGR_NV12); }, {"cudastripe::cvtColor", "src is empty"});
    expectRefusal([&] { convert(std::vector<Mat>{luma, Mat()}, dst, YuvFormat::hd()); }, {"src[1] is"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, sourceOfTheWrongType)
{
    for (int type : {CV_8UC2, CV_8UC3, CV_16UC1, CV_8SC1, CV_32FC1})
        expectRefusal([&] { convert(Mat(kImage, type, Scalar::all(1)), dst, YuvFormat::hd()); },
                      {"src", typeToString(type).c_str(), "nv12:bt709:limited", "CV_8UC1"});
    expectRefusal([&] { convert(src, dst, YuvFormat::uhd()); }, {"src", "CV_8UC1", "p010:bt2020:limited", "CV_16UC1"});
    expectRefusal([&] { convert(src, dst, YuvFormat::hd(YuvLayout::UYVY)); }, {"src", "CV_8UC1", "uyvy", "CV_8UC2"});
    expectRefusal([&] { byCode(Mat(kPictureSize, CV_8UC3), dst, COLOR_YUV2BGR_UYVY); }, {"src", "CV_8UC3", "CV_8UC2"});
    expectRefusal([&] { byCode(Mat(kImage, CV_8UC2), dst, COLOR_YUV2BGR_I420); }, {"src", "CV_8UC2", "CV_8UC1"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, sourceOfASizeThatNoPictureGives)
{
    const auto refused = [&](Size size, const YuvFormat& format) {
        const Mat from(size, format.imageType(), Scalar::all(1));
        const std::string given = cv::format("%d x %d", size.width, size.height);
        expectRefusal([&] { convert(from, dst, format); }, {"src", given.c_str(), format.name().c_str()});
    };
    for (int rows : {1, 2, 4, 5, 7, 8})
        refused(Size(6, rows), YuvFormat::hd());
    refused(Size(5, 6), YuvFormat::hd());
    refused(Size(1, 3), YuvFormat::jpeg());
    refused(Size(6, 5), YuvFormat::hd(YuvLayout::I422));
    refused(Size(6, 4), YuvFormat::hd(YuvLayout::I444));
    refused(Size(5, 4), YuvFormat::hd(YuvLayout::UYVY));
    expectRefusal([&] { byCode(Mat(6, 5, CV_8UC1), dst, COLOR_YUV2BGR_NV12); }, {"src", "5 x 6"});
    expectRefusal([&] { byCode(Mat(5, 6, CV_8UC1), dst, COLOR_YUV2BGR_YV12); }, {"src", "6 x 5"});
    expectRefusal([&] { byCode(Mat(5, 6, CV_8UC1), dst, COLOR_YUV2GRAY_420); }, {"src", "6 x 5"});
    expectRefusal([&] { byCode(Mat(4, 5, CV_8UC2), dst, COLOR_YUV2BGR_YUY2); }, {"src", "5 x 4"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, oneImageOfAFormatThatHasNone)
{
    for (const YuvFormat& format : YuvFormat::all()) {
        if (format.imageSize(Size(4, 4)).empty())
            expectRefusal([&] { convert(Mat(kImage, CV_MAT_DEPTH(format.planeType(0))), dst, format); },
                          {"src", format.name().c_str(), "plane"});
    }
}

TEST_F(CUDASTRIPE_FromYuvBadInput, channelsThatAreNot3Or4)
{
    for (int channels : {-1, 0, 1, 2, 5})
        expectRefusal([&] { convert(src, dst, YuvFormat::hd(), channels); },
                      {"channels", std::to_string(channels).c_str(), "3 or 4"});
    for (int channels : {-1, 1, 2, 5})
        expectRefusal([&] { cudastripe::cvtColor(src, dst, COLOR_YUV2BGR_NV12, channels, StreamRef(), *striper); },
                      {"dstCn", std::to_string(channels).c_str()});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, depthsThatTheFormatDoesNotGive)
{
    const auto call = [&](const YuvFormat& format, int depth) {
        const Mat from(kImage, format.imageType(), Scalar::all(1));
        FromYuvParams params;
        params.depth = depth;
        cudastripe::cvtFromYuv(from, dst, format, params, StreamRef(), *striper);
    };
    for (int depth : {CV_16U, CV_8S, CV_32F, -2, 99})
        expectRefusal([&] { call(YuvFormat::hd(), depth); },
                      {"params.depth", std::to_string(depth).c_str(), "CV_8U", "-1"});
    for (int depth : {CV_8S, CV_16S, CV_32F, -2, 99})
        expectRefusal([&] { call(YuvFormat::uhd(), depth); },
                      {"params.depth", std::to_string(depth).c_str(), "CV_16U", "-1", "CV_8U"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, parametersOfOtherValues)
{
    const auto refused = [&](const FromYuvParams& params, std::initializer_list<const char*> words) {
        expectRefusal([&] { cudastripe::cvtFromYuv(src, dst, YuvFormat::hd(), params, StreamRef(), *striper); }, words);
    };
    for (int value : {-1, 2, 7}) {
        const std::string given = std::to_string(value);
        FromYuvParams params;
        params.upsampling = static_cast<ChromaUpsampling>(value);
        refused(params, {"cudastripe::cvtFromYuv", "params.upsampling", given.c_str(), "Nearest (0)", "Linear (1)"});
        params = FromYuvParams();
        params.order = static_cast<ChannelOrder>(value);
        refused(params, {"cudastripe::cvtFromYuv", "params.order", given.c_str(), "BGR (0)", "RGB (1)"});
        params = FromYuvParams();
        params.channels = value;
        refused(params, {"cudastripe::cvtFromYuv", "params.channels", given.c_str(), "3 or 4"});
    }
}

TEST_F(CUDASTRIPE_FromYuvBadInput, outputThatOverlapsAnInterpolatedSource)
{
    Mat memory(1, 200, CV_8UC1, Scalar::all(9));
    outputs.push_back(memory);
    Mat colours(kPictureSize, CV_8UC3, memory.data + 35);
    FromYuvParams params;
    params.upsampling = ChromaUpsampling::Linear;
    expectRefusal(
        [&] {
            cudastripe::cvtFromYuv(Mat(kImage, CV_8UC1, memory.data), colours, YuvFormat::hd(), params, StreamRef(),
                                   *striper);
        },
        {"dst overlaps src", "may share nothing"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, codesThatOpenCVDoesNotHave)
{
    // Gaps for VYUY.
    for (int code : {109, 110, 113, 114})
        expectRefusal([&] { byCode(Mat(kPictureSize, CV_8UC2), dst, code); }, {"code", std::to_string(code).c_str()});
}

// Whose planes cvtFromYuv takes.
TEST_F(CUDASTRIPE_FromYuvBadInput, oddSizesForACodeOfOpenCV)
{
    for (Size size : {Size(5, 4), Size(6, 3), Size(7, 5)}) {
        const Size half((size.width + 1) / 2, (size.height + 1) / 2);
        const Mat y(size, CV_8UC1), u(half, CV_8UC1), uv(half, CV_8UC2);
        const std::string given = cv::format(" is %d x %d", size.width, size.height);
        for (int code : {COLOR_YUV2BGR_I420, COLOR_YUV2GRAY_420})
            expectRefusal(
                [&] {
                    byCode(std::vector<Mat>{y, u, u}, dst, code);
                },
                {"cudastripe::cvtColor: src", given.c_str(), "multiple", "cvtFromYuv"});
        expectRefusal([&] { cudastripe::cvtColorTwoPlane(y, uv, dst, COLOR_YUV2BGR_NV12, StreamRef(), *striper); },
                      {"cudastripe::cvtColorTwoPlane: src1", given.c_str(), "multiple", "cvtFromYuv"});
    }
}

TEST_F(CUDASTRIPE_FromYuvBadInput, wrongNumberOfPlanes)
{
    const std::vector<Mat> none, one = {luma}, two = {luma, chroma}, three = {luma, chroma, chroma};
    expectRefusal([&] { convert(none, dst, YuvFormat::hd()); }, {"src"});
    expectRefusal([&] { convert(one, dst, YuvFormat::hd()); }, {"src has 1 image", "nv12", "2 planes"});
    expectRefusal([&] { convert(three, dst, YuvFormat::hd()); }, {"src has 3 images", "nv12", "2 planes"});
    expectRefusal([&] { convert(two, dst, YuvFormat::jpeg()); }, {"src has 2 images", "i420", "3 planes"});
    const std::array<Mat, 2> array = {luma, chroma};
    expectRefusal([&] { convert(array, dst, YuvFormat::jpeg()); }, {"src has 2 images", "i420", "3 planes"});
    const std::vector<cuda::GpuMat> gpu(1);
    expectRefusal([&] { convert(gpu, dst, YuvFormat::jpeg()); }, {"src"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, planeThatDoesNotFit)
{
    const auto refused = [&](Size size, int type, const char* given, const char* accepted) {
        const std::vector<Mat> planes = {luma, Mat(size, type, Scalar::all(1))};
        expectRefusal([&] { convert(planes, dst, YuvFormat::hd()); },
                      {"cudastripe::cvtFromYuv", "src[1]", given, "nv12:bt709:limited", accepted});
    };
    refused(Size(3, 3), CV_8UC2, "3 x 3", "3 x 2");
    refused(Size(2, 2), CV_8UC2, "2 x 2", "3 x 2");
    refused(Size(6, 2), CV_8UC1, "CV_8UC1", "CV_8UC2");
    refused(Size(3, 2), CV_16UC2, "CV_16UC2", "CV_8UC2");
    for (int type : {CV_8UC2, CV_16UC1})
        expectRefusal(
            [&] {
                convert(std::vector<Mat>{Mat(kPictureSize, type), chroma}, dst, YuvFormat::hd());
            },
            {"src[0]", typeToString(type).c_str(), "CV_8UC1"});
    for (Size size : {Size(5, 4), Size(5, 3), Size(7, 4)})
        expectRefusal(
            [&] {
                convert(std::vector<Mat>{Mat(size, CV_8UC1), Mat(size / 2, CV_8UC2)}, dst, YuvFormat::hd());
            },
            {"src[1]", cv::format("is %d x %d", (size.width + 1) / 2, (size.height + 1) / 2).c_str()});
    expectRefusal([&] { convert(std::vector<Mat>{Mat(4, 5, CV_8UC2)}, dst, YuvFormat::hd(YuvLayout::UYVY)); },
                  {"src[0] is 5 x 4", "the width must be a multiple of 2", "a format with planes"});
    const int sizes[] = {2, 3, 2};
    expectRefusal(
        [&] {
            convert(std::vector<Mat>{luma, Mat(3, sizes, CV_8U)}, dst, YuvFormat::hd());
        },
        {"src[1]", "dimensions"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, twoPlanesOfACode)
{
    const auto call = [&](const Mat& y, const Mat& uv, int code) {
        cudastripe::cvtColorTwoPlane(y, uv, dst, code, StreamRef(), *striper);
    };
    const char* const name = "cudastripe::cvtColorTwoPlane";
    expectRefusal([&] { call(luma, chroma, COLOR_YUV2BGR_I420); }, {name, "code"});
    expectRefusal([&] { call(luma, chroma, COLOR_YUV2BGR_UYVY); }, {name, "code"});
    expectRefusal([&] { call(luma, chroma, COLOR_YUV2GRAY_420); }, {name, "code"});
    expectRefusal([&] { call(luma, chroma, COLOR_BGR2YUV); }, {name, "code"});
    expectRefusal([&] { call(Mat(), chroma, COLOR_YUV2BGR_NV12); }, {name, "src1", "empty"});
    expectRefusal([&] { call(luma, Mat(), COLOR_YUV2BGR_NV12); }, {name, "src2", "empty"});
    expectRefusal([&] { call(luma, luma, COLOR_YUV2BGR_NV12); }, {name, "src2", "CV_8UC1", "CV_8UC2"});
    expectRefusal([&] { call(luma, Mat(3, 3, CV_8UC2), COLOR_YUV2BGR_NV12); }, {name, "src2", "3 x 3", "3 x 2"});
    expectRefusal([&] { call(Mat(4, 5, CV_8UC1), chroma, COLOR_YUV2BGR_NV12); }, {name, "src1", "5 x 4"});
    expectRefusal([&] { call(Mat(kPictureSize, CV_16UC1), chroma, COLOR_YUV2BGR_NV12); }, {name, "src1", "CV_16UC1"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, arraysThatCannotHoldPlanes)
{
    expectRefusal([&] { convert(std::vector<UMat>(2), dst, YuvFormat::hd()); }, {"src is", "UMat"});
    expectRefusal([&] { convert(std::vector<std::vector<uchar>>(2), dst, YuvFormat::hd()); }, {"src is"});
    std::vector<Mat> results(3);
    expectRefusal([&] { convert(src, results, YuvFormat::hd()); }, {"dst is"});
    expectRefusal([&] { convert(src, noArray(), YuvFormat::hd()); }, {"dst is noArray()"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, fixedTypesAndSizesThatDoNotFit)
{
    Mat_<Vec4b> four(kPictureSize, Vec4b::all(9));
    outputs.push_back(four);
    expectRefusal([&] { convert(src, four, YuvFormat::hd()); }, {"dst is fixed", "CV_8UC4", "CV_8UC3"});
    Mat_<Vec3w> wide;
    expectRefusal([&] { convert(src, wide, YuvFormat::hd()); }, {"dst is", "CV_16UC3", "CV_8UC3"});
    EXPECT_TRUE(wide.empty());
    Matx<uchar, 4, 6> fixed = Matx<uchar, 4, 6>::all(9);
    expectRefusal([&] { convert(src, fixed, YuvFormat::hd()); }, {"dst is fixed", "6 x 4"});
    EXPECT_EQ(9, fixed(0, 0));
    Mat_<Vec3b> grey(kPictureSize, Vec3b::all(9));
    outputs.push_back(grey);
    expectRefusal([&] { byCode(src, grey, COLOR_YUV2GRAY_420); }, {"dst is fixed", "CV_8UC3", "CV_8UC1"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, outputThatOverlapsTheSource)
{
    Mat memory(1, 200, CV_8UC1, Scalar::all(9));
    outputs.push_back(memory);
    Mat colours(kPictureSize, CV_8UC3, memory.data + 35);
    expectRefusal([&] { convert(Mat(kImage, CV_8UC1, memory.data), colours, YuvFormat::hd()); }, {"dst overlaps src"});
    // The same memory, but with elements of other sizes.
    Mat same(kPictureSize, CV_8UC3, memory.data);
    expectRefusal([&] { convert(Mat(kPictureSize, CV_8UC2, memory.data, 18), same, YuvFormat::hd(YuvLayout::UYVY)); },
                  {"dst overlaps src"});
    expectRefusal([&] { byCode(Mat(kImage, CV_8UC1, memory.data), same, COLOR_YUV2BGR_YV12); }, {"dst overlaps src"});
    const std::vector<Mat> planes = {luma, Mat(Size(3, 2), CV_8UC2, memory.data + 24)};
    expectRefusal([&] { convert(planes, colours, YuvFormat::hd()); }, {"dst", "overlap", "src[1]"});
    expectRefusal(
        [&] { cudastripe::cvtColorTwoPlane(luma, planes[1], same, COLOR_YUV2BGR_NV12, StreamRef(), *striper); },
        {"dst", "overlap", "src2"});
}

TEST_F(CUDASTRIPE_FromYuvBadInput, planesOnADeviceThatCannotBeUsed)
{
    SimulatedDeviceParams params;
    params.number = 3;
    const auto other = std::make_shared<SimulatedDevice>(params);
    uchar* here = static_cast<uchar*>(backend.device()->allocate(MemoryKind::Device, 1000));
    uchar* there = static_cast<uchar*>(other->allocate(MemoryKind::Device, 1000));
    const std::vector<cuda::GpuMat> planes = {cuda::GpuMat(4, 6, CV_8UC1, here, 6),
                                              cuda::GpuMat(2, 3, CV_8UC2, there, 6)};
    const auto both = makeStriper({backend.devices()[0], other});
    const auto call = [&](Striper& by) {
        cudastripe::cvtFromYuv(planes, dst, YuvFormat::hd(), ChannelOrder::BGR, 3, StreamRef(), by);
    };
    expectRefusal([&] { call(*striper); }, {"src[1]", "device 0"});
    expectRefusal([&] { call(*both); }, {"src[1] lies on device 3", "device 0"});
}

}}  // namespace opencv_test
