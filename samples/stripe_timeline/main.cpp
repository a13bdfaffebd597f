// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws timelines of stripes: what a program does with cudastripe's predictions and measurements.

#include <cstdio>
#include <cstdlib>

#include "../common/output_file.hpp"
#include "drawing.hpp"
#include "options.hpp"

using cv::cudastripe::Timeline;

namespace {

int run(const Arguments& arguments)
{
    const Options options = readOptions(arguments);
    OutputFile png(options.out), json(options.json);
    const std::vector<Timeline> timelines = makeTimelines(options);
    png.writePicture(drawTimelines(timelines, options.width));
    json.writeByName([&](const std::string& name) { cv::cudastripe::writeTraceEvents(timelines, name); });
    png.commit();
    json.commit();
    for (const Timeline& timeline : timelines)
        std::printf("%s: %s ms\n", timeline.title.c_str(), readable(timeline.durationMs).c_str());
    std::printf("picture: %s\n", oneLine(options.out).c_str());
    std::printf("trace events: %s (open in https://ui.perfetto.dev or chrome://tracing)\n",
                oneLine(options.json).c_str());
    return EXIT_SUCCESS;
}

}  // namespace

const Sample sample = {
    "stripe_timeline",
    "Draws when each stage of each stripe runs, predicted for a device or measured on a GPU.",
    "",
    "  stripe_timeline --device=c2050 --order=one-stream,all --streams=4\n"
    "  stripe_timeline --device=0 --size=4K --share --out=4k.png\n",
    {
        {"device", "DEVICE,...", "h200",
         "c1060, c2050, k20c, h200 (default) or unlimited: a prediction; the number of a CUDA device:\n"
         "measured there, below a prediction for h200; auto: h200, and device 0 if there is one"},
        {"order", "ORDER,...", "dedicated",
         "how stripes are issued: dedicated (default: streams for uploads, kernels and downloads),\n"
         "depth-first, breadth-first (stripes are dealt to streams), one-stream (no overlap), or\n"
         "all: the three that overlap"},
        {"streams", "N", "", "streams of depth-first and breadth-first (default: 16)"},
        {"stripes", "N", "",
         "cuts the image into N stripes (default: as many as --streams, else as the library chooses)"},
        {"slots", "N", "", "sets of device buffers that stripes pass through, 2 or more (default: chosen)"},
        {"size", "SIZE", "8K", "1080p, 4K, 8K (default) or WIDTHxHEIGHT: of the BGRA image that is converted to YUV"},
        {"memory", "KIND", "page-locked",
         "the image's memory: page-locked (default) or pageable, which host threads stage"},
        {"share", nullptr, "", "lets host threads convert rows of the same image"},
        {"out", "FILE.png", "stripe_timeline.png", "the picture (default: stripe_timeline.png)"},
        {"json", "FILE.json", "",
         "the same as trace events, for https://ui.perfetto.dev and chrome://tracing\n"
         "(default: named like the picture, .trace.json instead of .png)"},
        {"width", "PIXELS", "1600", "of the picture, from 640 to 4096 (default: 1600)"},
    },
    run,
};
