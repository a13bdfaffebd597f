// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The limit of one kind of memory in leases.

#pragma once

#include <chrono>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! If a device has less memory than the limit, the limit is lowered for a second, so that not every call tries again.
//! Guarded by its owner's lock.
class MemoryBudget
{
public:
    explicit MemoryBudget(size_t limitBytes) : givenBytes_(limitBytes), limitBytes_(limitBytes) {}

    bool allows(size_t bytes)
    {
        if (std::chrono::steady_clock::now() - lowered_ > std::chrono::seconds(1))
            limitBytes_ = givenBytes_;
        return bytes <= limitBytes_;
    }
    //! The device could not provide `bytes` bytes in total.
    void lowerBelow(size_t bytes)
    {
        limitBytes_ = bytes - 1;
        lowered_ = std::chrono::steady_clock::now();
    }

private:
    const size_t givenBytes_;
    size_t limitBytes_;
    std::chrono::steady_clock::time_point lowered_;
};

}}  // namespace cv::cudastripe
