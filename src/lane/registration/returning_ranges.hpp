// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <chrono>
#include <cstdint>
#include <list>

#include "../../device/host_range.hpp"

namespace cv { namespace cudastripe {

/** @brief Counts how often calls come with the same pageable memory. Remembers the latest ranges only. */
class ReturningRanges
{
public:
    struct Visits
    {
        int count = 0;               //!< this one included
        std::uint64_t previous = 0;  //!< the number of the call that came with it before
        bool refused = false;        //!< the driver has refused it lately
    };

    //! Counts a visit; several of one call are one.
    Visits visit(const HostRange& range, std::uint64_t call);
    //! The driver has refused the range: it is not to be tried again for a while.
    void refuse(const HostRange& range);
    //! Forgets ranges that have bytes in common with this one.
    void forget(const HostRange& range);

private:
    struct Seen
    {
        HostRange range;
        Visits visits;
        std::uint64_t call = 0;
        std::chrono::steady_clock::time_point refusedAt;
    };

    Seen& at(const HostRange& range);

    std::list<Seen> seen_;  // the latest first
};

}}  // namespace cv::cudastripe
