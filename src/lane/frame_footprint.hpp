// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The memory that a frame of a Pipeline uses.

#pragma once

#include "../plan/plan.hpp"
#include "lease/lease.hpp"

namespace cv { namespace cudastripe {

//! Shows whether two frames of a Pipeline may overlap.
struct FrameFootprint
{
    StageList stages;  //!< of stripes; stages and slots say which events order the uses of a slot
    int slots = 0;
    SlotBytes slotBytes;
    std::vector<KernelRef::Access> memory;  //!< the caller's memory that the frame reads and writes
    const Lease* lease = nullptr;           //!< the lease of its ring
    std::uint64_t uses = 0;                 //!< Lease::uses, this frame included
    size_t nextSlot = 0;                    //!< the slot after the last one that was filled

    //! True if the events of slots suffice to order the next frame behind this one.
    bool mayOverlap(const FrameFootprint& next) const
    {
        if (!lease || lease != next.lease || uses + 1 != next.uses || slots != next.slots || !(stages == next.stages) ||
            slotBytes.device != next.slotBytes.device || slotBytes.staging != next.slotBytes.staging)
            return false;
        return std::none_of(memory.begin(), memory.end(), [&](const KernelRef::Access& a) {
            return std::any_of(next.memory.begin(), next.memory.end(), [&](const KernelRef::Access& b) {
                return (a.write || b.write) && overlap(a.view, a.rows, b.view, b.rows);
            });
        });
    }
};

}}  // namespace cv::cudastripe
