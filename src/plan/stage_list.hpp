// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <initializer_list>

#include "../op/small_list.hpp"
#include "opencv2/cudastripe/memory_kind.hpp"
#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! The stages of a stripe, whose order is that of their values.
class StageList
{
public:
    StageList(std::initializer_list<Stage> stages = {})
    {
        for (Stage stage : stages)
            add(stage);
    }

    void add(Stage stage) { bits_ |= bit(stage); }
    bool has(Stage stage) const { return (bits_ & bit(stage)) != 0; }
    bool operator==(const StageList& other) const { return bits_ == other.bits_; }
    bool operator!=(const StageList& other) const { return bits_ != other.bits_; }

private:
    static constexpr unsigned bit(Stage stage) { return 1u << static_cast<unsigned>(stage); }

    unsigned bits_ = 0;
};

//! The memory of the planes that a call reads and writes.
struct CallMemory
{
    using List = SmallList<MemoryKind, 4>;

    List in;
    List out;

    bool any(MemoryKind kind) const;
    bool all(MemoryKind kind) const;
};

//! True if copy engines take part.
inline bool hasCopies(const StageList& stages)
{
    return stages.has(Stage::Upload) || stages.has(Stage::Download);
}

//! True if host threads copy stripes through page-locked memory.
inline bool staged(const StageList& stages)
{
    return stages.has(Stage::StageIn) || stages.has(Stage::StageOut);
}

//! True if host memory passes page-locked slots on which kernels work themselves: then a slot's stages are one launch.
inline bool slotsGoAlone(const StageList& stages)
{
    return staged(stages) && !hasCopies(stages);
}

//! True if a plane in this memory goes through the stage where there is one.
CV_EXPORTS bool needs(Stage stage, MemoryKind kind);

//! Through the device in stripes: copies where a plane is in host memory, staging where it is pageable.
CV_EXPORTS StageList deviceStages(const CallMemory& memory);

//! With no device memory of our own: a kernel that works on page-locked memory, staged where a plane is pageable.
CV_EXPORTS StageList directStages(const CallMemory& memory);

//! For logs: "stage in > upload > kernel > download > stage out".
CV_EXPORTS String toString(const StageList& stages);

}}  // namespace cv::cudastripe
