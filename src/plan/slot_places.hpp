// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The places of planes in a slot.

#pragma once

#include "../op/batch/op.hpp"
#include "stage_list.hpp"

namespace cv { namespace cudastripe {

//! Gives planes their places in memory, one after the other.
class SlotPlaces
{
public:
    //! `base`: null where only bytes are counted.
    explicit SlotPlaces(uchar* base = nullptr) : base_(reinterpret_cast<std::uintptr_t>(base)) {}

    //! A place for `rows` rows of a plane; the view begins below the first `above`. Elements follow each other without
    //! a gap.
    PlaneView add(const StripeOp& op, const PlaneSpec& plane, int64 rows, int64 above);
    //! Of all places.
    int64 bytes() const { return bytes_; }

private:
    std::uintptr_t base_;
    int64 bytes_ = 0;
};

//! Of a slot, or of all slots of a ring.
struct SlotBytes
{
    int64 device = 0;
    int64 staging = 0;  //!< page-locked
};

//! Device memory for the images that passes of up to `units` units hand on. `batch`: the operation if it is a batch,
//! else null.
int64 betweenBytes(const StripeOp& op, const BatchOp* batch, bool readsHost, int64 units);

//! What a stripe of up to `units` units needs on its way through these stages.
SlotBytes bytesOfSlot(const StripeOp& op, const BatchOp* batch, const StageList& stages, const CallMemory& memory,
                      int64 units);

}}  // namespace cv::cudastripe
