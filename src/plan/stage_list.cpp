// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stage_list.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

// Of these stages the ones that any plane passes.
StageList stagesFor(const RouteEnds& ends, std::initializer_list<Stage> possible)
{
    StageList stages;
    for (Stage stage : possible) {
        const bool inward = stage == Stage::StageIn || stage == Stage::Upload;
        const RouteEnds::List& planes = inward ? ends.in : ends.out;
        if (stage == Stage::RunDevice ||
            std::any_of(planes.begin(), planes.end(), [&](End end) { return passes(stage, end); }))
            stages.add(stage);
    }
    return stages;
}

}  // namespace

bool RouteEnds::any(End end) const
{
    const auto isEnd = [end](End e) { return e == end; };
    return std::any_of(in.begin(), in.end(), isEnd) || std::any_of(out.begin(), out.end(), isEnd);
}

bool RouteEnds::all(End end) const
{
    const auto isEnd = [end](End e) { return e == end; };
    return std::all_of(in.begin(), in.end(), isEnd) && std::all_of(out.begin(), out.end(), isEnd);
}

bool passes(Stage stage, End end)
{
    switch (stage) {
    case Stage::StageIn:
    case Stage::StageOut:
        return end == End::Ordinary;
    case Stage::Upload:
    case Stage::Download:
        return end != End::Device;
    default:
        return true;
    }
}

StageList deviceStages(const RouteEnds& ends)
{
    return stagesFor(ends, {Stage::StageIn, Stage::Upload, Stage::RunDevice, Stage::Download, Stage::StageOut});
}

StageList directStages(const RouteEnds& ends)
{
    return stagesFor(ends, {Stage::StageIn, Stage::RunDevice, Stage::StageOut});
}

String toString(const StageList& stages)
{
    String text;
    for (Stage stage :
         {Stage::StageIn, Stage::Upload, Stage::RunDevice, Stage::RunHost, Stage::Download, Stage::StageOut}) {
        if (stages.has(stage))
            text += (text.empty() ? "" : " > ") + toString(stage);
    }
    return text;
}

}}  // namespace cv::cudastripe
