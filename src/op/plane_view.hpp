// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A view of memory as rows of the same length at a fixed distance.

#pragma once

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

/** @brief A view that owns nothing.

In a folded plane two rows share one row of memory, as in OpenCV's I420 images, where chroma rows of half the width lie
below luma. Row r lies at base + floor((r + phase) / 2) * step + ((r + phase) mod 2) * foldBytes. */
struct PlaneView
{
    uchar* base = nullptr;
    int64 step = 0;       //!< bytes between rows of memory
    int64 rowBytes = 0;   //!< bytes of a row that belong to the plane
    int fold = 1;         //!< rows of the plane in a row of memory: 1 or 2
    int phase = 0;        //!< 1 if row 0 is the second of the two, else 0
    int64 foldBytes = 0;  //!< bytes between the two

    CV_CUDASTRIPE_HD uchar* row(int64 r) const
    {
        return fold == 1 ? base + r * step : base + ((r + phase) >> 1) * step + ((r + phase) & 1) * foldBytes;
    }

    //! As row(), for row numbers that fit in an `int`: without a branch, and with a product of 32 by 64 bits.
    CV_CUDASTRIPE_HD uchar* rowOfImage(unsigned r) const
    {
        const unsigned moved = r + unsigned(phase), second = moved & unsigned(fold - 1);
        return base + int64(moved >> (fold - 1)) * step + (second ? foldBytes : 0);
    }

    //! The same plane from row `first` on.
    PlaneView from(int64 first) const
    {
        if (fold == 1)
            return {row(first), step, rowBytes};
        const int64 moved = first + phase;
        return {base + (moved >> 1) * step, step, rowBytes, fold, int(moved & 1), foldBytes};
    }

    //! Rows `first`, `first` + 2, ..., which are never folded.
    PlaneView everySecond(int64 first) const { return {row(first), fold == 1 ? 2 * step : step, rowBytes}; }

    //! True if every row starts at a multiple of `alignment` bytes.
    bool aligned(int alignment, int64 rows) const
    {
        return reinterpret_cast<uintptr_t>(base) % alignment == 0 && foldBytes % alignment == 0 &&
               (rows + phase <= fold || step % alignment == 0);
    }

    //! True if rows follow each other without a gap.
    bool dense() const { return step == fold * rowBytes && (fold == 1 || foldBytes == rowBytes); }

    //! Moves the plane. An unused plane has no address and stays as it is.
    void move(int64 bytes)
    {
        if (base)
            base += bytes;
    }

    //! Dense rows as one long row of the same bytes.
    PlaneView joined(int64 rows) const { return {row(0), rows * rowBytes, rows * rowBytes}; }
};

//! A copy of rows. Devices copy only rows that are not folded.
struct PieceCopy
{
    PlaneView dst;
    PlaneView src;
    int64 rows;

    //! True if the bytes are contiguous in both the source and the destination.
    bool joins() const { return rows == 1 || (dst.dense() && src.dense()); }
    int64 bytes() const { return rows * dst.rowBytes; }
};

//! Bytes from the planes of another image to those of this one: `in` for planes that are read, `out` for written ones.
struct PlaneShift
{
    int64 in = 0, out = 0;
};

//! Bytes from the first to the last byte of `rows` rows.
inline int64 spanBytes(const PlaneView& view, int64 rows)
{
    return rows > 0 ? view.row(rows - 1) + view.rowBytes - view.row(0) : 0;
}

//! Calls copy(to, from, bytes) for each row, or once for rows without gaps.
template <class Copy>
void forRows(const PlaneView& to, const PlaneView& from, int64 rows, const Copy& copy)
{
    if (to.dense() && from.dense())
        return copy(to.row(0), from.row(0), rows * from.rowBytes);
    for (int64 r = 0; r < rows; ++r)
        copy(to.row(r), from.row(r), from.rowBytes);
}

//! Copies rows on the calling thread.
void copyRows(const PlaneView& dst, const PlaneView& src, int64 rows);

//! True if a byte belongs to both planes. Exact even for regions that lie side by side in one image.
CV_EXPORTS bool overlap(const PlaneView& a, int64 aRows, const PlaneView& b, int64 bRows);

}}  // namespace cv::cudastripe
