// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Bytes of a row in another order, by vectors that look up bytes in vectors.

#pragma once

#include <vector>

#include "../../simd/instruction_set.hpp"
#include "across.hpp"

namespace cv { namespace cudastripe {

/** @brief For each byte of a result the byte of a row that it is, in blocks of a vector.

A block looks its bytes up in a few windows of the row. */
class BytePicks
{
public:
    static constexpr int kBlock = 64, kWindow = 128, kMaxWindows = 8;
    static constexpr int kZero = -1;  //!< instead of an offset: the byte is 0

    //! False if this CPU has no such vectors.
    static bool available();
    BytePicks() = default;
    //! @param offsets in a row of `rowBytes` bytes
    BytePicks(const std::vector<int>& offsets, int64 rowBytes);

    //! False if none are available, the row is too short, or a block needs too many windows.
    bool possible() const { return windows_ > 0; }
    int windows() const { return windows_; }
    int blocks() const { return static_cast<int>(indices_.size()) / kBlock; }
    //! Of the last block.
    int lastBytes() const { return lastBytes_; }
    const uchar* indices(int block) const { return indices_.data() + size_t(block) * kBlock; }
    const std::uint64_t* masks(int block) const { return masks_.data() + size_t(block) * size_t(windows_); }
    const int* bases(int block) const { return bases_.data() + size_t(block) * size_t(windows_); }

private:
    struct Window
    {
        int base;
        std::uint64_t mask;
    };

    static std::vector<Window> windowsOf(const int* offsets, int count, int64 rowBytes, uchar* indices);

    int windows_ = 0;  // of each block
    int lastBytes_ = 0;
    std::vector<uchar> indices_;
    std::vector<std::uint64_t> masks_;
    std::vector<int> bases_;
};

//! Copies the bytes.
void copyPicked(const uchar* row, const BytePicks& picks, uchar* to);

//! Each two bytes are two columns; gives their means over the rows, rounded by a shift.
void halvePicked(const uchar* upper, const uchar* lower, const BytePicks& picks, uchar* to);

//! What sums across by such lookups need. A block of sums looks up one block of bytes for each pair of taps.
struct PickedSums
{
    static constexpr int kSums = BytePicks::kBlock / 4;  //!< in a block

    BytePicks picks;  //!< of four bytes two are taps, and the others 0
    int pairs = 0;
    int count = 0;               //!< of all sums
    bool low = false;            //!< weights have low parts of kLowWeightBits bits, too
    std::vector<short> weights;  //!< of a block and a pair of taps: high parts of all sums, then low parts
};

void sumPicked(const uchar* row, const PickedSums& sums, MiddleKind kind, void* middle);

}}  // namespace cv::cudastripe
