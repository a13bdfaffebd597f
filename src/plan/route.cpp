// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "route.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

// Of these stages the ones that any plane passes.
Route stagesFor(const RouteEnds& ends, const Route& stages)
{
    Route route;
    for (Stage stage : stages) {
        const bool inward = stage == Stage::StageIn || stage == Stage::Upload;
        const std::vector<End>& planes = inward ? ends.in : ends.out;
        if (stage == Stage::RunDevice ||
            std::any_of(planes.begin(), planes.end(), [&](End end) { return passes(stage, end); }))
            route.push_back(stage);
    }
    return route;
}

}  // namespace

bool RouteEnds::any(End end) const
{
    return std::count(in.begin(), in.end(), end) + std::count(out.begin(), out.end(), end) > 0;
}

bool RouteEnds::all(End end) const
{
    return std::count(in.begin(), in.end(), end) == int(in.size()) &&
           std::count(out.begin(), out.end(), end) == int(out.size());
}

bool has(const Route& route, Stage stage)
{
    return std::find(route.begin(), route.end(), stage) != route.end();
}

Route hostRoute()
{
    return {Stage::RunHost};
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

bool staged(const Route& route)
{
    return has(route, Stage::StageIn) || has(route, Stage::StageOut);
}

Route deviceRoute(const RouteEnds& ends)
{
    return stagesFor(ends, {Stage::StageIn, Stage::Upload, Stage::RunDevice, Stage::Download, Stage::StageOut});
}

Route directRoute(const RouteEnds& ends)
{
    return stagesFor(ends, {Stage::StageIn, Stage::RunDevice, Stage::StageOut});
}

String toString(const Route& route)
{
    String text;
    for (Stage stage : route)
        text += (text.empty() ? "" : " > ") + toString(stage);
    return text;
}

}}  // namespace cv::cudastripe
