// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Ranges of pageable memory that calls have used.

#pragma once

#include <chrono>
#include <cstdint>
#include <list>

#include "../../device/host_range.hpp"

namespace cv { namespace cudastripe {

//! Counts the calls that used a range. Remembers the latest ranges only.
class ReturningRanges
{
public:
    struct Visits
    {
        int count = 0;               //!< including this one
        std::uint64_t previous = 0;  //!< the number of the call before
        bool refused = false;        //!< by the driver, a short time ago
    };

    //! Counts a call with the range, once.
    Visits visit(const HostRange& range, std::uint64_t call);
    //! The driver has refused the range.
    void refuse(const HostRange& range);
    //! Forgets ranges that overlap with this one.
    void forget(const HostRange& range);

private:
    struct Seen
    {
        HostRange range;
        int count = 0;
        std::uint64_t call = 0, previous = 0;
        std::chrono::steady_clock::time_point refusedUntil{};
    };

    Seen& at(const HostRange& range);

    std::list<Seen> seen_;  // the latest first
};

}}  // namespace cv::cudastripe
