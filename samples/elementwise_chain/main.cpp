// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws a picture by a chain of operators: what a program does that would else call OpenCV once for each of them.

#include <cstdio>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "../common/new_file.hpp"
#include "../common/png_file.hpp"
#include "../common/sample_main.hpp"
#include "../common/user_error.hpp"
#include "ink.hpp"
#include "options.hpp"
#include "places.hpp"
#include "side_by_side.hpp"

namespace {

cv::Mat readPicture(const Options& options)
{
    cv::Mat picture = cv::imread(options.picture, cv::IMREAD_COLOR);
    if (picture.empty())
        throw UserError(options.picture + ": not a picture that OpenCV can read");
    if (!options.size.empty())
        cv::resize(picture, picture, options.size, 0, 0, cv::INTER_CUBIC);
    return picture;
}

void print(const Place& place)
{
    std::printf("\n%s\n", place.name.c_str());
    for (const Measured& m : place.measured) {
        std::printf("  %-48s %9.3f ms", m.name.c_str(), m.timeMs);
        if (m.differing >= 0)
            std::printf(", %lld differing bytes", static_cast<long long>(m.differing));
        std::printf("\n");
    }
}

bool drawAll(const Options& options)
{
    NewFile png(options.out);
    const cv::Mat picture = readPicture(options);
    std::printf("%s, %d x %d: %s\n", options.picture.c_str(), picture.cols, picture.rows,
                ink::chain().toString().c_str());
    const Drawing drawing = drawEverywhere(picture, options.device, options.repetitions);
    for (const Place& place : drawing.places)
        print(place);
    const cv::Mat both = sideBySide(picture, drawing.result);
    png.write([&](const std::string& fileName) { writePng(both, fileName); });
    png.commit();
    std::printf("\npicture: %s\n", options.out.c_str());
    return drawing.right();
}

int run(const Options& options)
{
    return drawAll(options) ? EXIT_SUCCESS
                            : failSample("elementwise_chain", "the chain does not give what OpenCV's calls give");
}

}  // namespace

int main(int argc, char** argv)
{
    return sampleMain("elementwise_chain", parseOptions, usage, run, argc, argv);
}
