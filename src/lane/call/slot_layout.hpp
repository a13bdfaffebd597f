// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The places of planes in a slot.

#pragma once

#include "../../op/stripe_op.hpp"
#include "../../plan/stage_list.hpp"

namespace cv { namespace cudastripe {

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
    struct Part
    {
        StripePlanes planes;  // bases are offsets from null
        int64 sizeBytes = 0;

        void add(PlaneView& view, const PlaneSpec& spec, int64 rows, int rowAlignment);
        StripePlanes at(uchar* base) const;
    };

    Part device_;
    Part staging_;
};

}}  // namespace cv::cudastripe
