// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The units of an image that no lane has taken yet.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! Units that one lane does as one piece.
struct Claim
{
    int64 first = 0;
    int64 units = 0;
    explicit operator bool() const { return units > 0; }
};

/** @brief The interval of unclaimed units: devices claim from its front, the host from its back.

Both limits are in one atomic word. A lock would take longer than the work of a small claim.
*/
class alignas(64) Claims  // a cache line of its own
{
public:
    Claims(int64 units, int granule)
        : units_(units),
          quantum_(quantumOf(units, granule)),
          frontEnd_(static_cast<std::uint32_t>(quantaOf(units))),
          left_({0, frontEnd_})
    {
    }

    //! Gives the host the last fraction `share` of the units (above 0, below 1), rounded up to quanta, and devices the
    //! rest. Call it before the first claim.
    void fixBack(double share)
    {
        frontEnd_ = backBegin_ = static_cast<std::uint32_t>(double(units_) * (1 - share) / double(quantum_));
    }

    //! Claims from the front at most `units` units, and at most the fraction `share` of what is left; this second limit
    //! is never below `least`. Claims at least a quantum, or nothing if nothing is left.
    Claim takeFront(int64 units, double share = 1, int64 least = 0)
    {
        const int64 whole = std::max<int64>(1, units / quantum_), fewest = std::max<int64>(1, quantaOf(least));
        Left left = left_;
        for (;;) {
            const int64 count = int64(std::min(left.end, frontEnd_)) - left.begin;
            if (count <= 0)
                return {};
            // The last quantum may be incomplete.
            const int64 most = units_ - left.begin * quantum_ <= units ? count : whole;
            const int64 part = share < 1 ? std::max(fewest, static_cast<int64>(double(count) * share)) : count;
            const auto taken = static_cast<std::uint32_t>(std::min({most, part, count}));
            if (left_.compare_exchange_weak(left, {left.begin + taken, left.end}))
                return claim(left.begin, taken);
        }
    }

    //! Claims from the back at most `units` units, rounded up to quanta, and at most 1 / `parts` of what is left; this
    //! second limit is never below `least`.
    Claim takeBack(int64 units, int64 parts = 1, int64 least = 0)
    {
        const int64 most = std::max<int64>(1, quantaOf(units)), fewest = std::max<int64>(1, quantaOf(least));
        Left left = left_;
        for (;;) {
            const int64 count = int64(left.end) - std::max(left.begin, backBegin_);
            if (count <= 0)
                return {};
            const auto taken = static_cast<std::uint32_t>(std::min({most, std::max(count / parts, fewest), count}));
            if (left_.compare_exchange_weak(left, {left.begin, left.end - taken}))
                return claim(left.end - taken, taken);
        }
    }

    int64 unclaimed() const
    {
        const Left left = left_;
        return std::max<int64>(0, std::min(units_, left.end * quantum_) - left.begin * quantum_);
    }

    //! True if nothing is left for the front.
    bool empty() const
    {
        const Left left = left_;
        return left.begin >= std::min(left.end, frontEnd_);
    }

private:
    //! Limits of the interval, in quanta; aligned, so that compilers load both at once.
    struct alignas(std::uint64_t) Left
    {
        std::uint32_t begin, end;
    };

    static_assert(std::atomic<Left>::is_always_lock_free, "Left needs no lock");

    static constexpr int64 kMaxQuanta = int64(1) << 31;

    static int64 quantumOf(int64 units, int64 granule)
    {
        while (units / granule >= kMaxQuanta)
            granule *= 2;
        return granule;
    }

    int64 quantaOf(int64 units) const { return (units + quantum_ - 1) / quantum_; }

    Claim claim(std::uint32_t first, std::uint32_t count) const
    {
        const int64 begin = first * quantum_;
        return {begin, std::min(units_ - begin, count * quantum_)};
    }

    const int64 units_;
    const int64 quantum_;  // units that are claimed together: a granule, or several if there are very many
    std::uint32_t frontEnd_;
    std::uint32_t backBegin_ = 0;
    std::atomic<Left> left_;
};

}}  // namespace cv::cudastripe
