// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Draws timelines of stripes, and compares the orders in which they are issued, on cards that you need not have.

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <opencv2/cudastripe/color.hpp>
#include <opencv2/cudastripe/simulate.hpp>
#include <set>

#include "../common/gpu.hpp"
#include "../common/output_file.hpp"
#include "stripe_timeline.hpp"

using namespace cv::cudastripe;

namespace {

// A profile, and the CUDA devices where the same is measured; -1 stands for the prediction.
struct Target
{
    std::string profile;
    std::vector<int> devices;
};

// A way to issue stripes, as it is named on the command line.
struct Schedule
{
    std::string name;
    IssueOrder order;
    bool oneStream = false;  // nothing overlaps: what the others are compared with
};

const Schedule knownSchedules[] = {
    {"one-stream", IssueOrder::DepthFirst, true},
    {"dedicated", IssueOrder::Dedicated},
    {"depth-first", IssueOrder::DepthFirst},
    {"breadth-first", IssueOrder::BreadthFirst},
};

std::vector<const Schedule*> readSchedules(const Arguments& arguments)
{
    std::vector<const Schedule*> chosen;
    for (const std::string& name : arguments.list("order")) {
        bool known = false;
        for (const Schedule& schedule : knownSchedules) {
            const bool meant = name == schedule.name || (name == "all" && !schedule.oneStream);
            known |= meant;
            if (meant && std::count(chosen.begin(), chosen.end(), &schedule) == 0)
                chosen.push_back(&schedule);
        }
        if (!known) {
            throw UserError("--order=" + arguments.text("order") + ": '" + name +
                            "' is none of dedicated, depth-first, breadth-first, one-stream and all");
        }
    }
    return chosen;
}

// Each profile and each device once.
std::vector<Target> readTargets(const Arguments& arguments)
{
    std::string profiles;
    for (const DeviceProfile& profile : deviceProfiles())
        profiles += (profiles.empty() ? "" : ", ") + lowered(profile.name);
    const std::string option = "--device=" + arguments.text("device") + ": ";
    std::vector<Target> targets;
    for (const std::string& name :
         arguments.has("device") ? arguments.list("device") : std::vector<std::string>{"h200"}) {
        Target wanted{"h200", {-1}};  // what a measured timeline is compared with
        const auto isWanted = [&](const auto& other) { return lowered(name) == lowered(other.name); };
        if (std::any_of(deviceProfiles().begin(), deviceProfiles().end(), isWanted)) {
            wanted.profile = lowered(name);
        } else {
            const int device = name == "auto" ? 0 : parseNumber(name, INT_MAX);
            if (device < 0)
                throw UserError(option + "'" + name + "' is none of " + profiles +
                                ", auto and the number of a CUDA device");
            if (!Striper(paramsFor(device)).devices().empty())
                wanted.devices.push_back(device);
            else if (name != "auto")
                throw UserError(option + "this build or this machine has no CUDA device " + name +
                                "; without it there are predictions for " + profiles);
        }
        const auto same = std::find_if(targets.begin(), targets.end(),
                                       [&](const Target& other) { return other.profile == wanted.profile; });
        if (same == targets.end())
            targets.push_back(wanted);
        else if (std::count(same->devices.begin(), same->devices.end(), wanted.devices.back()) == 0)
            same->devices.push_back(wanted.devices.back());
    }
    return targets;
}

// The image to convert, and how it is cut; 0 leaves a number to the library.
struct Job
{
    FrameSize frame;
    bool pageable;
    StriperParams params;
};

constexpr int usualStreams = 16;  // what StriperParams::streams says of 0

Job readJob(const Arguments& arguments, const std::vector<const Schedule*>& schedules)
{
    const auto number = [&](const char* name, int least, int most) { return int(arguments.number(name, least, most)); };
    Job job{arguments.frameSize("size"), arguments.isSecond("memory", "page-locked", "pageable"), {}};
    job.params.streams = number("streams", 1, 1024);
    job.params.stripes = number("stripes", 1, INT_MAX);
    job.params.slots = number("slots", 2, 1024);
    job.params.route = arguments.has("share") ? Route::Shared : Route::Striped;
    // All orders get the same number of stripes, so that they can be compared.
    if (job.params.stripes == 0)
        job.params.stripes = job.params.streams;
    if (std::all_of(schedules.begin(), schedules.end(),
                    [](const Schedule* s) { return s->oneStream || s->order == IssueOrder::Dedicated; }))
        arguments.refuse({"streams"}, "needs --order=depth-first, breadth-first or all: the others have fixed streams");
    return job;
}

// Such as "dedicated streams" or "breadth-first on 4 streams".
std::string describe(const Schedule& schedule, const StriperParams& params, const Timeline& timeline)
{
    if (schedule.oneStream)
        return "one stream";
    if (schedule.order == IssueOrder::Dedicated)
        return "dedicated streams";
    std::set<int> stripes;
    for (const TimelineEntry& entry : timeline.entries) {
        if (entry.stage == Stage::RunDevice)
            stripes.insert(entry.stripe);
    }
    int streams = std::min(params.streams > 0 ? params.streams : usualStreams, int(stripes.size()));
    if (params.slots > 0)
        streams = std::min(streams, params.slots);
    return schedule.name + " on " + std::to_string(streams) + (streams == 1 ? " stream" : " streams");
}

// One call of cvtColor, with a title: predicted for the profile, or measured on the device unless that is -1.
Timeline timelineOf(const Job& job, const Schedule& schedule, const std::string& profile, int device)
{
    StriperParams params = job.params;
    params.order = schedule.order;
    if (schedule.oneStream) {
        params.streams = 1;
        if (params.stripes == 0)
            params.stripes = usualStreams;  // the library would make one
    }
    const int memoryOf = job.pageable ? -1 : device;
    cv::Mat source = hostImage(job.frame.size, CV_8UC4, memoryOf),
            result = hostImage(job.frame.size, CV_8UC3, memoryOf);
    const auto work = [&](Striper& striper) { cvtColor(source, result, cv::COLOR_BGR2YUV, StreamRef(), striper); };
    Timeline timeline;
    if (device < 0) {  // nothing reads or writes the images, so they take no memory
        timeline = predictTimeline(deviceProfile(profile), params,
                                   job.pageable ? MemoryKind::Pageable : MemoryKind::PageLocked, work);
    } else {
        for (cv::Mat* image : {&source, &result})
            image->setTo(cv::Scalar::all(99));  // untouched pages would change the times
        timeline = measureTimeline(device, params, work);
        timeline.title += " (device " + std::to_string(device) + ")";
    }
    timeline.title += ", " + describe(schedule, params, timeline) + ", " + job.frame.name + " BGRA to YUV" +
                      (job.pageable ? " in pageable memory" : "") +
                      (params.route == Route::Shared ? ", shared with the CPU" : "") +
                      (device < 0 ? ", predicted" : ", measured");
    return timeline;
}

// For each device and schedule; what is measured follows its prediction.
std::vector<Timeline> convertFrame(const Arguments& arguments)
{
    const std::vector<const Schedule*> schedules = readSchedules(arguments);
    const Job job = readJob(arguments, schedules);
    std::vector<Timeline> timelines;
    for (const Target& target : readTargets(arguments)) {
        for (const Schedule* schedule : schedules) {
            for (int device : target.devices) {
                timelines.push_back(timelineOf(job, *schedule, target.profile, device));
                const Timeline& added = timelines.back();
                std::printf("%s: %s ms\n", added.title.c_str(), readable(added.durationMs).c_str());
            }
        }
    }
    return timelines;
}

int run(const Arguments& arguments)
{
    const bool compares = arguments.has("compare");
    if (compares)
        arguments.refuse({"order", "stripes", "slots", "size", "memory", "share"}, "does not go with --compare");
    else
        arguments.refuse({"elements", "array-elements", "repeat", "seed-table"}, "goes with --compare only");
    // Different extensions, so that the files cannot be mixed up.
    const std::string& out = arguments.fileName("out", ".png");
    const std::string traces = arguments.has("json")
                                   ? arguments.fileName("json", ".json")
                                   : std::filesystem::path(out).replace_extension(".trace.json").string();
    const int width = int(arguments.number("width", 640, 4096));
    OutputFile picture(out), json(traces);
    std::vector<Timeline> timelines;
    bool right = true;
    if (compares)
        right = compareOrders(arguments, timelines);
    else
        timelines = convertFrame(arguments);
    picture.writePicture(drawTimelines(timelines, width));
    json.writeByName([&](const std::string& name) { writeTraceEvents(timelines, name); });
    picture.commit();
    json.commit();
    std::printf("picture: %s\n", oneLine(out).c_str());
    std::printf("trace events: %s (open in https://ui.perfetto.dev or chrome://tracing)\n", oneLine(traces).c_str());
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

const Sample thisSample = {
    "stripe_timeline",
    "Draws when each stage of each stripe runs, predicted for a device or measured on a GPU. With --compare: compares\n"
    "the orders in which stages are issued, on the published examples.",
    "",
    "  stripe_timeline --device=c2050 --order=one-stream,all --streams=4\n"
    "  stripe_timeline --device=0 --size=4K --share --out=4k.png\n"
    "  stripe_timeline --compare --seed-table\n",
    {
        {"device", "DEVICE,...", "auto",
         "c1060, c2050, k20c, h200 (default) or unlimited: a prediction; the number of a CUDA device:\n"
         "measured there, below a prediction for h200; auto: h200, and device 0 if there is one.\n"
         "With --compare: auto (default), none, or the number of a CUDA device"},
        {"order", "ORDER,...", "dedicated",
         "how stripes are issued: dedicated (default: streams for uploads, kernels and downloads),\n"
         "depth-first, breadth-first (stripes are dealt to streams), one-stream (no overlap), or\n"
         "all: the three that overlap"},
        {"streams", "N", "", "streams of depth-first and breadth-first (default: 16; with --compare 4, and stripes)"},
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
        {"compare", nullptr, "",
         "predicts issue orders for all cards, and measures them on the device or the CPU: a kernel on\n"
         "floats, and an operator on two arrays of ints that are larger than the device's buffers"},
        {"elements", "N", "4194304", "floats of the overlap example, 0 or more (default: 4194304, 16 MiB)"},
        {"array-elements", "N", "16777216", "ints in each array of the two-slot example (default: 16777216, 64 MiB)"},
        {"repeat", "N", "31", "measured runs of each order; medians are printed (default: 31)"},
        {"seed-table", nullptr, "", "prints the published figures beside the predictions"},
    },
    run,
};
