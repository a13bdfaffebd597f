// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <future>
#include <iterator>
#include <limits>
#include <locale>

#include "../support/process/file_size_limit.hpp"
#include "opencv2/cudastripe/timeline.hpp"

namespace opencv_test { namespace {

using namespace cv::cudastripe;

class CommaLocale
{
public:
    CommaLocale() : previous_(std::locale::global(std::locale(std::locale::classic(), new Comma))) {}
    ~CommaLocale() { std::locale::global(previous_); }

private:
    struct Comma : std::numpunct<char>
    {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\3"; }
    };
    std::locale previous_;
};

class CUDASTRIPE_Timeline : public testing::Test
{
protected:
    ~CUDASTRIPE_Timeline() override { std::remove(fileName.c_str()); }

    void add(Stage stage, int stripe, const String& engine, double startMs, double endMs)
    {
        timeline.entries.push_back({stage, stripe, engine, "up", startMs, endMs});
    }

    String written() const
    {
        writeTraceEvents({timeline}, fileName);
        return content();
    }

    String content() const
    {
        std::ifstream file(fileName, std::ios::binary);
        return String(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }

    static FileStorage parse(const String& json)
    {
        return FileStorage(json, FileStorage::READ | FileStorage::MEMORY | FileStorage::FORMAT_JSON);
    }

    static std::vector<FileNode> events(const FileStorage& json, const String& key, const String& value)
    {
        std::vector<FileNode> found;
        for (const FileNode& event : json["traceEvents"]) {
            if (String(event[key]) == value)
                found.push_back(event);
        }
        return found;
    }

    const String fileName = tempfile(".json");
    Timeline timeline;
};

TEST_F(CUDASTRIPE_Timeline, enginesFollowTheStagesThatTheyServeFirst)
{
    EXPECT_TRUE(timeline.engines().empty());
    add(Stage::Download, 0, "download engine", 0, 1);
    add(Stage::StageOut, 0, "stager", 1, 2);
    add(Stage::RunHost, 1, "host thread 10", 2, 3);
    add(Stage::RunHost, 2, "host thread 9", 3, 4);
    add(Stage::RunDevice, 3, "kernel engine", 4, 5);
    add(Stage::Upload, 4, "upload engine", 5, 6);
    add(Stage::StageIn, 5, "stager", 6, 7);
    const std::vector<String> expected = {"stager",        "upload engine",  "kernel engine",
                                          "host thread 9", "host thread 10", "download engine"};
    EXPECT_EQ(expected, timeline.engines());
}

TEST_F(CUDASTRIPE_Timeline, traceEventsSayWhatRanWhenAndWhere)
{
    add(Stage::RunDevice, 7, "kernel engine", 1234567.000125, 1234567.5);
    add(Stage::Upload, 0, "upload engine", 0.25, 1.5);
    add(Stage::Upload, 1, "upload engine", 1.5, 2.5);
    const FileStorage json = parse(written());
    EXPECT_EQ("ms", String(json["displayTimeUnit"]));
    EXPECT_EQ(3u, events(json, "ph", "X").size());
    ASSERT_EQ(1u, events(json, "name", "process_name").size());
    const std::vector<FileNode> threads = events(json, "name", "thread_name");
    ASSERT_EQ(2u, threads.size());
    EXPECT_EQ("upload engine", String(threads[0]["args"]["name"]));
    EXPECT_EQ("kernel engine", String(threads[1]["args"]["name"]));

    const std::vector<FileNode> kernels = events(json, "name", "kernel 7");
    ASSERT_EQ(1u, kernels.size());
    EXPECT_EQ(1234567000.125, double(kernels[0]["ts"]));
    EXPECT_EQ(499.875, double(kernels[0]["dur"]));
    EXPECT_EQ(int(threads[1]["pid"]), int(kernels[0]["pid"]));
    EXPECT_EQ(int(threads[1]["tid"]), int(kernels[0]["tid"]));
    EXPECT_EQ(7, int(kernels[0]["args"]["stripe"]));
    EXPECT_EQ("up", String(kernels[0]["args"]["stream"]));
}

TEST_F(CUDASTRIPE_Timeline, timelinesAreProcessesOfTheirOwn)
{
    add(Stage::RunHost, 0, "host thread 0", 0, 1);
    writeTraceEvents({timeline, Timeline(), timeline}, fileName);
    const FileStorage json = parse(content());
    EXPECT_EQ(3u, events(json, "name", "process_name").size());
    const std::vector<FileNode> entries = events(json, "ph", "X");
    ASSERT_EQ(2u, entries.size());
    EXPECT_NE(int(entries[0]["pid"]), int(entries[1]["pid"]));
    EXPECT_NE(int(entries[0]["tid"]), int(entries[1]["tid"]));
    // A viewer takes such a thread for the main one.
    for (const FileNode& entry : entries)
        EXPECT_NE(int(entry["pid"]), int(entry["tid"]));
}

TEST_F(CUDASTRIPE_Timeline, entriesThatOverlapLieOnThreadsOfTheirOwn)
{
    add(Stage::Upload, 0, "upload engine", 0, 1 + 1e-9);  // a rounding error is no overlap
    add(Stage::Upload, 1, "upload engine", 1, 2);
    add(Stage::Upload, 2, "upload engine", 1.5, 3);
    const FileStorage json = parse(written());
    std::vector<int> threads;
    for (const char* name : {"upload 0", "upload 1", "upload 2"})
        threads.push_back(int(events(json, "name", name).at(0)["tid"]));
    EXPECT_EQ(threads[0], threads[1]);
    EXPECT_NE(threads[1], threads[2]);
}

TEST_F(CUDASTRIPE_Timeline, titlesMayHoldAnything)
{
    timeline.title = "a \"quoted\" {title}: [\\, ]";
    EXPECT_EQ(timeline.title, String(events(parse(written()), "name", "process_name")[0]["args"]["name"]));
    timeline.title = "two\nlines\x01";  // cv::FileStorage does not read such escapes
    EXPECT_NE(String::npos, written().find("\"two\\u000alines\\u0001\""));
}

TEST_F(CUDASTRIPE_Timeline, numbersAreThoseOfJsonInAnyLocale)
{
    add(Stage::RunHost, 12345, "host thread 0", 1234567.000125, 1234568);
    const String expected = written();
    const CommaLocale locale;
    EXPECT_EQ(expected, written());
}

TEST_F(CUDASTRIPE_Timeline, replacesAFile)
{
    add(Stage::RunHost, 0, "host thread 0", 0, 1);
    const String longer = written();
    timeline.entries.clear();
    EXPECT_LT(written().size(), longer.size());
    EXPECT_TRUE(events(parse(content()), "ph", "X").empty());
}

TEST_F(CUDASTRIPE_Timeline, namesTheFileThatCannotBeWritten)
{
    std::vector<String> names = {fileName + "/nowhere.json"};
#ifdef __linux__
    names.push_back("/dev/full");
#endif
    for (const String& name : names) {
        try {
            writeTraceEvents({timeline}, name);
            ADD_FAILURE() << name << " was written";
        } catch (const cv::Exception& error) {
            EXPECT_EQ(Error::StsError, error.code);
            EXPECT_NE(String::npos, error.err.find(name)) << error.err;
        }
    }
}

TEST_F(CUDASTRIPE_Timeline, aFullDiskLeavesTheFileAsItWas)
{
    add(Stage::RunHost, 0, "host thread 0", 0, 1);
    const String before = written();
    for (size_t bytes : {size_t(0), before.size() / 2, before.size() - 1}) {
        {
            const FileSizeLimit limit(bytes);
            EXPECT_THROW(writeTraceEvents({timeline}, fileName), cv::Exception);
        }
        EXPECT_EQ(before, content());
    }
}

TEST_F(CUDASTRIPE_Timeline, aFullDiskLeavesWhatALinkNamesAsItWas)
{
    const String link = fileName + ".link", before = "what was there before";
    ASSERT_EQ(0, symlink(fileName.substr(fileName.rfind('/') + 1).c_str(), link.c_str()));
    const std::shared_ptr<void> removedAtTheEnd(nullptr, [&](void*) { std::remove(link.c_str()); });
    std::ofstream(fileName) << before;
    ASSERT_EQ(0, chmod(fileName.c_str(), 0640));
    {
        const FileSizeLimit limit(before.size());
        EXPECT_THROW(writeTraceEvents({timeline}, link), cv::Exception);
    }
    EXPECT_EQ(before, content());
    writeTraceEvents({timeline}, link);  // a name that the user has given is followed
    const String whole = content();
    EXPECT_EQ('{', whole[0]);
    struct stat status;
    ASSERT_EQ(0, lstat(fileName.c_str(), &status));
    EXPECT_EQ(S_IFREG | mode_t(0640), status.st_mode);
    std::remove(fileName.c_str());
    writeTraceEvents({timeline}, link);
    EXPECT_EQ(whole, content()) << "there was no file yet";
    ASSERT_EQ(0, lstat(link.c_str(), &status));
    EXPECT_TRUE(S_ISLNK(status.st_mode));
}

TEST_F(CUDASTRIPE_Timeline, goesIntoAPipe)
{
    const String whole = written();
    std::remove(fileName.c_str());
    ASSERT_EQ(0, mkfifo(fileName.c_str(), 0600));
    auto read = std::async(std::launch::async, [this] { return content(); });
    writeTraceEvents({timeline}, fileName);
    EXPECT_EQ(whole, read.get());
}

TEST_F(CUDASTRIPE_Timeline, timesThatAreNoNumbersLeaveTheFileAsItWas)
{
    const String before = written();
    add(Stage::RunHost, 0, "host thread 0", 0, std::numeric_limits<double>::quiet_NaN());
    EXPECT_THROW(written(), cv::Exception);
    EXPECT_EQ(before, content());
}

}}  // namespace opencv_test
