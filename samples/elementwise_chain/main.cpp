// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws a picture by a chain of operators: what a program does that would else call OpenCV once for each of them.

#include <cstdio>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "../common/gpu.hpp"
#include "../common/output_file.hpp"
#include "../common/sample_main.hpp"
#include "ink.hpp"
#include "places.hpp"

namespace {

// Two pictures of one size, scaled down to a screen.
cv::Mat sideBySide(const cv::Mat& left, const cv::Mat& right)
{
    cv::Mat both;
    cv::hconcat(left, right, both);
    const double scale = std::min({1., 3200. / both.cols, 1200. / both.rows});
    const cv::Size size(std::max(2, cvRound(both.cols * scale)), std::max(1, cvRound(both.rows * scale)));
    cv::resize(both, both, size, 0, 0, cv::INTER_AREA);
    return both;
}

int run(const Arguments& arguments)
{
    if (arguments.operands().empty())
        throw UserError("no picture; --help says how to call this");
    const std::string& name = arguments.operands()[0];
    if (arguments.operands().size() > 1) {
        throw UserError("two pictures, '" + name + "' and '" + arguments.operands()[1] +
                        "'; one can be drawn at a time");
    }
    const int repetitions = static_cast<int>(arguments.number("repetitions", 1, 100000));
    const int device = deviceOf(arguments, "none");
    const cv::Size size = arguments.text("size").empty() ? cv::Size() : arguments.frameSize("size").size;
    OutputFile png(arguments.fileName("out", ".png"));

    cv::Mat picture = cv::imread(name, cv::IMREAD_COLOR);
    if (picture.empty())
        throw UserError(name + ": not a picture that OpenCV can read");
    if (!size.empty())
        cv::resize(picture, picture, size, 0, 0, cv::INTER_CUBIC);
    std::printf("%s, %d x %d: %s\n", oneLine(name).c_str(), picture.cols, picture.rows,
                ink::chain().toString().c_str());
    const Drawing drawing = drawEverywhere(picture, device, repetitions);
    bool right = true;
    for (const Place& place : drawing.places) {
        std::printf("\n%s\n", place.name.c_str());
        for (const Measured& m : place.measured) {
            std::printf("  %-48s %9.3f ms", m.name.c_str(), m.timeMs);
            if (m.differing >= 0)
                std::printf(", %lld differing bytes", static_cast<long long>(m.differing));
            std::printf("\n");
            right = right && !m.failed;
        }
    }
    png.writePicture(sideBySide(picture, drawing.result));
    png.commit();
    std::printf("\npicture: %s\n", oneLine(png.name()).c_str());
    if (!right)
        throw UserError("the chain does not give what OpenCV's calls give");
    return EXIT_SUCCESS;
}

const Sample sample = {
    "elementwise_chain",
    "Draws a picture in ink by five operators in one call, compares every byte with OpenCV's five calls, and\n"
    "times both beside one operator alone.",
    "PICTURE",
    "  elementwise_chain photo.jpg\n"
    "  elementwise_chain --size=8K --device=0 --out=8k.png photo.jpg\n",
    {
        {"size", "SIZE", "", "scales the picture to 1080p, 4K, 8K or WIDTHxHEIGHT (default: as it is)"},
        {"device", "DEVICE", "auto", "auto (default), none, or the number of a CUDA device"},
        {"repetitions", "N", "15", "measured runs of each way; medians are printed (default: 15)"},
        {"out", "FILE.png", "elementwise_chain.png",
         "the picture and the drawing side by side (default: elementwise_chain.png)"},
    },
    run,
};

}  // namespace

int main(int argc, char** argv)
{
    return sampleMain(sample, argc, argv);
}
