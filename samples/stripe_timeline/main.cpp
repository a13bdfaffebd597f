// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws timelines of stripes: what a program does with cudastripe's predictions and measurements.

#include <cstdio>
#include <cstdlib>

#include "../common/new_file.hpp"
#include "../common/png_file.hpp"
#include "../common/sample_main.hpp"
#include "options.hpp"
#include "time_axis.hpp"
#include "timeline_picture.hpp"
#include "workload.hpp"

using cv::cudastripe::Timeline;

namespace {

int runAll(const Options& options)
{
    NewFile png(options.out), json(options.json);
    const std::vector<Timeline> timelines = makeTimelines(options);
    const cv::Mat picture = drawTimelines(timelines, options.width);
    png.write([&](const std::string& fileName) { writePng(picture, fileName); });
    json.write([&](const std::string& fileName) { cv::cudastripe::writeTraceEvents(timelines, fileName); });
    png.commit();
    json.commit();
    for (const Timeline& timeline : timelines)
        std::printf("%s: %s ms\n", timeline.title.c_str(), readable(timeline.durationMs).c_str());
    std::printf("picture: %s\n", options.out.c_str());
    std::printf("trace events: %s (open in https://ui.perfetto.dev or chrome://tracing)\n", options.json.c_str());
    return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv)
{
    return sampleMain("stripe_timeline", parseOptions, usage, runAll, argc, argv);
}
