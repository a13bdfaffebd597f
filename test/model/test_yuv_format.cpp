// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <algorithm>
#include <cctype>

#include "../support/process/refusal.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

YuvFormat i420WithAllFields()
{
    return YuvFormat(YuvLayout::I420, YuvMatrix::BT2020, YuvRange::Full).withDepth(10).withSiting(ChromaSiting::Center);
}

TEST(CUDASTRIPE_YuvFormat, itsNameNamesItAndNoOther)
{
    const std::vector<YuvFormat> all = YuvFormat::all();
    for (size_t i = 0; i < all.size(); ++i) {
        const String name = all[i].name();
        EXPECT_EQ(all[i], YuvFormat::fromName(name)) << name;
        for (size_t k = 0; k < i; ++k) {
            EXPECT_NE(name, all[k].name());
            EXPECT_NE(all[i], all[k]) << name << " and " << all[k].name();
        }
    }
    EXPECT_GT(all.size(), 200u);
}

TEST(CUDASTRIPE_YuvFormat, allHasWhatAnyValueMakes)
{
    const std::vector<YuvFormat> all = YuvFormat::all();
    const YuvFormat made[] = {YuvFormat(),
                              YuvFormat::sd(),
                              YuvFormat::hd(YuvLayout::P016),
                              YuvFormat::uhd(),
                              YuvFormat::jpeg(),
                              YuvFormat::opencv420(YuvLayout::NV21),
                              YuvFormat::opencv422(YuvLayout::Y),
                              YuvFormat::tutorial(),
                              i420WithAllFields()};
    for (const YuvFormat& format : made)
        EXPECT_EQ(1, std::count(all.begin(), all.end(), format)) << format.name();
}

TEST(CUDASTRIPE_YuvFormat, namesHaveNoCase)
{
    for (const YuvFormat& format : YuvFormat::all()) {
        String upper = format.name(), mixed = format.name();
        for (size_t i = 0; i < upper.size(); ++i) {
            upper[i] = char(std::toupper(upper[i]));
            mixed[i] = i % 2 ? upper[i] : mixed[i];
        }
        EXPECT_EQ(format, YuvFormat::fromName(upper)) << upper;
        EXPECT_EQ(format, YuvFormat::fromName(mixed)) << mixed;
    }
}

TEST(CUDASTRIPE_YuvFormat, fieldsComeInAnyOrder)
{
    std::vector<std::string> fields = {"10bit", "bt2020", "center", "full"};
    do {
        const String name = "i420:" + fields[0] + ":" + fields[1] + ":" + fields[2] + ":" + fields[3];
        EXPECT_EQ(i420WithAllFields(), YuvFormat::fromName(name)) << name;
    } while (std::next_permutation(fields.begin(), fields.end()));
}

TEST(CUDASTRIPE_YuvFormat, whatANameLeavesOutIsAsTheConstructorHasIt)
{
    EXPECT_EQ(YuvFormat(YuvLayout::NV12), YuvFormat::fromName("nv12"));
    EXPECT_EQ(YuvFormat(YuvLayout::I420, YuvMatrix::BT709, YuvRange::Full), YuvFormat::fromName("i420:full"));
    EXPECT_EQ(YuvFormat(YuvLayout::UYVY, YuvMatrix::OpenCV420), YuvFormat::fromName("uyvy:opencv420"));
    EXPECT_EQ(YuvFormat(YuvLayout::P010), YuvFormat::fromName("p010"));
    EXPECT_EQ("nv12:bt709:limited", YuvFormat().name());
    EXPECT_EQ("nv12:bt709:limited", YuvFormat().withSiting(ChromaSiting::Left).name());
    EXPECT_EQ("p010:bt2020:limited", YuvFormat::uhd().name());
}

TEST(CUDASTRIPE_YuvFormat, presetsHaveNames)
{
    EXPECT_EQ(YuvFormat::sd(), YuvFormat::fromName("sd"));
    EXPECT_EQ(YuvFormat::hd(), YuvFormat::fromName("HD"));
    EXPECT_EQ(YuvFormat::uhd(), YuvFormat::fromName("uhd"));
    EXPECT_EQ(YuvFormat::jpeg(), YuvFormat::fromName("jpeg"));
    EXPECT_EQ(YuvFormat::opencv420(), YuvFormat::fromName("opencv420"));
    EXPECT_EQ(YuvFormat::opencv422(), YuvFormat::fromName("opencv422"));
    EXPECT_EQ(YuvFormat::tutorial(), YuvFormat::fromName("tutorial"));
}

TEST(CUDASTRIPE_YuvFormat, presetsAreWhatTheyAreDocumentedToBe)
{
    EXPECT_EQ("nv12:bt601:limited", YuvFormat::sd().name());
    EXPECT_EQ("nv12:bt709:limited", YuvFormat::hd().name());
    EXPECT_EQ(10, YuvFormat::uhd().depth());
    EXPECT_EQ("i420:bt601:full:center", YuvFormat::jpeg().name());
    EXPECT_EQ(ChromaSiting::TopLeft, YuvFormat::opencv420().siting());
    EXPECT_EQ(ChromaSiting::Center, YuvFormat::opencv422().siting());
    EXPECT_EQ(YuvLayout::Packed444, YuvFormat::tutorial().layout());
    EXPECT_EQ(YuvMatrix::Tutorial, YuvFormat::tutorial().matrix());
    EXPECT_EQ(YuvFormat::hd(YuvLayout::UYVY), YuvFormat(YuvLayout::UYVY, YuvMatrix::BT709));
}

TEST(CUDASTRIPE_YuvFormat, sitingsThatGiveTheSameBytesAreEqual)
{
    for (const YuvFormat& format : YuvFormat::all()) {
        const YuvFormat topLeft = format.withSiting(ChromaSiting::TopLeft);
        const YuvFormat left = format.withSiting(ChromaSiting::Left);
        const YuvFormat center = format.withSiting(ChromaSiting::Center);
        const Size block = format.blockSize();
        EXPECT_EQ(block.height == 1, topLeft == left) << format.name();
        EXPECT_EQ(block.width == 1, left == center) << format.name();
        EXPECT_EQ(block.area() == 1, topLeft == center) << format.name();
    }
}

TEST(CUDASTRIPE_YuvFormat, changingBackGivesTheSameFormat)
{
    for (const YuvFormat& format : YuvFormat::all()) {
        for (ChromaSiting siting : {ChromaSiting::TopLeft, ChromaSiting::Left, ChromaSiting::Center})
            EXPECT_EQ(format, format.withSiting(siting).withSiting(format.siting())) << format.name();
        EXPECT_EQ(format, format.withDepth(format.depth()));
    }
}

TEST(CUDASTRIPE_YuvFormat, depthsAreThoseOfTheLayout)
{
    for (int bits : {8, 10, 12, 16}) {
        EXPECT_EQ(bits, YuvFormat(YuvLayout::I420).withDepth(bits).depth());
        EXPECT_EQ(bits, YuvFormat(YuvLayout::Y).withDepth(bits).depth());
    }
    EXPECT_EQ(8, YuvFormat(YuvLayout::I444).depth());
    EXPECT_EQ(10, YuvFormat(YuvLayout::P010).depth());
    EXPECT_EQ(12, YuvFormat(YuvLayout::P012).depth());
    EXPECT_EQ(16, YuvFormat(YuvLayout::P016).depth());
    EXPECT_EQ(16, YuvFormat(YuvLayout::Packed444).withDepth(16).depth());
    for (int bits : {-1, 0, 9, 10, 12, 16, 32})
        expectRefusal([&] { YuvFormat().withDepth(bits); }, {std::to_string(bits).c_str(), "nv12"});
    expectRefusal([] { YuvFormat(YuvLayout::P010).withDepth(8); }, {"8 bits", "p010", "10"});
    expectRefusal([] { YuvFormat(YuvLayout::Packed444).withDepth(10); }, {"10 bits", "packed444", "8 16"});
}

TEST(CUDASTRIPE_YuvFormat, matricesOfIntegersHaveEightBitsAndLimitedRangeOnly)
{
    const std::pair<YuvMatrix, const char*> matrices[] = {
        {YuvMatrix::OpenCV420, "opencv420"}, {YuvMatrix::OpenCV422, "opencv422"}, {YuvMatrix::Tutorial, "tutorial"}};
    for (const auto& matrix : matrices) {
        const auto full = [&] { YuvFormat(YuvLayout::I420, matrix.first, YuvRange::Full); };
        expectRefusal(full, {matrix.second, "full", "limited range"});
        EXPECT_EQ(int(Error::StsBadArg), refusalOf(full).code);
        expectRefusal([&] { YuvFormat(YuvLayout::I420, matrix.first).withDepth(10); },
                      {matrix.second, "10 bits", "8 bits"});
        expectRefusal([&] { YuvFormat(YuvLayout::P016, matrix.first); }, {matrix.second, "16 bits", "8 bits"});
        EXPECT_EQ(8, YuvFormat(YuvLayout::NV12, matrix.first).depth());
    }
}

TEST(CUDASTRIPE_YuvFormat, enumeratorsThatThereAreNotAreRefused)
{
    for (int value : {-1, 99}) {
        const std::string given = std::to_string(value);
        expectRefusal([&] { YuvFormat(static_cast<YuvLayout>(value)); }, {"layout is", given.c_str()});
        expectRefusal([&] { YuvFormat(YuvLayout::NV12, static_cast<YuvMatrix>(value)); }, {"matrix is", given.c_str()});
        expectRefusal([&] { YuvFormat(YuvLayout::NV12, YuvMatrix::BT709, static_cast<YuvRange>(value)); },
                      {"range is", given.c_str()});
        expectRefusal([&] { YuvFormat().withSiting(static_cast<ChromaSiting>(value)); }, {"siting is", given.c_str()});
    }
}

}}  // namespace opencv_test
