// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/process/refusal.hpp"

// The sizes, types and names of what a YuvFormat describes.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

struct Shape
{
    const char* format;
    Size image;  // of a source of 8 x 6
    int imageType;
    Size block;
    std::vector<std::pair<Size, int>> planes;
    const char* ffmpeg;
};

const Size kSource(8, 6);

const std::vector<Shape>& shapes()
{
    static const Size luma = kSource, half(4, 6), quarter(4, 3);
    static const std::vector<Shape> table = {
        {"i444", Size(8, 18), CV_8UC1, Size(1, 1), {{luma, CV_8UC1}, {luma, CV_8UC1}, {luma, CV_8UC1}}, "yuv444p"},
        {"packed444", luma, CV_8UC3, Size(1, 1), {{luma, CV_8UC3}}, ""},
        {"packed444:16bit", luma, CV_16UC3, Size(1, 1), {{luma, CV_16UC3}}, ""},
        {"i422", Size(8, 12), CV_8UC1, Size(2, 1), {{luma, CV_8UC1}, {half, CV_8UC1}, {half, CV_8UC1}}, "yuv422p"},
        {"nv16", Size(8, 12), CV_8UC1, Size(2, 1), {{luma, CV_8UC1}, {half, CV_8UC2}}, "nv16"},
        {"i420", Size(8, 9), CV_8UC1, Size(2, 2), {{luma, CV_8UC1}, {quarter, CV_8UC1}, {quarter, CV_8UC1}}, "yuv420p"},
        {"i420:10bit",
         Size(8, 9),
         CV_16UC1,
         Size(2, 2),
         {{luma, CV_16UC1}, {quarter, CV_16UC1}, {quarter, CV_16UC1}},
         "yuv420p10le"},
        {"yv12", Size(8, 9), CV_8UC1, Size(2, 2), {{luma, CV_8UC1}, {quarter, CV_8UC1}, {quarter, CV_8UC1}}, ""},
        {"nv12", Size(8, 9), CV_8UC1, Size(2, 2), {{luma, CV_8UC1}, {quarter, CV_8UC2}}, "nv12"},
        {"nv21", Size(8, 9), CV_8UC1, Size(2, 2), {{luma, CV_8UC1}, {quarter, CV_8UC2}}, "nv21"},
        {"uyvy", luma, CV_8UC2, Size(2, 1), {{luma, CV_8UC2}}, "uyvy422"},
        {"yuy2", luma, CV_8UC2, Size(2, 1), {{luma, CV_8UC2}}, "yuyv422"},
        {"p010", Size(8, 9), CV_16UC1, Size(2, 2), {{luma, CV_16UC1}, {quarter, CV_16UC2}}, "p010le"},
        {"i444:12bit",
         Size(8, 18),
         CV_16UC1,
         Size(1, 1),
         {{luma, CV_16UC1}, {luma, CV_16UC1}, {luma, CV_16UC1}},
         "yuv444p12le"},
        {"i420:12bit",
         Size(8, 9),
         CV_16UC1,
         Size(2, 2),
         {{luma, CV_16UC1}, {quarter, CV_16UC1}, {quarter, CV_16UC1}},
         "yuv420p12le"},
        {"p012", Size(8, 9), CV_16UC1, Size(2, 2), {{luma, CV_16UC1}, {quarter, CV_16UC2}}, "p012le"},
        {"p016", Size(8, 9), CV_16UC1, Size(2, 2), {{luma, CV_16UC1}, {quarter, CV_16UC2}}, "p016le"},
        {"y", luma, CV_8UC1, Size(1, 1), {{luma, CV_8UC1}}, "gray"},
        {"y:16bit", luma, CV_16UC1, Size(1, 1), {{luma, CV_16UC1}}, "gray16le"},
    };
    return table;
}

TEST(CUDASTRIPE_YuvSizes, planesAndImagesAreAsDocumented)
{
    for (const Shape& shape : shapes()) {
        const YuvFormat format = YuvFormat::fromName(shape.format);
        EXPECT_EQ(shape.image, format.imageSize(kSource)) << shape.format;
        EXPECT_EQ(typeToString(shape.imageType), typeToString(format.imageType())) << shape.format;
        EXPECT_EQ(shape.block, format.blockSize()) << shape.format;
        ASSERT_EQ(int(shape.planes.size()), format.planes()) << shape.format;
        for (int p = 0; p < format.planes(); ++p) {
            const auto& plane = shape.planes[size_t(p)];
            EXPECT_EQ(plane.first, format.planeSize(p, kSource)) << shape.format << ", plane " << p;
            EXPECT_EQ(typeToString(plane.second), typeToString(format.planeType(p))) << shape.format << ", plane " << p;
        }
    }
}

TEST(CUDASTRIPE_YuvSizes, ffmpegNamesAreThoseOfFFmpeg)
{
    for (const Shape& shape : shapes())
        EXPECT_EQ(shape.ffmpeg, YuvFormat::fromName(shape.format).ffmpegName()) << shape.format;
}

// Also where two planes end and begin in the middle of a row, as those of I420 do every other time.
TEST(CUDASTRIPE_YuvSizes, theOneImageHasAllSamplesAndNoMore)
{
    for (const YuvFormat& format : YuvFormat::all()) {
        const Size block = format.blockSize();
        for (int y = 1; y <= 4; ++y) {
            for (int x = 1; x <= 4; ++x) {
                const Size source(x * block.width, y * block.height), image = format.imageSize(source);
                if (image.empty())
                    continue;  // planes that do not fit below each other
                size_t bytes = 0;
                for (int p = 0; p < format.planes(); ++p)
                    bytes += size_t(format.planeSize(p, source).area()) * CV_ELEM_SIZE(format.planeType(p));
                ASSERT_EQ(bytes, size_t(image.area()) * CV_ELEM_SIZE(format.imageType())) << format.name() << source;
            }
        }
    }
}

TEST(CUDASTRIPE_YuvSizes, planesOfChromaRoundUpAndNoImageHasThem)
{
    const Size odd(19, 13);
    for (const YuvFormat& format : YuvFormat::all()) {
        const Size block = format.blockSize();
        EXPECT_EQ(odd, format.planeSize(0, odd)) << format.name();
        for (int p = 1; p < format.planes(); ++p)
            EXPECT_EQ(Size(block.width == 2 ? 10 : 19, block.height == 2 ? 7 : 13), format.planeSize(p, odd))
                << format.name();
        if (block == Size(1, 1))
            continue;
        EXPECT_TRUE(format.imageSize(odd).empty()) << format.name();
        EXPECT_EQ(block.height == 2, format.imageSize(Size(18, 13)).empty()) << format.name();
        EXPECT_TRUE(format.imageSize(Size(19, 12)).empty()) << format.name();
        EXPECT_TRUE(format.sourceSize(Size(19, 19)).empty()) << format.name();
    }
    EXPECT_EQ(Size(1, 1), YuvFormat().planeSize(1, Size(1, 1)));
    EXPECT_EQ(Size(1 << 30, 1 << 30), YuvFormat().planeSize(1, Size(INT_MAX, INT_MAX)));
}

TEST(CUDASTRIPE_YuvSizes, aPlaneThatThereIsNotIsRefused)
{
    for (int plane : {-1, 2}) {
        const std::string given = "plane is " + std::to_string(plane);
        expectRefusal([&] { YuvFormat().planeSize(plane, kSource); }, {given.c_str(), "nv12:bt709:limited", "2"});
        expectRefusal([&] { YuvFormat().planeType(plane); }, {given.c_str(), "nv12:bt709:limited", "2"});
    }
}

TEST(CUDASTRIPE_YuvSizes, sizesBeyond32BitsOfBytesAreRight)
{
    const Size source(65536, 65536);
    EXPECT_EQ(Size(65536, 98304), YuvFormat(YuvLayout::I420).imageSize(source));
    EXPECT_EQ(Size(65536, 196608), YuvFormat(YuvLayout::I444).withDepth(16).imageSize(source));
}

// Of three planes one below the other. A size that wraps is that of a small destination.
TEST(CUDASTRIPE_YuvSizes, anImageOfTooManyRowsIsRefused)
{
    const YuvFormat format = YuvFormat::fromName("i444:bt601:limited");
    const int most = INT_MAX / 3, wraps = 1431655766;  // three times that is 2^32 + 2
    EXPECT_EQ(Size(1, 3 * most), format.imageSize(Size(1, most)));
    uchar pixels[3] = {};
    for (const int rows : {most + 1, wraps, INT_MAX}) {
        for (const int cols : {1, INT_MAX})
            expectRefusal([&] { format.imageSize(Size(cols, rows)); }, {"rows as one image", "array of 3 images"});
        Mat dst;
        expectRefusal([&] { cvtToYuv(Mat(rows, 1, CV_8UC3, pixels), dst, format); }, {"array of 3 images"});
        EXPECT_TRUE(dst.empty());
    }
    EXPECT_EQ(Size(), format.sourceSize(Size(1, INT_MAX)));
}

}}  // namespace opencv_test
