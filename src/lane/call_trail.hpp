// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CALL_TRAIL_HPP
#define OPENCV_CUDASTRIPE_CALL_TRAIL_HPP

#include <algorithm>
#include <vector>

#include "../op/kernel_ref.hpp"

namespace cv { namespace cudastripe {

//! What a call leaves behind in its lease, so that the next one on the same stream can tell whether it may overlap with
//! it.
struct CallTrail
{
    const void* stream = nullptr;           //!< the caller's; null if no call may overlap
    std::vector<int64> ring;                //!< calls with the same numbers have slots at the same places
    std::vector<KernelRef::Access> memory;  //!< of the caller

    explicit operator bool() const { return stream != nullptr; }

    //! True if events of slots are all that orders the next call behind this one.
    bool mayOverlap(const CallTrail& next) const
    {
        if (!stream || stream != next.stream || ring != next.ring)
            return false;
        return std::none_of(memory.begin(), memory.end(), [&](const KernelRef::Access& a) {
            return std::any_of(next.memory.begin(), next.memory.end(), [&](const KernelRef::Access& b) {
                return (a.write || b.write) && overlap(a.view, a.rows, b.view, b.rows);
            });
        });
    }
};

}}  // namespace cv::cudastripe

#endif
