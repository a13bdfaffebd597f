// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <set>

#include "../support/process/refusal.hpp"

// The format that files, headers and frames name by their tags.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

VideoTags tagged(const std::string& pixelFormat, int matrix = 1, int range = 0, int chromaLocation = 0)
{
    VideoTags tags;
    tags.pixelFormat = pixelFormat;
    tags.matrix = matrix;
    tags.range = range;
    tags.chromaLocation = chromaLocation;
    tags.height = 1080;
    return tags;
}

std::string nameOf(const VideoTags& tags)
{
    return YuvFormat::fromTags(tags).name();
}

std::string assumedOf(const VideoTags& tags)
{
    String assumed = "what was there before";
    YuvFormat::fromTags(tags, &assumed);
    return assumed;
}

void expectRefusalOf(const VideoTags& tags, std::initializer_list<const char*> words)
{
    expectRefusal([&] { YuvFormat::fromTags(tags); }, {"YuvFormat::fromTags"});
    expectRefusal([&] { YuvFormat::fromTags(tags); }, words);
    EXPECT_EQ(int(Error::StsBadArg), refusalOf([&] { YuvFormat::fromTags(tags); }).code);
}

TEST(CUDASTRIPE_VideoTags, everyFormatOfFFmpegIsFoundByItsName)
{
    std::set<std::string> names;
    for (const YuvFormat& format : YuvFormat::all()) {
        if (format.ffmpegName().empty() || static_cast<int>(format.matrix()) > static_cast<int>(YuvMatrix::BT2020))
            continue;
        const int matrix = format.matrix() == YuvMatrix::BT709 ? 1 : format.matrix() == YuvMatrix::BT601 ? 6 : 9;
        const int sitings[] = {2, 0, 1};  // of TopLeft, Left, Center
        const VideoTags tags =
            tagged(format.ffmpegName(), matrix, int(format.range()), sitings[static_cast<int>(format.siting())]);
        EXPECT_EQ(format, YuvFormat::fromTags(tags)) << format.name();
        EXPECT_EQ("", assumedOf(tags)) << format.name();
        EXPECT_FALSE(tags.rgb()) << format.name();
        names.insert(format.ffmpegName());
    }
    EXPECT_GT(names.size(), 20u);
}

TEST(CUDASTRIPE_VideoTags, matricesAreThoseOfH273)
{
    EXPECT_EQ("i420:bt709:limited", nameOf(tagged("yuv420p", 1)));
    EXPECT_EQ("i420:bt601:limited", nameOf(tagged("yuv420p", 5)));
    EXPECT_EQ("i420:bt601:limited", nameOf(tagged("yuv420p", 6)));
    EXPECT_EQ("p010:bt2020:limited", nameOf(tagged("p010le", 9)));
}

TEST(CUDASTRIPE_VideoTags, matricesThatThereAreNotAreRefusedByName)
{
    const std::pair<int, const char*> matrices[] = {
        {0, "0 (RGB)"},   {3, "3 (reserved)"},     {4, "4 (FCC)"},     {7, "7 (SMPTE 240M)"}, {8, "8 (YCgCo)"},
        {10, "constant"}, {11, "11 (SMPTE 2085)"}, {14, "14 (ICtCp)"}, {255, "255"},          {-1, "-1"}};
    for (const auto& matrix : matrices)
        expectRefusalOf(tagged("yuv420p", matrix.first), {"matrix is", matrix.second, "1, 5 or 9"});
}

// A PNG of greys has the matrix RGB in FFmpeg.
TEST(CUDASTRIPE_VideoTags, greyIsTheSameByEveryMatrix)
{
    for (int matrix : {0, 2, 8, 10})
        EXPECT_EQ("y:bt709:limited", nameOf(tagged("gray", matrix)));
    EXPECT_EQ("", assumedOf(tagged("gray", 2)));
}

TEST(CUDASTRIPE_VideoTags, anUnspecifiedMatrixFollowsTheHeight)
{
    const std::pair<int, const char*> heights[] = {{0, "BT.709"},   {-1, "BT.709"},  {1, "BT.601"},   {480, "BT.601"},
                                                   {576, "BT.601"}, {577, "BT.709"}, {720, "BT.709"}, {2160, "BT.709"}};
    for (const auto& height : heights) {
        VideoTags tags = tagged("yuv420p", 2);
        tags.height = height.first;
        const bool sd = std::string(height.second) == "BT.601";
        EXPECT_EQ(sd ? YuvMatrix::BT601 : YuvMatrix::BT709, YuvFormat::fromTags(tags).matrix()) << height.first;
        EXPECT_EQ(height.second, assumedOf(tags)) << height.first;
    }
}

TEST(CUDASTRIPE_VideoTags, anUnspecifiedRangeFollowsThePixelFormat)
{
    const std::pair<const char*, const char*> names[] = {{"yuv420p", "i420:bt709:limited"},
                                                         {"nv12", "nv12:bt709:limited"},
                                                         {"yuv444p10le", "i444:10bit:bt709:limited"},
                                                         {"yuvj420p", "i420:bt709:full"},
                                                         {"yuvj422p", "i422:bt709:full"},
                                                         {"yuvj444p", "i444:bt709:full"},
                                                         {"gray", "y:bt709:full"},
                                                         {"gray10le", "y:10bit:bt709:full"},
                                                         {"gray12le", "y:12bit:bt709:full"},
                                                         {"gray16le", "y:16bit:bt709:full"}};
    for (const auto& name : names) {
        const std::string unspecified = name.second;
        EXPECT_EQ(unspecified, nameOf(tagged(name.first, 1, -1))) << name.first;
        const std::string format = unspecified.substr(0, unspecified.rfind(':') + 1);
        EXPECT_EQ(format + "limited", nameOf(tagged(name.first, 1, 0))) << name.first;
        EXPECT_EQ(format + "full", nameOf(tagged(name.first, 1, 1))) << name.first;
    }
}

TEST(CUDASTRIPE_VideoTags, whatIsAssumedIsSaidInOneLine)
{
    EXPECT_EQ("BT.709, limited range", assumedOf(tagged("yuv420p", 2, -1, -1)));
    EXPECT_EQ("limited range", assumedOf(tagged("yuv420p", 1, -1)));
    EXPECT_EQ("BT.709", assumedOf(tagged("yuvj420p", 2, -1)));  // the name says that its range is full
    EXPECT_EQ("full range", assumedOf(tagged("gray", 2, -1)));
    EXPECT_EQ("", assumedOf(tagged("yuv420p", 9, 1)));
}

TEST(CUDASTRIPE_VideoTags, aRefusalLeavesWhatIsAssumed)
{
    String assumed = "before";
    refusalOf([&] { YuvFormat::fromTags(tagged("yuv420p", 8), &assumed); });
    EXPECT_EQ("before", assumed);
}

TEST(CUDASTRIPE_VideoTags, chromaLocationsBecomeSitingsOfTheSameColumns)
{
    const ChromaSiting sitings[] = {ChromaSiting::Left,    ChromaSiting::Left,   ChromaSiting::Center,
                                    ChromaSiting::TopLeft, ChromaSiting::Center, ChromaSiting::Left,
                                    ChromaSiting::Center};
    for (int location = -1; location <= 5; ++location)
        EXPECT_EQ(sitings[location + 1], YuvFormat::fromTags(tagged("yuv420p", 1, 0, location)).siting()) << location;
    EXPECT_EQ(ChromaSiting::Left, YuvFormat::fromTags(tagged("yuv422p", 1, 0, 2)).siting());
    for (int location : {-2, 6, 255})
        expectRefusalOf(tagged("yuv420p", 1, 0, location), {"chromaLocation is", "0 to 5", "-1"});
    for (int range : {-2, 2})
        expectRefusalOf(tagged("yuv420p", 1, range), {"range is", "0 to 1", "-1"});
}

TEST(CUDASTRIPE_VideoTags, interlacedChromaOfTwoRowsIsRefused)
{
    for (const char* pixelFormat : {"yuv420p", "nv12", "p010le", "yuvj420p"}) {
        VideoTags tags = tagged(pixelFormat);
        tags.interlaced = true;
        expectRefusalOf(tags, {"interlaced is true", pixelFormat, "deinterlace", "clear it"});
    }
    for (const char* pixelFormat : {"yuv422p", "yuv444p", "uyvy422", "gray"}) {
        VideoTags tags = tagged(pixelFormat);
        tags.interlaced = true;
        EXPECT_EQ(nameOf(tagged(pixelFormat)), nameOf(tags));
    }
}

TEST(CUDASTRIPE_VideoTags, redGreenAndBlueAreNoYuv)
{
    for (const char* pixelFormat : {"bgra", "rgb24", "bgr0", "0rgb", "gbrp", "gbrap12le", "pal8", "rgb48be", "rgb565le",
                                    "x2rgb10le", "rgba64le", "abgr"}) {
        EXPECT_TRUE(tagged(pixelFormat).rgb()) << pixelFormat;
        expectRefusalOf(tagged(pixelFormat), {pixelFormat, "red, green and blue", "BGR"});
        expectRefusal([&] { YuvFormat::fromName(pixelFormat); }, {pixelFormat, "red, green and blue"});
    }
    for (const char* pixelFormat : {"", "yuv420p", "gray", "ya8", "bayer_rggb8", "bayer_gbrg16le", "monow", "vuya"})
        EXPECT_FALSE(tagged(pixelFormat).rgb()) << pixelFormat;
}

TEST(CUDASTRIPE_VideoTags, samplesWithoutALayoutAreRefusedByName)
{
    for (const char* pixelFormat : {"", "yuv411p", "yuv410p", "yuva420p", "ya8", "bayer_gbrg8", "monow", "yuv420p9le",
                                    "yuv420p14le", "xv30le", "hd", "jpeg", "none"})
        expectRefusalOf(tagged(pixelFormat), {("\"" + std::string(pixelFormat) + "\"").c_str(), "yuv420p, ", "nv12"});
    for (const char* base : {"yuv420p10", "p010", "gray16", "yuv444p12"}) {
        const std::string big = base + std::string("be"), little = base + std::string("le");
        expectRefusalOf(tagged(big), {big.c_str(), "big-endian", little.c_str()});
    }
}

}}  // namespace opencv_test
