// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The addresses of planes in a slot.

#pragma once

#include "../op/batch/op.hpp"
#include "stage_list.hpp"

namespace cv { namespace cudastripe {

//! Gives planes their addresses in a slot, one plane after the other.
class SlotPlaces
{
public:
    //! `base`: null if bytes are only counted.
    explicit SlotPlaces(uchar* base = nullptr) : base_(reinterpret_cast<std::uintptr_t>(base)) {}

    //! Takes memory for `rows` rows of a plane; the view begins below the first `above` of them. If units are elements,
    //! there are no gaps between them.
    PlaneView add(const StripeOp& op, const PlaneSpec& plane, int64 rows, int64 above);
    //! The bytes of all planes so far, with alignment.
    int64 bytes() const { return bytes_; }

private:
    std::uintptr_t base_;
    int64 bytes_ = 0;
};

//! The bytes of a slot, or of all slots of a ring.
struct SlotBytes
{
    int64 device = 0;
    int64 staging = 0;  //!< page-locked
};

//! Device memory, in bytes, for the images between passes of up to `units` units. `batch`: the operation if it is a
//! batch, else null.
int64 betweenBytes(const StripeOp& op, const BatchOp* batch, bool readsHost, int64 units);

//! The bytes of a slot for a stripe of up to `units` units that passes these stages.
SlotBytes bytesOfSlot(const StripeOp& op, const BatchOp* batch, const StageList& stages, const CallMemory& memory,
                      int64 units);

}}  // namespace cv::cudastripe
