// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PLANE_COPY_HPP
#define OPENCV_CUDASTRIPE_PLANE_COPY_HPP

#include "../op/plane_view.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! Copies of plain rows, none of them folded, which together copy a plane.
struct PlaneCopy
{
    struct Piece
    {
        PlaneView dst;
        PlaneView src;
        int64 rows;
    };

    Piece pieces[2];
    int count = 0;

    const Piece* begin() const { return pieces; }
    const Piece* end() const { return pieces + count; }
};

/** @brief The fewest 2-D copies that copy `rows` rows: one, or two where two rows of a plane share a row of memory and
cannot be seen as one long row on both sides. */
CV_EXPORTS PlaneCopy planeCopy(const PlaneView& dst, const PlaneView& src, int64 rows);

}}  // namespace cv::cudastripe

#endif
