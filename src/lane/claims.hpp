// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CLAIMS_HPP
#define OPENCV_CUDASTRIPE_CLAIMS_HPP

#include <algorithm>
#include <mutex>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! Units that one lane does as one piece.
struct Claim
{
    int64 first = 0;
    int64 units = 0;
    explicit operator bool() const { return units > 0; }
};

/** @brief The units that nobody has taken yet: one interval, from whose front devices claim, and from whose back the
host does. */
class Claims
{
public:
    Claims(int64 units, int granule) : end_(units), granule_(granule) {}

    //! Takes up to `units` units, a multiple of the granule, from the front; nothing if none are left.
    Claim takeFront(int64 units)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const Claim claim = {begin_, std::min(units, end_ - begin_)};
        begin_ += claim.units;
        return claim;
    }

    //! Takes about `units` units from the back.
    Claim takeBack(int64 units)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        // What is left starts at a multiple of the granule, but may end anywhere.
        const int64 first = std::max(begin_, (end_ - std::min(units, end_ - begin_)) / granule_ * granule_);
        const Claim claim = {first, end_ - first};
        end_ = first;
        return claim;
    }

    bool empty() const
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return begin_ == end_;
    }

private:
    mutable std::mutex mutex_;
    int64 begin_ = 0;
    int64 end_;
    const int granule_;
};

}}  // namespace cv::cudastripe

#endif
