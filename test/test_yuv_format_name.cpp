// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <algorithm>

#include "support/refusal.hpp"

// What YuvFormat::fromName says about names that it does not know.

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

TEST(CUDASTRIPE_YuvFormatName, anUnknownOneIsAParseErrorThatQuotesIt)
{
    for (const char* name : {"", ":", "nv", "nv13", "nv12:", ":nv12", "nv12::limited", "nv12:bt710", "nv12 ", "bt709",
                             "nv12:nv21", "bt709:nv12", "nv12:12bit", "i420:10 bit", "%s%n", "nv12:%d", "jpeg:sd"}) {
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
        {"nv12:bt709:tv", "nv12:bt709:limited"},
        {"i420:pc:10bit", "i420:full:10bit"},
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
                                      "nv12:bt709:tv",
                                      "nv12:tv",
                                      "nv12:pc",
                                      "p010:8",
                                      "bt709",
                                      "nv13:bt710:tv",
                                      "i420:10bits:10bit",
                                      "nv12:tutorail:ful",
                                      ":::::",
                                      "nv12:bt709::::",
                                      "yuv420p",
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
    const std::pair<const char*, const char*> names[] = {{"nv12:bt709:bt601", "\"bt601\""},
                                                         {"nv12:bt709:bt709", "\"bt709\""},
                                                         {"nv12:limited:bt709:full", "\"full\""},
                                                         {"nv12:left:center", "\"center\""},
                                                         {"i420:10bit:full:8bit", "\"8bit\""}};
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
