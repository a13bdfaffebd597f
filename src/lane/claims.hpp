// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CLAIMS_HPP
#define OPENCV_CUDASTRIPE_CLAIMS_HPP

#include <algorithm>
#include <mutex>

#include "opencv2/core.hpp"
#include "spin_lock.hpp"

namespace cv { namespace cudastripe {

//! Units that one lane does as one piece.
struct Claim
{
    int64 first = 0;
    int64 units = 0;
    explicit operator bool() const { return units > 0; }
};

/** @brief The units that nobody has taken yet: one interval, from whose front devices claim, and from whose back the
host does. With a fixed share of the host, each side ends where the other begins. */
class alignas(64) Claims  // a cache line: what lies beside it is read while threads claim
{
public:
    Claims(int64 units, int granule) : frontEnd_(units), end_(units), granule_(granule) {}

    //! The host takes this part of the units, which is above 0 and below 1.
    void fixBack(double share)
    {
        std::lock_guard<SpinLock> lock(lock_);
        const int64 front = static_cast<int64>(double(end_) * (1 - share)) / granule_ * granule_;
        frontEnd_ = backBegin_ = std::min(end_, front);
    }

    //! Takes up to `units` units, a multiple of the granule, from the front; nothing if none are left. With `share`,
    //! no more than that part of what is left, but at least `least`.
    Claim takeFront(int64 units, double share = 1, int64 least = 0)
    {
        std::lock_guard<SpinLock> lock(lock_);
        const int64 left = std::min(end_, frontEnd_) - begin_;
        if (share < 1) {
            const int64 part = static_cast<int64>(double(left) * share) / granule_ * granule_;
            units = std::min(units, std::max<int64>({part, least, granule_}));
        }
        const Claim claim = {begin_, std::max<int64>(0, std::min(units, left))};
        begin_ += claim.units;
        return claim;
    }

    //! Takes about `units` units from the back, no more than 1 / `parts` of what is left, but at least `least`.
    Claim takeBack(int64 units, int64 parts = 1, int64 least = 0)
    {
        std::lock_guard<SpinLock> lock(lock_);
        const int64 begin = std::max(begin_, backBegin_), left = end_ - begin;
        if (left <= 0)
            return {};
        units = std::min(units, std::max<int64>({left / parts, least, granule_}));
        // What is left starts at a multiple of the granule, but may end anywhere.
        const int64 first = std::max(begin, (end_ - units) / granule_ * granule_);
        const Claim claim = {first, end_ - first};
        end_ = first;
        return claim;
    }

    //! True if nothing is left for the front.
    bool empty() const
    {
        std::lock_guard<SpinLock> lock(lock_);
        return begin_ >= std::min(end_, frontEnd_);
    }

private:
    mutable SpinLock lock_;
    int64 begin_ = 0;
    int64 backBegin_ = 0;
    int64 frontEnd_;
    int64 end_;
    const int granule_;
};

}}  // namespace cv::cudastripe

#endif
