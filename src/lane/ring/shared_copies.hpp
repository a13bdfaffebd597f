// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What threads still have to copy between pageable memory and a slot.

#pragma once

#include <atomic>
#include <vector>

#include "../../op/plane_view.hpp"

namespace cv { namespace cudastripe {

/** @brief Pieces that any number of threads copy for one slot.

One thread lists them, and share() lets others take some. One atomic word has the list's number and the count of pieces
left, so a thread that was interrupted cannot take a piece of a later list. */
class SharedCopies
{
public:
    //! Adds to the next list. The list before must be complete.
    void add(const PieceCopy& piece)
    {
        const std::int64_t most = std::max<std::int64_t>(1, kPieceBytes / piece.dst.rowBytes);
        for (std::int64_t row = 0; row < piece.rows; row += most)
            pieces_.push_back({piece.dst.from(row), piece.src.from(row), std::min(most, piece.rows - row)});
    }

    void share()
    {
        missing_ = static_cast<std::uint32_t>(pieces_.size());
        left_ = {left_.load().list + 1, static_cast<std::uint32_t>(pieces_.size())};
    }

    bool anyLeft() const { return left_.load().pieces > 0; }

    //! Null if none is left, or if others were faster.
    const PieceCopy* take()
    {
        Left left = left_;
        if (left.pieces == 0 || !left_.compare_exchange_strong(left, {left.list, left.pieces - 1}))
            return nullptr;
        return &pieces_[pieces_.size() - left.pieces];
    }

    //! Call it after copying a piece. True if it was the last one: then the caller may make the next list.
    bool copied()
    {
        if (--missing_ > 0)
            return false;
        pieces_.clear();
        return true;
    }

private:
    struct alignas(std::uint64_t) Left
    {
        std::uint32_t list, pieces;
    };

    static_assert(std::atomic<Left>::is_always_lock_free, "Left needs no lock");

    static constexpr std::int64_t kPieceBytes = 1 << 17;  // takes a thread some 10 us

    std::vector<PieceCopy> pieces_;
    std::atomic<std::uint32_t> missing_{0};
    std::atomic<Left> left_{{0, 0}};
};

}}  // namespace cv::cudastripe
