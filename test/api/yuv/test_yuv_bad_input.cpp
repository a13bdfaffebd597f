// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <array>

#include "../../support/images/guarded_outputs.hpp"
#include "../../support/images/placed_image.hpp"
#include "../../support/process/refusal.hpp"

namespace opencv_test { namespace {

class CUDASTRIPE_YuvBadInput : public GuardedOutputs
{
protected:
    void convert(InputArray from, OutputArray to, const YuvFormat& format) const
    {
        cudastripe::cvtToYuv(from, to, format, ChannelOrder::BGR, StreamRef(), *striper);
    }

    Mat src{kPictureSize, CV_8UC4, Scalar::all(1)};
    Mat image = guarded(Size(6, 6), CV_8UC1);  // what a format of 4:2:0 makes of the source
};

TEST_F(CUDASTRIPE_YuvBadInput, oddWidthsForPackedSamples)
{
    const YuvFormat uyvy = YuvFormat::hd(YuvLayout::UYVY);
    std::vector<Mat> plane(1);
    const auto call = [&](int width, OutputArray to) { convert(Mat(5, width, CV_8UC4, Scalar::all(1)), to, uyvy); };
    for (const _OutputArray& to : {_OutputArray(image), _OutputArray(plane)}) {
        expectRefusal([&] { call(7, to); },
                      {"cudastripe::cvtToYuv", "src is 7 x 5", "the width must be a multiple of 2", uyvy.name().c_str(),
                       "crop to 6 x 5", "cv::copyMakeBorder", "a format with planes"});
        // Nothing would be left of this.
        const std::string text = refusalOf([&] { call(1, to); }).err;
        EXPECT_EQ(std::string::npos, text.find("crop")) << text;
    }
    EXPECT_TRUE(plane[0].empty());
}

TEST_F(CUDASTRIPE_YuvBadInput, oddSizesForOneImage)
{
    for (const YuvFormat& format : {YuvFormat::hd(), YuvFormat::jpeg()}) {
        const std::string planes = cv::format("an array of %d images", format.planes());
        Mat empty;
        for (Mat* const dst : {&image, &empty}) {
            for (Size size : {Size(5, 4), Size(6, 3), Size(7, 5), Size(1, 1)})
                expectRefusal([&] { convert(Mat(size, CV_8UC4, Scalar::all(1)), *dst, format); },
                              {"cudastripe::cvtToYuv", "dst is one image",
                               cv::format("src is %d x %d", size.width, size.height).c_str(), format.name().c_str(),
                               "multiples of 2 x 2", planes.c_str()});
        }
        EXPECT_TRUE(empty.empty());
    }
}

// Also where the planes are given apart, which cv::cvtColor does not know.
TEST_F(CUDASTRIPE_YuvBadInput, oddSizesForACodeOfOpenCV)
{
    std::vector<Mat> planes;
    const auto refused = [&](Size size, const char* side, const char* crop) {
        for (const _OutputArray& dst : {_OutputArray(image), _OutputArray(planes)})
            expectRefusal(
                [&] { cudastripe::cvtColor(Mat(size, CV_8UC4), dst, COLOR_BGRA2YUV_I420, StreamRef(), *striper); },
                {"cudastripe::cvtColor", cv::format("src is %d x %d", size.width, size.height).c_str(),
                 cv::format("the %s must be a multiple of 2", side).c_str(), crop, "cv::copyMakeBorder", "cvtToYuv"});
    };
    refused(Size(5, 4), "width", "crop to 4 x 4");
    refused(Size(6, 3), "height", "crop to 6 x 2");
    refused(Size(7, 5), "width and the height", "crop to 6 x 4");
    EXPECT_TRUE(planes.empty());
}

TEST_F(CUDASTRIPE_YuvBadInput, sourceOfTheWrongDepthOrChannels)
{
    const YuvFormat nv12 = YuvFormat::hd(), p010 = YuvFormat::uhd();
    expectRefusal([&] { convert(Mat(kPictureSize, CV_16UC4), image, nv12); },
                  {"src has type CV_16UC4", nv12.name().c_str(), "CV_8U with 3 or 4 channels"});
    expectRefusal([&] { convert(src, image, p010); },
                  {"src has type CV_8UC4", p010.name().c_str(), "CV_16U with 3 or 4 channels"});
    for (int type : {CV_8UC1, CV_8UC2, CV_8UC(5), CV_8SC3, CV_32FC3})
        expectRefusal([&] { convert(Mat(kPictureSize, type), image, nv12); },
                      {"src has type", typeToString(type).c_str(), "CV_8U with 3 or 4 channels"});
    expectRefusal([&] { convert(Mat(), image, nv12); }, {"src is empty"});
}

TEST_F(CUDASTRIPE_YuvBadInput, planeThatDoesNotFit)
{
    const auto refused = [&](Size size, int type, const char* given) {
        std::vector<Mat> dst = {Mat(), guarded(size, type)};
        expectRefusal([&] { convert(src, dst, YuvFormat::hd()); },
                      {"dst[1] is", given, "plane 1 of nv12:bt709:limited is 3 x 2 of CV_8UC2"});
        EXPECT_TRUE(dst[0].empty()) << "a plane was allocated";
    };
    refused(Size(3, 3), CV_8UC2, "3 x 3 of CV_8UC2");
    refused(Size(2, 3), CV_8UC2, "2 x 3 of CV_8UC2");
    refused(Size(6, 2), CV_8UC1, "6 x 2 of CV_8UC1");
    refused(Size(3, 2), CV_16UC2, "3 x 2 of CV_16UC2");
    std::array<Mat, 3> dst = {guarded(kPictureSize, CV_8UC1), guarded(Size(3, 2), CV_8UC1),
                              guarded(Size(6, 2), CV_8UC1)};
    expectRefusal([&] { convert(src, dst, YuvFormat::jpeg()); }, {"dst[2] is 6 x 2", "3 x 2 of CV_8UC1"});
    const int sizes[] = {2, 3, 2};
    std::vector<Mat> cube = {Mat(), Mat(3, sizes, CV_8U)};
    expectRefusal([&] { convert(src, cube, YuvFormat::hd()); }, {"dst[1] is", "dimensions", "3 x 2 of CV_8UC2"});
    std::vector<cuda::GpuMat> gpu(2);
    gpu[1] = cuda::GpuMat(3, 3, CV_8UC2, backend.device()->allocate(MemoryKind::Device, 100), 6);
    expectRefusal([&] { convert(src, gpu, YuvFormat::hd()); }, {"dst[1] is 3 x 3 of CV_8UC2", "3 x 2 of CV_8UC2"});
}

TEST_F(CUDASTRIPE_YuvBadInput, wrongNumberOfPlanes)
{
    const Mat luma = guarded(kPictureSize, CV_8UC1), chroma = guarded(Size(3, 2), CV_8UC1);
    std::array<Mat, 2> two = {luma, chroma};
    expectRefusal([&] { convert(src, two, YuvFormat::jpeg()); }, {"dst has 2 images", "i420", "has 3 planes"});
    std::array<Mat, 3> empty;
    expectRefusal([&] { convert(src, empty, YuvFormat::hd()); }, {"dst has 3 images", "nv12", "has 2 planes"});
    EXPECT_TRUE(empty[0].empty());
    std::vector<Mat> one = {luma};
    expectRefusal([&] { convert(src, one, YuvFormat::jpeg()); }, {"dst has 1 image", "i420", "has 3 planes"});
    EXPECT_EQ(1u, one.size());
    const std::vector<Mat> none;
    expectRefusal([&] { convert(src, none, YuvFormat::jpeg()); }, {"dst has 0 images", "has 3 planes"});
    std::vector<cuda::GpuMat> gpu(1);
    expectRefusal([&] { convert(src, gpu, YuvFormat::jpeg()); }, {"dst has 1 image", "has 3 planes"});
    EXPECT_EQ(1u, gpu.size());
}

TEST_F(CUDASTRIPE_YuvBadInput, arraysThatCannotHoldPlanes)
{
    std::vector<UMat> umats;
    expectRefusal([&] { convert(src, umats, YuvFormat::hd()); }, {"dst is", "UMat", "Mat or cuda::GpuMat"});
    EXPECT_TRUE(umats.empty());
    std::vector<std::vector<uchar>> bytes;
    expectRefusal([&] { convert(src, bytes, YuvFormat::hd()); }, {"dst is a container"});
    expectRefusal([&] { convert(src, noArray(), YuvFormat::hd()); }, {"dst is noArray()"});
}

TEST_F(CUDASTRIPE_YuvBadInput, fixedTypesThatDoNotFit)
{
    Mat_<Vec3b> three(Size(6, 6), Vec3b::all(9));
    outputs.push_back(three);
    expectRefusal([&] { convert(src, three, YuvFormat::hd()); }, {"dst is fixed at 6 x 6 of CV_8UC3", "CV_8UC1"});
    std::vector<Mat_<ushort>> wide, wideOfThree(3);
    for (auto* dst : {&wide, &wideOfThree})
        expectRefusal([&] { convert(src, *dst, YuvFormat::jpeg()); },
                      {"dst is an array of images of CV_16UC1", "plane 0 of i420", "CV_8UC1"});
    EXPECT_TRUE(wide.empty());
    EXPECT_TRUE(wideOfThree[0].empty());
    std::vector<Mat_<uchar>> narrow;
    expectRefusal([&] { convert(src, narrow, YuvFormat::hd()); },
                  {"dst is an array of images of CV_8UC1", "plane 1 of nv12", "CV_8UC2"});
    EXPECT_TRUE(narrow.empty());
}

TEST_F(CUDASTRIPE_YuvBadInput, planesThatOverlapEachOther)
{
    const Mat memory = guarded(Size(6, 6), CV_8UC1);
    // The chroma begins with the last byte of the luma.
    std::vector<Mat> dst = {memory.rowRange(0, 4), Mat(2, 3, CV_8UC2, memory.data + 23)};
    expectRefusal([&] { convert(src, dst, YuvFormat::hd()); }, {"dst[0] and dst[1] overlap"});
    const Mat chroma = guarded(Size(3, 2), CV_8UC1);
    std::vector<Mat> same = {Mat(), chroma, chroma};
    expectRefusal([&] { convert(src, same, YuvFormat::jpeg()); }, {"dst[1] and dst[2] overlap"});
    EXPECT_TRUE(same[0].empty()) << "a plane was allocated";
}

TEST_F(CUDASTRIPE_YuvBadInput, outputThatOverlapsTheSource)
{
    Mat memory(8, 24, CV_8UC1, Scalar::all(9));
    outputs.push_back(memory);
    const Mat from(kPictureSize, CV_8UC4, memory.data);
    Mat whole(Size(6, 6), CV_8UC1, memory.data + 95);
    expectRefusal([&] { convert(from, whole, YuvFormat::hd()); }, {"dst overlaps src"});
    std::vector<Mat> planes = {guarded(kPictureSize, CV_8UC1), Mat(2, 3, CV_8UC2, memory.data + 95)};
    expectRefusal([&] { convert(from, planes, YuvFormat::hd()); }, {"dst[1] overlaps src"});
    // The same memory, but with elements of other sizes.
    Mat sameBytes(12, 8, CV_8UC1, memory.data);
    const Mat wide(8, 8, CV_8UC3, memory.data);
    expectRefusal([&] { convert(wide, sameBytes, YuvFormat::hd()); }, {"dst overlaps src"});
    Mat uyvy(kPictureSize, CV_8UC2, memory.data, 24);
    expectRefusal([&] { convert(from, uyvy, YuvFormat::hd(YuvLayout::UYVY)); }, {"dst overlaps src"});
    std::vector<Mat> single = {uyvy};
    expectRefusal([&] { convert(from, single, YuvFormat::hd(YuvLayout::UYVY)); }, {"dst[0] overlaps src"});
}

TEST_F(CUDASTRIPE_YuvBadInput, planesOnADeviceThatCannotBeUsed)
{
    SimulatedDeviceParams params;
    params.number = 3;
    const auto other = std::make_shared<SimulatedDevice>(params);
    uchar* here = static_cast<uchar*>(backend.device()->allocate(MemoryKind::Device, 1000));
    uchar* there = static_cast<uchar*>(other->allocate(MemoryKind::Device, 1000));
    std::vector<cuda::GpuMat> dst = {cuda::GpuMat(4, 6, CV_8UC1, here, 6), cuda::GpuMat(2, 3, CV_8UC2, there, 6)};
    const auto both = makeStriper({backend.devices()[0], other});
    const auto convertBy = [&](Striper& by, const YuvFormat& format, int type) {
        cudastripe::cvtToYuv(Mat(kPictureSize, type), dst, format, ChannelOrder::BGR, StreamRef(), by);
    };
    expectRefusal([&] { convertBy(*striper, YuvFormat::hd(), CV_8UC4); }, {"dst[1]", "device 0"});
    expectRefusal([&] { convertBy(*both, YuvFormat::hd(), CV_8UC4); }, {"dst[1] lies on device 3", "device 0"});
    dst = {cuda::GpuMat(4, 6, CV_16UC1, here, 12), cuda::GpuMat(2, 3, CV_16UC2, here + 101, 12)};
    expectRefusal([&] { convertBy(*striper, YuvFormat::uhd(), CV_16UC4); },
                  {"dst[1] lies on a device", "multiples of"});
}

}}  // namespace opencv_test
