// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The places of planes in a slot.

#pragma once

#include "../op/stripe_op.hpp"
#include "stage_list.hpp"

namespace cv { namespace cudastripe {

//! Gives planes their places in memory, one after the other.
struct PlanePlaces
{
    //! A place for `rows` rows; the view begins below the first `above`. Elements follow each other without a gap. Its
    //! base is an offset from null.
    PlaneView add(const StripeOp& op, int64 rowBytes, int64 rows, int64 above);

    int64 sizeBytes = 0;  //!< of all places
};

//! Where the planes of a stripe lie in a slot's device memory and in its page-locked memory.
class SlotLayout
{
public:
    //! For stripes of up to `units` units through these stages.
    SlotLayout(const StripeOp& op, const StageList& stages, const CallMemory& memory, int64 units);

    size_t deviceBytes() const { return static_cast<size_t>(device_.sizeBytes); }
    size_t stagingBytes() const { return static_cast<size_t>(staging_.sizeBytes); }

    //! Equal numbers mean that the planes of `slots` slots lie at the same places.
    std::vector<int64> places(int slots) const;

    StripePlanes device(uchar* base) const { return device_.at(base); }
    StripePlanes staging(uchar* base) const { return staging_.at(base); }

private:
    struct Part : PlanePlaces
    {
        StripePlanes planes;  // bases are offsets from null

        StripePlanes at(uchar* base) const;
    };

    Part device_;
    Part staging_;
};

}}  // namespace cv::cudastripe
