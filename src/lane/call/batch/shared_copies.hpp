// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Copies that threads divide among themselves.

#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "../../../op/plane_view.hpp"

namespace cv { namespace cudastripe {

//! Threads claim copies without a lock. One thread at a time may share new ones, when all have ended.
class SharedCopies
{
public:
    //! Adds a copy in pieces that take a thread some microseconds each.
    void add(const PieceCopy& copy)
    {
        const int64 rows = std::max<int64>(1, kBytes / std::max<int64>(1, copy.dst.rowBytes));
        for (int64 first = 0; first < copy.rows; first += rows)
            copies_.push_back({copy.dst.from(first), copy.src.from(first), std::min(rows, copy.rows - first)});
    }
    bool empty() const { return copies_.empty(); }

    //! Lets threads claim what was added. Call it last: a thread still in an earlier claim() may claim at once.
    void share()
    {
        unfinished_ = static_cast<int64>(copies_.size());
        unclaimed_ = unfinished_.load();
    }

    //! Null if nothing is left.
    const PieceCopy* claim()
    {
        if (unclaimed_ <= 0)
            return nullptr;
        const int64 left = unclaimed_--;
        return left > 0 ? &copies_[copies_.size() - static_cast<size_t>(left)] : nullptr;
    }

    //! Call it after each copy. True for the last one.
    bool ended() { return --unfinished_ == 0; }

    //! Forgets the copies. Call it when all have ended.
    void clear() { copies_.clear(); }

private:
    static constexpr int64 kBytes = 1 << 16;  // a thread copies them in 6 to 10 us

    std::vector<PieceCopy> copies_;
    std::atomic<int64> unclaimed_{0}, unfinished_{0};
};

}}  // namespace cv::cudastripe
