// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The stages of a call, and the memory that they follow from.

#pragma once

#include <algorithm>
#include <initializer_list>

#include "../model/small_list.hpp"
#include "opencv2/cudastripe/detail/memory_kind.hpp"
#include "opencv2/cudastripe/timeline.hpp"

namespace cv { namespace cudastripe {

//! A set of stages. A stripe passes them in the order of their values.
class CV_EXPORTS StageList
{
public:
    StageList(std::initializer_list<Stage> stages = {})
    {
        for (Stage stage : stages)
            add(stage);
    }

    void add(Stage stage) { bits_ |= bit(stage); }
    bool has(Stage stage) const { return (bits_ & bit(stage)) != 0; }
    //! True if a plane in such memory passes the stage.
    bool passes(Stage stage, MemoryKind kind) const;
    bool operator==(const StageList& other) const { return bits_ == other.bits_; }

private:
    static constexpr unsigned bit(Stage stage) { return 1u << static_cast<unsigned>(stage); }

    unsigned bits_ = 0;
};

//! The kinds of memory of a call's planes.
struct CallMemory
{
    using List = SmallList<MemoryKind, 6>;

    List in;   //!< of a batch: one kind for all planes
    List out;  //!< likewise

    //! The kind of plane `i`.
    static MemoryKind of(const List& kinds, size_t i) { return kinds[std::min(i, kinds.size() - 1)]; }

    //! True if one of the planes lies in host memory.
    static bool anyInHostMemory(const List& kinds)
    {
        return std::any_of(kinds.begin(), kinds.end(), [](MemoryKind kind) { return kind != MemoryKind::Device; });
    }

    bool any(MemoryKind kind) const { return count(kind) > 0; }
    bool all(MemoryKind kind) const { return count(kind) == in.size() + out.size(); }

private:
    size_t count(MemoryKind kind) const
    {
        size_t found = 0;
        for (const List* list : {&in, &out}) {
            for (MemoryKind each : *list)
                found += each == kind;
        }
        return found;
    }
};

//! For messages: "upload > kernel > download".
CV_EXPORTS String toString(const StageList& stages);

//! True if copy engines take part.
inline bool hasCopies(const StageList& stages)
{
    return stages.has(Stage::Upload) || stages.has(Stage::Download);
}

//! True if host threads copy stripes from or to page-locked memory.
inline bool staged(const StageList& stages)
{
    return stages.has(Stage::StageIn) || stages.has(Stage::StageOut);
}

//! True if kernels read some of the call's memory across the bus.
inline bool kernelsReadHost(const StageList& stages, const CallMemory& memory)
{
    return !stages.has(Stage::Upload) && CallMemory::anyInHostMemory(memory.in);
}

//! True if kernels work on page-locked slots directly: then a slot's only stage on the device is a kernel.
inline bool slotsGoAlone(const StageList& stages)
{
    return staged(stages) && !hasCopies(stages);
}

//! The stages with a device's copies of planes in host memory, and staging of pageable planes.
CV_EXPORTS StageList deviceStages(const CallMemory& memory);

//! The stages without a device's copies: kernels work on page-locked memory, and pageable planes are staged.
CV_EXPORTS StageList directStages(const CallMemory& memory);

}}  // namespace cv::cudastripe
