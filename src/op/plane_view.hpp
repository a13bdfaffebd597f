// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PLANE_VIEW_HPP
#define OPENCV_CUDASTRIPE_PLANE_VIEW_HPP

#include "opencv2/core/cvdef.h"

#include "host_device.hpp"

namespace cv { namespace cudastripe {

/** @brief How every memory is seen: rows of the same length at a fixed distance. Owns nothing. */
struct PlaneView
{
    uchar* base = nullptr;
    int64 step = 0;      //!< bytes between rows
    int64 rowBytes = 0;  //!< bytes of a row that belong to the plane

    CV_CUDASTRIPE_HD uchar* row(int64 r) const { return base + r * step; }

    //! The same plane from row `first` on.
    PlaneView from(int64 first) const { return {row(first), step, rowBytes}; }

    //! True if every row starts at a multiple of `alignment` bytes.
    bool aligned(int alignment, int64 rows) const
    {
        return reinterpret_cast<uintptr_t>(base) % alignment == 0 && (rows <= 1 || step % alignment == 0);
    }

    //! True if rows follow each other without a gap.
    bool dense() const { return step == rowBytes; }

    //! Dense rows as one long one: the same bytes.
    PlaneView joined(int64 rows) const { return {base, rows * rowBytes, rows * rowBytes}; }
};

//! Bytes from the first to the last byte of `rows` rows.
inline int64 spanBytes(const PlaneView& view, int64 rows)
{
    return rows > 0 ? (rows - 1) * view.step + view.rowBytes : 0;
}

//! Copies rows on the calling thread.
void copyRows(const PlaneView& dst, const PlaneView& src, int64 rows);

//! True if a byte belongs to both. Exact also for regions that lie side by side in one image.
CV_EXPORTS bool overlap(const PlaneView& a, int64 aRows, const PlaneView& b, int64 bRows);

}}  // namespace cv::cudastripe

#endif
