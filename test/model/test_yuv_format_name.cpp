// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <algorithm>
#include <array>

#include "../../src/model/yuv/coefficients.hpp"
#include "../support/process/refusal.hpp"

// What YuvFormat::fromName takes beside our own names, and what it says about names that it does not know.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

cv::Exception refusalOfName(const std::string& name)
{
    return refusalOf([&] { YuvFormat::fromName(name); });
}

// The names that a refusal suggests, best first.
std::vector<std::string> suggestionsFor(const std::string& name)
{
    const std::string text = refusalOfName(name).err, before = "nearest are ";
    std::vector<std::string> names;
    const size_t found = text.find(before);
    if (found == std::string::npos)
        return names;
    for (size_t first = found + before.size(), end = 0; end != std::string::npos; first = end + 2) {
        end = text.find(", ", first);
        names.push_back(text.substr(first, end == std::string::npos ? end : end - first));
    }
    return names;
}

TEST(CUDASTRIPE_YuvFormatName, thoseOfFFmpegAreRead)
{
    int formats = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        if (format.ffmpegName().empty())
            continue;
        ++formats;
        const std::string siting = std::array<const char*, 3>{"topleft", "left", "center"}[size_t(format.siting())];
        const std::string name = format.ffmpegName() + ":" + matrixRow(format.matrix()).name +
                                 (format.range() == YuvRange::Full ? ":pc:" : ":tv:") + siting;
        EXPECT_EQ(format, YuvFormat::fromName(name)) << name;
    }
    EXPECT_GT(formats, 200);
}

TEST(CUDASTRIPE_YuvFormatName, wordsOfOtherProgramsAreRead)
{
    const std::pair<const char*, const char*> names[] = {
        {"yuv420p10le", "i420:10bit:bt709:limited"},
        {"YUV420P10", "i420:10bit:bt709:limited"},
        {"yuv422p12le:full", "i422:12bit:bt709:full"},
        {"p012le", "p012:bt709:limited"},
        {"yu12", "i420:bt709:limited"},
        {"iyuv", "i420:bt709:limited"},
        {"yuyv", "yuy2:bt709:limited"},
        {"yv12", "yv12:bt709:limited"},
        {"yuvj420p", "i420:bt709:full"},
        {"yuvj422p", "i422:bt709:full"},
        {"yuvj444p:bt601", "i444:bt601:full"},
        {"yuvj420p:tv", "i420:bt709:limited"},
        {"gray", "y:bt709:full"},
        {"gray:tv", "y:bt709:limited"},
        {"gray8", "y:bt709:full"},
        {"gray10le", "y:10bit:bt709:full"},
        {"y", "y:bt709:limited"},
        {"nv12:tv", "nv12:bt709:limited"},
        {"nv12:mpeg", "nv12:bt709:limited"},
        {"i420:pc:10bit", "i420:10bit:bt709:full"},
        {"i420:jpeg", "i420:bt709:full"},
        {"jpeg", "i420:bt601:full:center"},
        {"nv12:bt470bg", "nv12:bt601:limited"},
        {"nv12:smpte170m:pc", "nv12:bt601:full"},
        {"nv12:rec601", "nv12:bt601:limited"},
        {"nv12:rec709", "nv12:bt709:limited"},
        {"p010le:bt2020nc", "p010:bt2020:limited"},
        {"p010:bt2020_ncl", "p010:bt2020:limited"},
        {"p010:rec2020", "p010:bt2020:limited"},
    };
    for (const auto& name : names)
        EXPECT_EQ(name.second, YuvFormat::fromName(name.first).name()) << name.first;
}

TEST(CUDASTRIPE_YuvFormatName, samplesAndMatricesThatThereAreNotAreRefusedByName)
{
    expectRefusal([] { YuvFormat::fromName("yuv420p10be:full"); }, {"yuv420p10be", "big-endian", "yuv420p10le"});
    expectRefusal([] { YuvFormat::fromName("gray16be"); }, {"gray16be", "big-endian", "gray16le"});
    expectRefusal([] { YuvFormat::fromName("bgr24:full"); }, {"bgr24", "red, green and blue"});
    const std::pair<const char*, const char*> matrices[] = {{"ycgco", "YCgCo"}, {"smpte240m", "SMPTE 240M"},
                                                            {"fcc", "FCC"},     {"bt2020c", "constant luminance"},
                                                            {"ictcp", "ICtCp"}, {"gbr", "RGB"}};
    for (const auto& matrix : matrices) {
        const std::string name = std::string("nv12:") + matrix.first;
        expectRefusal([&] { YuvFormat::fromName(name); }, {name.c_str(), matrix.second, "bt601, bt709 and bt2020"});
        EXPECT_EQ(int(Error::StsParseError), refusalOfName(name).code);
    }
}

TEST(CUDASTRIPE_YuvFormatName, anUnknownOneIsAParseErrorThatQuotesIt)
{
    for (const char* name : {"", ":", "nv", "nv13", "nv12:", ":nv12", "nv12::limited", "nv12:bt710", "nv12 ", "bt709",
                             "nv12:nv21", "bt709:nv12", "nv12:14bit", "i420:10 bit", "%s%n", "nv12:%d", "jpeg:sd"}) {
        const cv::Exception e = refusalOfName(name);
        EXPECT_EQ(int(Error::StsParseError), e.code) << name;
        EXPECT_NE(std::string::npos, e.err.find("\"" + std::string(name) + "\"")) << e.err;
        EXPECT_FALSE(suggestionsFor(name).empty()) << e.err;
    }
}

TEST(CUDASTRIPE_YuvFormatName, aFieldWithATypingErrorIsSuggestedWithoutIt)
{
    const std::pair<const char*, const char*> names[] = {
        {"nv13", "nv12"},
        {"NV13", "nv12"},
        {"n12:bt709", "nv12:bt709"},
        {"uyyv:full", "uyvy:full"},
        {"packed44", "packed444"},
        {"nv12:bt710:limited", "nv12:bt709:limited"},
        {"nv12:bt106", "nv12:bt601"},
        {"nv12:bt202:full", "nv12:bt2020:full"},
        {"nv12:limitd:bt709", "nv12:limited:bt709"},
        {"i420:fulll:10bit", "i420:full:10bit"},
        {"i420:10bits:full", "i420:10bit:full"},
        {"yuv420p11le", "yuv420p10le"},
        {"yuv42p", "yuv420p"},
        {"yu21", "yu12"},
        {"gray11", "gray10le"},
        {"nv12:bt2020ncl", "nv12:bt2020nc"},
        {"nv12:smpte170", "nv12:smpte170m"},
        {"nv12:centre", "nv12:center"},
        {"nv12:top-left", "nv12:topleft"},
        {"nv12:opencv:limited", "nv12:opencv420:limited"},
        {"packed444:tutorail", "packed444:tutorial"},
        {"jpg", "jpeg"},
        {"tutoral", "tutorial"},
        {"opencv421", "opencv420"},
    };
    for (const auto& name : names) {
        const std::vector<std::string> suggested = suggestionsFor(name.first);
        EXPECT_EQ(1, std::count(suggested.begin(), suggested.end(), name.second)) << refusalOfName(name.first).err;
    }
}

// Names of formats with some letters changed, parts left out, doubled or empty, and words that players use.
std::vector<std::string> wrongNames()
{
    std::vector<std::string> names = {"nv13",
                                      "nv12:bt710:limited",
                                      "i421:10bit",
                                      "nv12:",
                                      "nv12:fll:bt709",
                                      "jpg",
                                      "jpg:full",
                                      "jpeg:full",
                                      "hd:full",
                                      "nv12::full",
                                      "tutorial:center",
                                      "p011:bt2020",
                                      "nv12::limited",
                                      "nv12:bt709:tw",
                                      "nv12:tw",
                                      "nv12:cp",
                                      "p010:8",
                                      "bt709",
                                      "nv13:bt710:tw",
                                      "i420:10bits:10bit",
                                      "nv12:tutorail:ful",
                                      ":::::",
                                      "nv12:bt709::::",
                                      "yuv420pp",
                                      "::limited",
                                      "nv12:bt709:bt:bt60",
                                      "p010:tutrial",
                                      "i420:opencv",
                                      "packed444:8bits:full:left:bt601:x"};
    RNG rng(131);
    for (const YuvFormat& format : YuvFormat::all()) {
        std::string name = format.name();
        for (int changes = rng.uniform(1, 4); changes > 0; --changes)
            name.replace(size_t(rng.uniform(0, int(name.size()))), size_t(rng.uniform(0, 3)),
                         std::string(size_t(rng.uniform(0, 3)), ":0bnpxt"[rng.uniform(0, 7)]));
        names.push_back(name);
        names.push_back(name + ":" + format.name());
    }
    return names;
}

TEST(CUDASTRIPE_YuvFormatName, whatIsSuggestedCanBeRead)
{
    int suggestedNames = 0;
    for (const std::string& name : wrongNames()) {
        for (const std::string& suggested : suggestionsFor(name)) {
            EXPECT_EQ("", refusalOfName(suggested).err) << "suggested for " << name;
            ++suggestedNames;
        }
    }
    EXPECT_GT(suggestedNames, 1000);
}

TEST(CUDASTRIPE_YuvFormatName, anUnknownPartIsAnsweredWithSuggestions)
{
    for (const std::string& name : wrongNames()) {
        const std::string text = refusalOfName(name).err;
        const bool unknown = text.find("\" is no ") != std::string::npos;
        EXPECT_TRUE(!unknown || !suggestionsFor(name).empty()) << text;
    }
}

TEST(CUDASTRIPE_YuvFormatName, aFieldThatComesTwiceIsRefused)
{
    const std::pair<const char*, const char*> names[] = {
        {"nv12:bt709:bt601", "\"bt601\""},       {"nv12:bt709:bt709", "\"bt709\""},
        {"nv12:limited:bt709:full", "\"full\""}, {"nv12:left:center", "\"center\""},
        {"i420:10bit:full:8bit", "\"8bit\""},    {"yuv420p:10bit", "\"10bit\""},
        {"yuv420p10le:10bit", "\"10bit\""},      {"nv12:tv:pc", "\"pc\""},
        {"nv12:limited:jpeg", "\"jpeg\""},       {"nv12:bt470bg:rec601", "\"rec601\""}};
    for (const auto& name : names) {
        expectRefusal([&] { YuvFormat::fromName(name.first); }, {name.first, name.second});
        EXPECT_EQ(int(Error::StsParseError), refusalOfName(name.first).code);
    }
}

TEST(CUDASTRIPE_YuvFormatName, fieldsThatDoNotGoTogetherAreRefusedByName)
{
    expectRefusal([] { YuvFormat::fromName("nv12:10bit"); }, {"\"nv12:10bit\"", "10 bits", "nv12 has 8"});
    expectRefusal([] { YuvFormat::fromName("p010:8bit"); }, {"\"p010:8bit\"", "8 bits", "p010"});
    expectRefusal([] { YuvFormat::fromName("packed444:tutorial:full"); }, {"\"packed444:tutorial:full\"", "limited"});
    expectRefusal([] { YuvFormat::fromName("i420:opencv420:10bit"); }, {"\"i420:opencv420:10bit\"", "8 bits"});
    for (const char* name : {"nv12:10bit", "packed444:tutorial:full"})
        EXPECT_EQ(int(Error::StsParseError), refusalOfName(name).code);
}

}}  // namespace opencv_test
