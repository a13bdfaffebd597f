// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws timelines of stripes: what a program does with cudastripe's predictions and measurements.

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <opencv2/cudastripe/color.hpp>
#include <opencv2/cudastripe/simulate.hpp>
#include <set>
#include <string>

#include "../common/gpu.hpp"
#include "../common/output_file.hpp"
#include "../common/sample_main.hpp"
#include "drawing.hpp"

using namespace cv::cudastripe;

namespace {

// What to predict for, and where to measure the same.
struct Target
{
    std::string profile;
    std::vector<int> cudaDevices;
};

// A way to issue stripes, as it is named on the command line.
struct Schedule
{
    std::string name;
    IssueOrder order;
    bool oneStream = false;  // nothing overlaps: what the others are compared with
};

// What the command line says; 0 leaves a number to the library.
struct Options
{
    std::vector<Target> targets;      // each profile and each device once
    std::vector<Schedule> schedules;  // each once
    int streams, stripes, slots;
    FrameSize frame;
    bool pageableMemory, share;
    std::string out, json;
    int width;
};

const Schedule knownSchedules[] = {
    {"one-stream", IssueOrder::DepthFirst, true},
    {"dedicated", IssueOrder::Dedicated},
    {"depth-first", IssueOrder::DepthFirst},
    {"breadth-first", IssueOrder::BreadthFirst},
};

std::vector<Schedule> readSchedules(const Arguments& arguments)
{
    std::vector<Schedule> chosen;
    for (const std::string& name : arguments.list("order")) {
        bool known = false;
        for (const Schedule& schedule : knownSchedules) {
            const bool meant = name == schedule.name || (name == "all" && !schedule.oneStream);
            known |= meant;
            const bool isNew = std::none_of(chosen.begin(), chosen.end(),
                                            [&](const Schedule& other) { return other.name == schedule.name; });
            if (meant && isNew)
                chosen.push_back(schedule);
        }
        if (!known) {
            throw UserError("--order=" + arguments.text("order") + ": '" + name +
                            "' is none of dedicated, depth-first, breadth-first, one-stream and all");
        }
    }
    return chosen;
}

std::string profileNames()
{
    std::string names;
    for (const DeviceProfile& profile : deviceProfiles())
        names += (names.empty() ? "" : ", ") + lowered(profile.name);
    return names;
}

Target targetOf(const std::string& name, const std::string& option)
{
    const std::string measuredProfile = "h200";  // what a measured timeline is compared with
    for (const DeviceProfile& profile : deviceProfiles()) {
        if (lowered(name) == lowered(profile.name))
            return {lowered(name), {}};
    }
    const int device = name == "auto" ? 0 : parseNumber(name, INT_MAX);
    if (device < 0)
        throw UserError(option + ": '" + name + "' is none of " + profileNames() +
                        ", auto and the number of a CUDA device");
    if (!Striper(paramsFor(device)).devices().empty())
        return {measuredProfile, {device}};
    if (name == "auto")
        return {measuredProfile, {}};
    throw UserError(option + ": this build or this machine has no CUDA device " + name +
                    "; without it there are predictions for " + profileNames());
}

std::vector<Target> readTargets(const Arguments& arguments)
{
    std::vector<Target> targets;
    for (const std::string& name : arguments.list("device")) {
        const Target target = targetOf(name, "--device=" + arguments.text("device"));
        auto same = std::find_if(targets.begin(), targets.end(),
                                 [&](const Target& other) { return other.profile == target.profile; });
        if (same == targets.end())
            same = targets.insert(same, {target.profile, {}});
        for (int device : target.cudaDevices) {
            if (std::count(same->cudaDevices.begin(), same->cudaDevices.end(), device) == 0)
                same->cudaDevices.push_back(device);
        }
    }
    return targets;
}

Options readOptions(const Arguments& arguments)
{
    const auto number = [&](const char* name, int least, int most) { return int(arguments.number(name, least, most)); };
    Options options;
    options.schedules = readSchedules(arguments);
    options.streams = number("streams", 1, 1024);
    options.stripes = number("stripes", 1, INT_MAX);
    options.slots = number("slots", 2, 1024);
    options.frame = arguments.frameSize("size");
    const std::string& memory = arguments.text("memory");
    if (memory != "page-locked" && memory != "pageable")
        throw UserError("--memory=" + memory + ": neither page-locked nor pageable");
    options.pageableMemory = memory == "pageable";
    options.share = arguments.has("share");
    // Different extensions, so that the files cannot be mixed up.
    options.out = arguments.fileName("out", ".png");
    options.json = arguments.has("json") ? arguments.fileName("json", ".json")
                                         : std::filesystem::path(options.out).replace_extension(".trace.json").string();
    options.width = number("width", 640, 4096);
    const bool streamsMatter = std::any_of(
        options.schedules.begin(), options.schedules.end(),
        [](const Schedule& schedule) { return schedule.order != IssueOrder::Dedicated && !schedule.oneStream; });
    if (options.streams > 0 && !streamsMatter)
        throw UserError("--streams needs --order=depth-first, breadth-first or all: the others have fixed streams");
    options.targets = readTargets(arguments);
    return options;
}

constexpr int sourceType = CV_8UC4, resultType = CV_8UC3;
constexpr int usualStreams = 16;  // what StriperParams::streams says of 0

StriperParams makeParams(const Options& options, const Schedule& schedule)
{
    StriperParams params;
    params.order = schedule.order;
    params.streams = schedule.oneStream ? 1 : options.streams;
    // All orders get the same number of stripes, so that they can be compared.
    params.stripes = options.stripes > 0 ? options.stripes : options.streams;
    params.slots = options.slots;
    params.route = options.share ? Route::Shared : Route::Striped;
    if (schedule.oneStream && params.stripes == 0)
        params.stripes = usualStreams;  // the library would make one
    return params;
}

Timeline predict(const Options& options, const DeviceProfile& profile, const StriperParams& params)
{
    // Nothing reads or writes the images, so they take no memory.
    const cv::Mat source(options.frame.size, sourceType);
    cv::Mat result(options.frame.size, resultType);
    return predictTimeline(
        profile, params, options.pageableMemory ? MemoryKind::Pageable : MemoryKind::PageLocked,
        [&](Striper& striper) { cvtColor(source, result, cv::COLOR_BGR2YUV, StreamRef(), striper); });
}

Timeline measure(const Options& options, int device, const StriperParams& params)
{
    const int memoryOf = options.pageableMemory ? -1 : device;
    cv::Mat source = hostImage(options.frame.size, sourceType, memoryOf),
            result = hostImage(options.frame.size, resultType, memoryOf);
    for (cv::Mat* image : {&source, &result})
        image->setTo(cv::Scalar::all(99));  // untouched pages would change the times
    return measureTimeline(
        device, params, [&](Striper& striper) { cvtColor(source, result, cv::COLOR_BGR2YUV, StreamRef(), striper); });
}

int streamsUsed(const Timeline& timeline, const StriperParams& params)
{
    std::set<int> stripes;
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.stage == Stage::RunDevice)
            stripes.insert(entry.stripe);
    }
    int streams = params.streams > 0 ? params.streams : usualStreams;
    if (params.slots > 0)
        streams = std::min(streams, params.slots);
    return std::min(streams, int(stripes.size()));
}

// Such as "dedicated streams" or "breadth-first on 4 streams".
std::string describe(const Schedule& schedule, int streams)
{
    if (schedule.oneStream)
        return "one stream";
    if (schedule.order == IssueOrder::Dedicated)
        return "dedicated streams";
    return schedule.name + " on " + std::to_string(streams) + (streams == 1 ? " stream" : " streams");
}

void addTitle(Timeline& timeline, const std::string& device, const Options& options, const Schedule& schedule,
              const StriperParams& params, const char* origin)
{
    timeline.title = device + ", " + describe(schedule, streamsUsed(timeline, params)) + ", " + options.frame.name +
                     " BGRA to YUV" + (options.pageableMemory ? " in pageable memory" : "") +
                     (options.share ? ", shared with the CPU" : "") + ", " + origin;
}

// One call of cvtColor for each device and schedule, with titles; what is measured follows its prediction.
std::vector<Timeline> makeTimelines(const Options& options)
{
    std::vector<Timeline> timelines;
    for (const Target& target : options.targets) {
        const DeviceProfile& profile = deviceProfile(target.profile);
        for (const Schedule& schedule : options.schedules) {
            const StriperParams params = makeParams(options, schedule);
            timelines.push_back(predict(options, profile, params));
            addTitle(timelines.back(), profile.name, options, schedule, params, "predicted");
            for (int device : target.cudaDevices) {
                timelines.push_back(measure(options, device, params));
                const std::string name = timelines.back().title + " (device " + std::to_string(device) + ")";
                addTitle(timelines.back(), name, options, schedule, params, "measured");
            }
        }
    }
    return timelines;
}

int run(const Arguments& arguments)
{
    const Options options = readOptions(arguments);
    OutputFile png(options.out), json(options.json);
    const std::vector<Timeline> timelines = makeTimelines(options);
    png.writePicture(drawTimelines(timelines, options.width));
    json.writeByName([&](const std::string& name) { writeTraceEvents(timelines, name); });
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

const Sample thisSample = {
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
