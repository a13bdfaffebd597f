// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Names of stages and engines in a timeline.

#include "opencv2/cudastripe/timeline.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace cv { namespace cudastripe {

String toString(Stage stage)
{
    static const char* const names[] = {"stage in", "upload", "kernel", "host rows", "download", "stage out"};
    const auto index = static_cast<size_t>(stage);
    return index < std::size(names) ? names[index] : "unknown stage";
}

std::vector<String> Timeline::engines() const
{
    std::map<String, Stage> firstStages;
    for (const TimelineEntry& entry : entries) {
        Stage& first = firstStages.emplace(entry.engine, entry.stage).first->second;
        first = std::min(first, entry.stage);
    }
    std::vector<String> names;
    for (const auto& engine : firstStages)
        names.push_back(engine.first);
    // A shorter name comes first, so that "host thread 10" follows "host thread 9".
    const auto key = [&](const String& name) { return std::make_tuple(firstStages.at(name), name.size(), name); };
    std::sort(names.begin(), names.end(), [&](const String& a, const String& b) { return key(a) < key(b); });
    return names;
}

}}  // namespace cv::cudastripe
