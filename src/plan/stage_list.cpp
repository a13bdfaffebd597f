// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The stages of a call, and the memory that they follow from.

#include "stage_list.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

// True if a plane in this memory may need the stage.
bool needs(Stage stage, MemoryKind kind)
{
    switch (stage) {
    case Stage::StageIn:
    case Stage::StageOut:
        return kind == MemoryKind::Pageable;
    case Stage::Upload:
    case Stage::Download:
        return kind != MemoryKind::Device;
    default:
        return true;
    }
}

// The possible stages that at least one plane needs, and the kernel.
StageList stagesFor(const CallMemory& memory, std::initializer_list<Stage> possible)
{
    StageList stages;
    for (Stage stage : possible) {
        const bool inward = stage == Stage::StageIn || stage == Stage::Upload;
        const CallMemory::List& planes = inward ? memory.in : memory.out;
        if (stage == Stage::RunDevice ||
            std::any_of(planes.begin(), planes.end(), [&](MemoryKind kind) { return needs(stage, kind); }))
            stages.add(stage);
    }
    return stages;
}

}  // namespace

bool StageList::passes(Stage stage, MemoryKind kind) const
{
    return has(stage) && needs(stage, kind);
}

String toString(const StageList& stages)
{
    String text;
    for (Stage stage : {Stage::StageIn, Stage::Upload, Stage::RunDevice, Stage::Download, Stage::StageOut}) {
        if (stages.has(stage))
            text += (text.empty() ? "" : " > ") + toString(stage);
    }
    return text;
}

StageList deviceStages(const CallMemory& memory)
{
    return stagesFor(memory, {Stage::StageIn, Stage::Upload, Stage::RunDevice, Stage::Download, Stage::StageOut});
}

StageList directStages(const CallMemory& memory)
{
    return stagesFor(memory, {Stage::StageIn, Stage::RunDevice, Stage::StageOut});
}

}}  // namespace cv::cudastripe
