// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <algorithm>
#include <climits>
#include <filesystem>

#include "../common/name_list.hpp"
#include "../common/option_list.hpp"
#include "../common/user_error.hpp"

namespace {

const OptionList optionList = {
    {"device", "DEVICE,...", "h200",
     "c1060, c2050, k20c, h200 (default) or unlimited: a prediction; the number of a CUDA device:\n"
     "measured there, below a prediction for h200; auto: h200, and device 0 if there is one"},
    {"order", "ORDER,...", "dedicated",
     "how stripes are issued: dedicated (default: streams for uploads, kernels and downloads),\n"
     "depth-first, breadth-first (stripes are dealt to streams), one-stream (no overlap), or\n"
     "all: the three that overlap"},
    {"streams", "N", "", "streams of depth-first and breadth-first (default: 16)"},
    {"stripes", "N", "", "cuts the image into N stripes (default: as many as --streams, else as the library chooses)"},
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
    {"help", nullptr, "", "prints this"},
};

bool parsePageable(const std::string& text)
{
    if (text != "page-locked" && text != "pageable")
        throw UserError("--memory=" + text + ": neither page-locked nor pageable");
    return text == "pageable";
}

// Neither file can be taken for the other.
std::string fileName(const std::string& name, const std::string& text, const std::string& ending)
{
    const std::string extension = std::filesystem::path(text).extension().string();
    if (lowered(extension) != ending)
        throw UserError("--" + name + "=" + text + ": not the name of a " + ending + " file");
    return text;
}

}  // namespace

Options parseOptions(int argc, const char* const* argv)
{
    optionList.check(argc, argv, "there are " + optionList.names());
    const cv::CommandLineParser parser(argc, argv, optionList.parserKeys());
    const auto text = [&](const char* name) { return std::string(parser.get<cv::String>(name, false)); };
    const auto number = [&](const char* name, int least, int most) {
        return text(name).empty() ? 0 : static_cast<int>(wholeNumber(name, text(name), least, most));
    };
    Options options;
    options.help = parser.has("help");
    options.schedules = parseSchedules(text("order"));
    options.streams = number("streams", 1, 1024);
    options.stripes = number("stripes", 1, INT_MAX);
    options.slots = number("slots", 2, 1024);
    options.frame = parseFrameSize(text("size"));
    options.pageableMemory = parsePageable(text("memory"));
    options.share = parser.has("share");
    options.out = fileName("out", text("out"), ".png");
    options.json = text("json").empty() ? std::filesystem::path(options.out).replace_extension(".trace.json").string()
                                        : fileName("json", text("json"), ".json");
    options.width = number("width", 640, 4096);
    if (options.streams > 0 && std::none_of(options.schedules.begin(), options.schedules.end(), streamsMatter))
        throw UserError("--streams needs --order=depth-first, breadth-first or all: the others have fixed streams");
    options.targets = parseTargets(text("device"));
    return options;
}

std::string usage()
{
    return std::string(
               "Draws when each stage of each stripe runs, predicted for a device or measured on a GPU.\n\n"
               "usage: stripe_timeline [options]\n\n") +
           optionList.help(23) +
           "\nexamples:\n"
           "  stripe_timeline --device=c2050 --order=one-stream,all --streams=4\n"
           "  stripe_timeline --device=0 --size=4K --share --out=4k.png\n";
}
