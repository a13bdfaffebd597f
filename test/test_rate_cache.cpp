// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include <sys/stat.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "../src/lane/rate_cache.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

class CUDASTRIPE_RateCache : public testing::Test
{
protected:
    void SetUp() override
    {
        rates.upload = 12.5e9;
        rates.download = 1.0 / 3 * 1e11;
        rates.kernel = 7e11;
        rates.gapSeconds = 4.25e-6;
    }
    void TearDown() override { std::remove(fileName.c_str()); }

    bool knows(const String& device) const
    {
        LinkRates loaded;
        return cache.load(device, loaded);
    }

    void write(const std::string& text) const { std::ofstream(fileName, std::ios::binary) << text; }

    std::string whole() const
    {
        std::ifstream file(fileName, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }

    // It says nothing about the file, and writes a good one in its place.
    void expectIgnored(const std::string& text, const std::string& what) const
    {
        write(text);
        testing::internal::CaptureStderr();
        EXPECT_FALSE(knows("a")) << what;
        EXPECT_EQ("", testing::internal::GetCapturedStderr()) << what;
        cache.save("a", rates);
        EXPECT_TRUE(knows("a")) << what;
    }

    const String fileName = tempfile(".json");
    const RateCache cache{fileName};
    LinkRates rates;
};

TEST_F(CUDASTRIPE_RateCache, keepsTheRatesOfSeveralDevices)
{
    cache.save("NVIDIA H200", rates);
    LinkRates other = rates;
    other.upload = 3e9;
    cache.save("GeForce \"9800\" GT", other);
    LinkRates loaded;
    ASSERT_TRUE(cache.load("NVIDIA H200", loaded));
    EXPECT_EQ(rates.upload, loaded.upload);
    EXPECT_EQ(rates.download, loaded.download);
    EXPECT_EQ(rates.kernel, loaded.kernel);
    EXPECT_EQ(rates.gapSeconds, loaded.gapSeconds);
    EXPECT_TRUE(loaded.measured);
    ASSERT_TRUE(cache.load("GeForce \"9800\" GT", loaded));
    EXPECT_EQ(3e9, loaded.upload);
    EXPECT_FALSE(knows("Tesla"));
}

TEST_F(CUDASTRIPE_RateCache, aFileThatIsMissingEmptyOrCorruptDoesNoHarm)
{
    std::remove(fileName.c_str());
    EXPECT_FALSE(knows("a"));
    cache.save("a", rates);
    EXPECT_TRUE(knows("a"));
    const std::string good = whole();
    for (size_t length = 0; length + 2 < good.size(); ++length)
        expectIgnored(good.substr(0, length), std::to_string(length));
    for (const char* text : {"", "{", "[]", "\x01\x02\xff", "version: 1", "{\"version\": 1, \"devices\": 5}",
                             "{\"version\": 1, \"devices\": [{\"device\": \"a\"}]}",
                             "{\"version\": 1, \"devices\": [{\"device\": 7, \"upload\": \"x\"}]}"}) {
        expectIgnored(text, text);
    }
}

TEST_F(CUDASTRIPE_RateCache, ratesThatNoLinkHasAreNotBelieved)
{
    for (double upload : {0., -1., 1e3, 1e20, std::nan("")}) {
        LinkRates odd = rates;
        odd.upload = upload;
        cache.save("a", odd);
        EXPECT_FALSE(knows("a")) << upload;
    }
}

TEST_F(CUDASTRIPE_RateCache, aPlaceThatCannotBeWrittenIsDoneWithout)
{
    const RateCache nowhere("/nonexistent/folder/rates.json");
    LinkRates loaded;
    EXPECT_NO_THROW(nowhere.save("a", rates));
    EXPECT_FALSE(nowhere.load("a", loaded));
}

TEST_F(CUDASTRIPE_RateCache, nestedBracketsDoNotExhaustTheStack)
{
    const std::string begin = "{ \"version\": 2, \"devices\": ";
    std::string maps, escaped = begin + "[{\"a\\\": ";
    for (int i = 0; i < 100000; ++i)
        maps += "{\"a\":";
    for (const std::string& brackets : {std::string(100000, '['), std::string(100000, '{'), maps}) {
        for (const std::string& before : {std::string(), begin, begin + "[{\"device\":", escaped})
            expectIgnored(before + brackets, before + brackets.substr(0, 10));
    }
}

TEST_F(CUDASTRIPE_RateCache, whatIsHugeBinaryOrOfOtherTypesIsIgnored)
{
    cache.save("a", rates);
    const std::string good = whole();
    expectIgnored(good + std::string(2 << 20, ' '), "huge");
    expectIgnored(std::string(2 << 20, '"'), "quotes");
    expectIgnored(std::string(1 << 20, '\0'), "zeros");
    expectIgnored("{ \"version\": 2, \"devices\": [ { \"device\": \"" + std::string(1 << 16, 'a') + "\" } ] }", "long");
    expectIgnored(good + good, "twice");
    for (const char* text :
         {"{ \"version\": 1e400, \"devices\": [] }", "{ \"version\": \"2\", \"devices\": [] }",
          "{ \"version\": 2, \"devices\": {} }", "{ \"version\": 2, \"devices\": [ [] ] }",
          "{ \"version\": 2, \"devices\": [ { \"device\": \"a\", \"upload\": [] } ] }",
          "{ \"version\": 2, \"devices\": [ { \"device\": \"a\", \"upload\": \"1e10\" } ] }",
          "{ \"version\": 2, \"devices\": [ { \"device\": \"a", "{ \"version\": 2, \"devices\": [ { \"device\": \"\\"})
        expectIgnored(text, text);
    RNG rng(137);
    for (int i = 0; i < 50; ++i) {
        std::string noise(size_t(rng.uniform(0, 5000)), ' ');
        for (char& c : noise)
            c = static_cast<char>(rng.uniform(0, 256));
        expectIgnored(noise, "noise");
    }
}

TEST_F(CUDASTRIPE_RateCache, aFileWithChangedLettersDoesNoHarm)
{
    cache.save("a", rates);
    cache.save("b", rates);
    const std::string good = whole();
    RNG rng(139);
    for (int i = 0; i < 3000; ++i) {
        std::string text = good;
        for (int changes = rng.uniform(1, 6); changes > 0; --changes)
            text.replace(size_t(rng.uniform(0, int(text.size()))), size_t(rng.uniform(0, 4)),
                         std::string(size_t(rng.uniform(0, 4)), "{}[]\",:\\/\n\0eE-+."[rng.uniform(0, 16)]));
        write(text);
        LinkRates loaded;
        ASSERT_NO_THROW(cache.load("a", loaded)) << text;
    }
}

TEST_F(CUDASTRIPE_RateCache, namesMayHaveQuotesBackslashesAndBrackets)
{
    const std::vector<String> names = {"a \"b\"", "\\", "a\\", "\"", "[[[{", "}", "a, b: c", "\xc3\xa4", "'", "//"};
    for (const String& name : names)
        cache.save(name, rates);
    for (const String& name : names)
        EXPECT_TRUE(knows(name)) << name;
}

TEST_F(CUDASTRIPE_RateCache, whatOpenCvWroteCanBeRead)
{
    FileStorage file(fileName, FileStorage::WRITE | FileStorage::FORMAT_JSON);
    file << "version" << 2 << "devices"
         << "["
         << "{"
         << "device"
         << "a \"b\""
         << "upload" << rates.upload << "download" << rates.download << "kernel" << rates.kernel << "gapSeconds"
         << rates.gapSeconds << "}"
         << "]";
    file.release();
    LinkRates loaded;
    ASSERT_TRUE(cache.load("a \"b\"", loaded)) << whole();
    EXPECT_EQ(rates.download, loaded.download);
}

TEST_F(CUDASTRIPE_RateCache, aPipeInItsPlaceIsNotWaitedFor)
{
    std::remove(fileName.c_str());
    ASSERT_EQ(0, mkfifo(fileName.c_str(), 0600));
    EXPECT_FALSE(knows("a"));
}

}}  // namespace opencv_test
