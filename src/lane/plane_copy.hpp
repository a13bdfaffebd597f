// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../op/plane_view.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! A copy of plain rows, none of them folded.
struct PieceCopy
{
    PlaneView dst;
    PlaneView src;
    int64 rows;
};

/** @brief The 2-D copies that copy planes: as few as their memory allows, since each costs some microseconds.

A plane is one copy, or two where two rows of it share a row of memory and cannot be seen as one long row on both
sides. In one allocation, planes of one size that lie equally far apart on both sides, without gaps between rows, are
one copy together. */
class CV_EXPORTS PlaneCopy
{
public:
    //! `oneAllocation`: on either side all planes lie in one.
    explicit PlaneCopy(bool oneAllocation) : oneAllocation_(oneAllocation) {}

    //! Adds `rows` rows of a plane.
    void add(const PlaneView& dst, const PlaneView& src, int64 rows);

    const PieceCopy* begin() const { return pieces_; }
    const PieceCopy* end() const { return pieces_ + count_; }
    int count() const { return count_; }

private:
    static constexpr int kMost = 8;  // two of each of four planes

    void addPiece(const PlaneView& dst, const PlaneView& src, int64 rows);

    bool oneAllocation_;
    PieceCopy pieces_[kMost];
    int count_ = 0;
    int64 planes_ = 1;       //!< that the last piece has
    int64 planeBytes_ = -1;  //!< of each, if it has no gaps
};

}}  // namespace cv::cudastripe
