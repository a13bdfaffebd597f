// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The memory that a frame of a Pipeline uses.

#pragma once

#include <algorithm>
#include <vector>

#include "../op/kernel_ref.hpp"

namespace cv { namespace cudastripe {

//! Shows whether two frames of a Pipeline may overlap.
struct FrameFootprint
{
    std::vector<int64> ring;                //!< equal if the slots of two frames lie at the same places
    std::vector<KernelRef::Access> memory;  //!< of the caller

    //! True if slot events suffice to order the next frame behind this.
    bool mayOverlap(const FrameFootprint& next) const
    {
        if (ring.empty() || ring != next.ring)
            return false;
        return std::none_of(memory.begin(), memory.end(), [&](const KernelRef::Access& a) {
            return std::any_of(next.memory.begin(), next.memory.end(), [&](const KernelRef::Access& b) {
                return (a.write || b.write) && overlap(a.view, a.rows, b.view, b.rows);
            });
        });
    }
};

}}  // namespace cv::cudastripe
