// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "options.hpp"

#include <algorithm>
#include <climits>
#include <filesystem>
#include <opencv2/cudastripe/simulate.hpp>

#include "../common/gpu.hpp"

using namespace cv::cudastripe;

namespace {

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

}  // namespace

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
