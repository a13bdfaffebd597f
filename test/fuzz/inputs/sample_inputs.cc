// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <cstdio>
#include <fstream>

#include "../../../samples/stripe_mosaic/picture.hpp"
#include "fuzz_inputs.hpp"

namespace opencv_test {
namespace {

//! Runs what may throw UserError, and nothing else; false if it did.
template <class Action>
bool accepted(const Action& action)
{
    try {
        action();
        return true;
    } catch (const UserError& error) {
        EXPECT_NE(std::string(), error.what());
        return false;
    }
}

bool isWithin(int value, int least, int most)
{
    return value >= least && value <= most;
}

}  // namespace

void readPicture(FuzzedDataProvider& data)
{
    const char* const extension = data.PickValueInArray({".ppm", ".bgr", ".bgra", ".tif"});
    static const String name = cv::tempfile("");
    const std::string path = name + extension;
    const std::string head = data.PickValueInArray({"", "P6\n3 2\n255\n", "P6 3 2 65535\n", "II*\0\b\0\0\0"});
    const std::string size = data.ConsumeRandomLengthString(12);
    std::ofstream(path, std::ios::binary) << head << data.ConsumeRandomLengthString(300);
    accepted([&] {
        const auto source = Source::open(path, size);
        const Picture& picture = source->picture();
        ASSERT_GT(picture.size.width, 0);
        ASSERT_GT(picture.size.height, 0);
        const int rows = std::min(picture.rowsAtOnce, picture.size.height);
        ASSERT_LE(picture.rowBytes() * size_t(rows), size_t(1) << 32) << "more than its file can hold";
        Mat image(rows, picture.size.width, picture.type);
        source->read(0, image);
    });
    std::remove(path.c_str());
}

void readArguments(FuzzedDataProvider& data)
{
    const Sample sample = {"sample",
                           "Purpose.",
                           data.ConsumeBool() ? "INPUT..." : "",
                           "",
                           {{"size", "SIZE", "8K", ""},
                            {"number", "N", "3", ""},
                            {"list", "A,B", "a,b", ""},
                            {"report", "FILE.json", "", ""},
                            {"flag", nullptr, "", ""}},
                           nullptr};
    std::vector<std::string> words = {"sample"};
    for (int i = data.ConsumeIntegralInRange(0, 5); i > 0; --i)
        words.push_back(data.PickValueInArray({"", "--size=", "--number=", "--list=", "--report=", "--flag", "--"}) +
                        data.ConsumeRandomLengthString(20));
    std::vector<const char*> argv;
    for (const std::string& word : words)
        argv.push_back(word.c_str());
    accepted([&] {
        const Arguments arguments(sample, int(argv.size()), argv.data());
        accepted([&] {
            const FrameSize frame = arguments.frameSize("size");
            EXPECT_TRUE(isWithin(frame.size.width, 1, 32768) && isWithin(frame.size.height, 1, 32768));
        });
        accepted([&] { EXPECT_TRUE(isWithin(int(arguments.number("number", -5, 5)), -5, 5)); });
        accepted([&] { arguments.fileName("report", ".json"); });
        EXPECT_FALSE(arguments.list("list").empty());
    });
}

}  // namespace opencv_test
