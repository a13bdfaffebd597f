// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <vector>

#include "../op/kernel_ref.hpp"

namespace cv { namespace cudastripe {

//! What tells whether the next frame of a Pipeline may overlap with the last one.
struct FrameTrail
{
    std::vector<int64> ring;                //!< frames with the same numbers have slots at the same places
    std::vector<KernelRef::Access> memory;  //!< of the caller

    //! True if events of slots are all that orders the next frame behind this one.
    bool mayOverlap(const FrameTrail& next) const
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
