// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/images/guarded_outputs.hpp"
#include "../../support/images/placed_image.hpp"
#include "../../support/process/refusal.hpp"

// What cvtYuv refuses, before anything is written.

namespace opencv_test { namespace {

class CUDASTRIPE_CvtYuvBadInput : public GuardedOutputs
{
protected:
    void convert(InputArray in, const YuvFormat& from, OutputArray out, const YuvFormat& to) const
    {
        cudastripe::cvtYuv(in, from, out, to, StreamRef(), *striper);
    }

    const YuvFormat nv12 = YuvFormat::hd(), i420 = YuvFormat::hd(YuvLayout::I420),
                    uyvy = YuvFormat::hd(YuvLayout::UYVY), i444 = YuvFormat::hd(YuvLayout::I444);
    const Mat src{6, 6, CV_8UC1, Scalar::all(1)};  // of NV12
    Mat dst = guarded(Size(6, 6), CV_8UC1);
};

TEST_F(CUDASTRIPE_CvtYuvBadInput, sourceThatDoesNotFit)
{
    const char* const name = "cudastripe::cvtYuv";
    expectRefusal([&] { convert(Mat(), nv12, dst, i420); }, {name, "src is empty"});
    expectRefusal([&] { convert(noArray(), nv12, dst, i420); }, {name, "src is"});
    expectRefusal([&] { convert(Mat(6, 6, CV_16UC1), nv12, dst, i420); }, {name, "src", "CV_16UC1", "CV_8UC1"});
    expectRefusal([&] { convert(Mat(5, 6, CV_8UC1), nv12, dst, i420); }, {name, "src", "6 x 5", "nv12"});
    expectRefusal([&] { convert(std::vector<Mat>{src}, nv12, dst, i420); }, {name, "src has 1 image", "2 planes"});
    expectRefusal([&] { convert(std::vector<UMat>(2), nv12, dst, i420); }, {name, "src is", "UMat"});
    expectRefusal(
        [&] {
            convert(std::vector<Mat>{Mat(4, 6, CV_8UC1), Mat(2, 2, CV_8UC2)}, nv12, dst, i420);
        },
        {name, "src[1]", "2 x 2", "3 x 2"});
}

TEST_F(CUDASTRIPE_CvtYuvBadInput, pictureThatTheResultDoesNotTake)
{
    const auto refused = [&](Size picture, const YuvFormat& from, const YuvFormat& to, const char* blocks,
                             const char* wayOut) {
        const Mat image(from.imageSize(picture), from.imageType(), Scalar::all(1));
        const std::string given = cv::format("%d x %d", picture.width, picture.height);
        expectRefusal([&] { convert(image, from, dst, to); },
                      {"src", given.c_str(), to.name().c_str(), blocks, wayOut});
    };
    refused(Size(5, 4), i444, nv12, "2 x 2", "an array of 2 images");
    refused(Size(6, 3), i444, i420, "2 x 2", "an array of 3 images");
    refused(Size(6, 3), uyvy, nv12, "2 x 2", "an array of 2 images");
    refused(Size(5, 3), i444, uyvy, "2 x 1", "a format with planes");
    refused(Size(7, 2), YuvFormat::hd(YuvLayout::Y), nv12, "2 x 2", "an array of 2 images");
}

TEST_F(CUDASTRIPE_CvtYuvBadInput, resultThatDoesNotFit)
{
    Mat_<Vec3b> three(Size(6, 4), Vec3b::all(9));
    outputs.push_back(three);
    expectRefusal([&] { convert(src, nv12, three, i420); }, {"dst is fixed", "CV_8UC3", "CV_8UC1"});
    expectRefusal([&] { convert(src, nv12, noArray(), i420); }, {"dst is noArray()"});
    std::vector<Mat> two = {guarded(Size(6, 4), CV_8UC1), guarded(Size(3, 2), CV_8UC1)};
    expectRefusal([&] { convert(src, nv12, two, i420); }, {"dst has 2 images", "i420", "3 planes"});
    std::vector<Mat> narrow = {guarded(Size(6, 4), CV_8UC1), guarded(Size(3, 2), CV_8UC1),
                               guarded(Size(2, 2), CV_8UC1)};
    expectRefusal([&] { convert(src, nv12, narrow, i420); }, {"dst[2]", "2 x 2", "3 x 2"});
}

TEST_F(CUDASTRIPE_CvtYuvBadInput, resultThatOverlapsTheSource)
{
    Mat memory(1, 200, CV_8UC1, Scalar::all(9));
    outputs.push_back(memory);
    const Mat from(6, 6, CV_8UC1, memory.data);
    Mat near(6, 6, CV_8UC1, memory.data + 35), same(6, 6, CV_8UC1, memory.data), luma(4, 6, CV_8UC1, memory.data);
    expectRefusal([&] { convert(from, nv12, near, i420); }, {"dst overlaps src"});
    // The same memory of one shape, which NV21 would take plane by plane.
    expectRefusal([&] { convert(from, nv12, same, YuvFormat::hd(YuvLayout::NV21)); }, {"dst overlaps src"});
    expectRefusal([&] { convert(from, nv12, luma, YuvFormat::hd(YuvLayout::Y)); }, {"dst overlaps src"});
    const std::vector<Mat> planes = {Mat(4, 6, CV_8UC1, memory.data), Mat(2, 3, CV_8UC2, memory.data + 24)};
    std::vector<Mat> results = {Mat(4, 6, CV_8UC1, memory.data + 40), Mat(2, 3, CV_8UC2, memory.data + 24)};
    expectRefusal([&] { convert(planes, nv12, results, YuvFormat::hd(YuvLayout::NV21)); },
                  {"dst[1]", "overlaps src[1]"});
    // Memory of chroma that a grey result does not read.
    Mat grey(4, 6, CV_8UC1, memory.data + 30);
    expectRefusal([&] { convert(from, nv12, grey, YuvFormat::hd(YuvLayout::Y)); }, {"dst overlaps src"});
    // The same memory, where colours lie between.
    Mat same422(4, 6, CV_8UC2, memory.data);
    expectRefusal([&] { convert(same422, uyvy, same422, YuvFormat::sd(YuvLayout::UYVY)); }, {"dst overlaps src"});
    Mat packed(4, 6, CV_8UC2, memory.data + 2);
    expectRefusal([&] { convert(Mat(4, 6, CV_8UC2, memory.data), uyvy, packed, uyvy); }, {"dst overlaps src"});
}

}}  // namespace opencv_test
