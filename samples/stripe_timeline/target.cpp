// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "target.hpp"

#include <algorithm>
#include <charconv>
#include <opencv2/cudastripe/simulate.hpp>
#include <optional>

#include "../common/name_list.hpp"
#include "../common/user_error.hpp"

using namespace cv::cudastripe;

namespace {

const char* const measuredProfile = "h200";  // what a measured timeline is compared with

std::string profileNames()
{
    std::string names;
    for (const DeviceProfile& profile : deviceProfiles())
        names += (names.empty() ? "" : ", ") + lowered(profile.name);
    return names;
}

std::optional<int> deviceNumber(const std::string& name)
{
    int number = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size() || number < 0)
        return std::nullopt;
    return number;
}

bool usable(int device)
{
    StriperParams params;
    params.devices = {device};
    return !Striper(params).devices().empty();
}

Target targetOf(const std::string& name, const std::string& list)
{
    for (const DeviceProfile& profile : deviceProfiles()) {
        if (lowered(name) == lowered(profile.name))
            return {lowered(name), {}};
    }
    const std::optional<int> number = name == "auto" ? 0 : deviceNumber(name);
    if (!number)
        throw UserError("--device=" + list + ": '" + name + "' is none of " + profileNames() +
                        ", auto and the number of a CUDA device");
    if (usable(*number))
        return {measuredProfile, {*number}};
    if (name == "auto")
        return {measuredProfile, {}};
    throw UserError("--device=" + list + ": this build or this machine has no CUDA device " + name +
                    "; without it there are predictions for " + profileNames());
}

}  // namespace

std::vector<Target> parseTargets(const std::string& list)
{
    std::vector<Target> targets;
    for (const std::string& name : splitNames(list)) {
        const Target target = targetOf(name, list);
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
