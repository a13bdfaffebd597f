// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws timelines of stripes: what a program does with cudastripe's predictions and measurements.

#include <cstdio>
#include <cstdlib>
#include <opencv2/core/utils/logger.hpp>

#include "../common/new_file.hpp"
#include "../common/png_file.hpp"
#include "options.hpp"
#include "time_axis.hpp"
#include "timeline_picture.hpp"
#include "workload.hpp"

using cv::cudastripe::Timeline;

namespace {

// Joins the lines of a message from elsewhere, so that an error stays one line.
int fail(std::string text)
{
    for (char& c : text) {
        if (c == '\n' || c == '\r' || c == '\t')
            c = ' ';
    }
    std::fprintf(stderr, "stripe_timeline: %s\n", text.substr(0, text.find_last_not_of(' ') + 1).c_str());
    return EXIT_FAILURE;
}

void runAll(const Options& options)
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
}

}  // namespace

int main(int argc, char** argv)
{
    // Errors are one line each, and it is ours.
    if (!std::getenv("OPENCV_LOG_LEVEL"))
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    try {
        const Options options = parseOptions(argc, argv);
        if (options.help) {
            std::fputs(usage().c_str(), stdout);
            return EXIT_SUCCESS;
        }
        runAll(options);
        return EXIT_SUCCESS;
    } catch (const cv::Exception& error) {
        return fail(error.err.empty() ? error.what() : error.err);
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
