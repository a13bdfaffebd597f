// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <initializer_list>

#include "../op/small_list.hpp"
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

//! What stages have to know of the memory of a plane.
enum class End
{
    Ordinary,    //!< only the host reaches it
    PageLocked,  //!< copy engines reach it, too
    Device,      //!< only the device reaches it
};

//! The memory of all planes at both ends.
struct RouteEnds
{
    using List = SmallList<End, 4>;

    List in;
    List out;

    bool any(End end) const;
    bool all(End end) const;
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
CV_EXPORTS bool passes(Stage stage, End end);

//! Through the device in stripes: copies where a plane is in host memory, staging where it is ordinary.
CV_EXPORTS StageList deviceStages(const RouteEnds& ends);

//! With no device memory of our own: a kernel that works on page-locked memory, staged where a plane is ordinary.
CV_EXPORTS StageList directStages(const RouteEnds& ends);

//! For logs: "stage in > upload > kernel > download > stage out".
CV_EXPORTS String toString(const StageList& stages);

}}  // namespace cv::cudastripe
