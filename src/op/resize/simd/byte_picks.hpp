// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Bytes of a row in another order, by vectors that look up bytes in vectors.

#pragma once

#include <algorithm>
#include <vector>

#include "../../simd/instruction_set.hpp"
#include "across.hpp"

namespace cv { namespace cudastripe {

/** @brief For each byte of a result its offset in a source row. The result is divided into blocks of one vector.

A block looks up its bytes in windows of the row: in one window of one vector if that suffices for all blocks, else in
up to kMaxWindows windows of two vectors. */
class BytePicks
{
public:
    static constexpr int kBlock = 64, kMaxWindows = 8;
    static constexpr int kOneVector = 0;  //!< instead of a number of windows: one window of one vector
    static constexpr int kZero = -1;      //!< instead of an offset: the byte is 0

    //! False if this CPU has no such vectors.
    static bool available();
    BytePicks() = default;
    //! @param offsets in a row of `rowBytes` bytes
    BytePicks(const std::vector<int>& offsets, int64 rowBytes);

    //! False if this CPU has no such vectors, the row is too short, or a block needs too many windows.
    bool possible() const { return !indices_.empty(); }
    //! Windows of a block.
    int windows() const { return windows_; }
    int blocks() const { return static_cast<int>(indices_.size()); }
    //! Bytes of the last block.
    int lastBytes() const { return lastBytes_; }
    const uchar* indices(int block) const { return indices_[size_t(block)].bytes; }
    const std::uint64_t* masks(int block) const
    {
        return masks_.data() + size_t(block) * size_t(std::max(windows_, 1));
    }
    const int* bases(int block) const { return bases_.data() + size_t(block) * size_t(std::max(windows_, 1)); }

    struct alignas(kBlock) Block
    {
        uchar bytes[kBlock];
    };

private:
    struct Window
    {
        int base;
        std::uint64_t mask;
    };

    bool find(const std::vector<int>& offsets, int64 rowBytes, int windowBytes, int most);
    static std::vector<Window> windowsOf(const int* offsets, int count, int64 lastBase, int windowBytes,
                                         uchar* indices);

    int windows_ = 0;
    int lastBytes_ = 0;
    std::vector<Block> indices_;
    std::vector<std::uint64_t> masks_;
    std::vector<int> bases_;
};

//! Copies the bytes.
void copyPicked(const uchar* row, const BytePicks& picks, uchar* to);

//! Every two picked bytes are neighbouring columns. Makes their means over both rows, rounded by a shift.
void halvePicked(const uchar* upper, const uchar* lower, const BytePicks& picks, uchar* to);

//! The data of sums across by such lookups. A block of sums looks up a block of bytes for each group of taps.
struct PickedSums
{
    static constexpr int kSums = BytePicks::kBlock / 4;  //!< in a block

    BytePicks picks;                        //!< four bytes of each sum
    int taps = 0;                           //!< of a group: 4, or 2 with a zero after each byte
    int groups = 0;                         //!< of each sum
    int count = 0;                          //!< of all sums
    int weightBytes = 0;                    //!< bytes of a weight; 1 means that weights are words
    std::vector<BytePicks::Block> weights;  //!< for each block and group: a block per byte, the lowest first
};

//! Sums `count` rows across.
void sumPicked(const uchar* const* rows, int count, const PickedSums& sums, MiddleKind kind, void* const* middles);

}}  // namespace cv::cudastripe
