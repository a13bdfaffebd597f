// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

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

/** @brief The units that nobody has taken yet: one interval, from whose front devices claim, and from whose back the
host does. With a fixed share of the host, each side ends where the other begins.

Both ends lie in one word that is exchanged as a whole. Many threads that came for a lock would take its line from the
one that holds it, again and again: pieces of small images would wait longer than they take. */
class alignas(64) Claims  // a cache line: what lies beside it is read while threads claim
{
public:
    Claims(int64 units, int granule)
        : units_(units),
          quantum_(quantumOf(units, granule)),
          frontEnd_(static_cast<std::uint32_t>(quantaOf(units))),
          left_({0, frontEnd_})
    {
    }

    //! The host takes this part of the units, which is above 0 and below 1. Before anybody claims.
    void fixBack(double share)
    {
        frontEnd_ = backBegin_ = static_cast<std::uint32_t>(double(units_) * (1 - share) / double(quantum_));
    }

    //! Takes up to `units` units from the front, but at least a granule; nothing if none are left. With `share`, no
    //! more than that part of what is left, but at least `least`.
    Claim takeFront(int64 units, double share = 1, int64 least = 0)
    {
        const int64 whole = std::max<int64>(1, units / quantum_), fewest = std::max<int64>(1, quantaOf(least));
        Left left = left_;
        for (;;) {
            const int64 count = int64(std::min(left.end, frontEnd_)) - left.begin;
            if (count <= 0)
                return {};
            // The last quantum of all may be a part of one.
            const int64 most = units_ - left.begin * quantum_ <= units ? count : whole;
            const int64 part = share < 1 ? std::max(fewest, static_cast<int64>(double(count) * share)) : count;
            const auto taken = static_cast<std::uint32_t>(std::min({most, part, count}));
            if (left_.compare_exchange_weak(left, {left.begin + taken, left.end}))
                return claim(left.begin, taken);
        }
    }

    //! Takes about `units` units from the back, no more than 1 / `parts` of what is left, but at least `least`.
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

    //! Units that nobody has taken.
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
    //! Ends of the interval, in quanta. Aligned as one value, which compilers need to see to load it as one.
    struct alignas(std::uint64_t) Left
    {
        std::uint32_t begin, end;
    };

    static_assert(std::atomic<Left>::is_always_lock_free, "no lock is behind it");

    static constexpr int64 kMostQuanta = int64(1) << 31;

    static int64 quantumOf(int64 units, int64 granule)
    {
        while (units / granule >= kMostQuanta)
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
    const int64 quantum_;  // units that are claimed together: a granule, or several of very many
    std::uint32_t frontEnd_;
    std::uint32_t backBegin_ = 0;
    std::atomic<Left> left_;
};

}}  // namespace cv::cudastripe
