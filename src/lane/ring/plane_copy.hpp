// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Copies planes in as few two-dimensional copies as possible.

#pragma once

#include "../../op/plane_view.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief As few copies as the memory of planes allows, since each costs some microseconds.

A plane is one copy, unless pairs of its rows share a row of memory, as chroma rows of I420 do, and source or
destination has gaps. Then whole pairs are one copy, and a single row is another. If pairs have gaps, too, every second
row is one copy, and the rows between are another. Planes of equal size without gaps are a single copy if they are
equally far apart in one allocation. */
class CV_EXPORTS PlaneCopy
{
public:
    //! `oneAllocation`: all sources lie in one allocation, and all destinations.
    explicit PlaneCopy(bool oneAllocation) : oneAllocation_(oneAllocation) {}

    void add(const PlaneView& dst, const PlaneView& src, int64 rows);

    const PieceCopy* begin() const { return pieces_; }
    const PieceCopy* end() const { return pieces_ + count_; }
    int count() const { return count_; }

private:
    static constexpr int kMax = 8;  // two copies for each of four planes

    void addPiece(const PlaneView& dst, const PlaneView& src, int64 rows);

    bool oneAllocation_;
    PieceCopy pieces_[kMax];
    int count_ = 0;
    int64 planes_ = 1;       //!< planes in the last piece
    int64 planeBytes_ = -1;  //!< bytes of each of these planes; -1 if they have gaps
};

}}  // namespace cv::cudastripe
