// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Names of stages and engines in a timeline.

#include "opencv2/cudastripe/timeline.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

struct Engine
{
    String name;
    Stage firstStage;
};

// A shorter name comes first, so that "host thread 10" follows "host thread 9".
bool before(const Engine& a, const Engine& b)
{
    if (a.firstStage != b.firstStage)
        return a.firstStage < b.firstStage;
    if (a.name.size() != b.name.size())
        return a.name.size() < b.name.size();
    return a.name < b.name;
}

}  // namespace

String toString(Stage stage)
{
    switch (stage) {
    case Stage::StageIn:
        return "stage in";
    case Stage::Upload:
        return "upload";
    case Stage::RunDevice:
        return "kernel";
    case Stage::RunHost:
        return "host rows";
    case Stage::Download:
        return "download";
    case Stage::StageOut:
        return "stage out";
    }
    return "unknown stage";
}

std::vector<String> Timeline::engines() const
{
    std::vector<Engine> engines;
    for (const TimelineEntry& entry : entries) {
        const auto known = std::find_if(engines.begin(), engines.end(),
                                        [&](const Engine& engine) { return engine.name == entry.engine; });
        if (known == engines.end()) {
            engines.push_back({entry.engine, entry.stage});
        } else {
            known->firstStage = std::min(known->firstStage, entry.stage);
        }
    }
    std::sort(engines.begin(), engines.end(), before);

    std::vector<String> names;
    for (const Engine& engine : engines)
        names.push_back(engine.name);
    return names;
}

}}  // namespace cv::cudastripe
