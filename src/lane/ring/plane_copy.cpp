// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Copies planes in as few two-dimensional copies as possible.

#include "plane_copy.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kMaxStep = int64(1) << 31;  // CUDA's limit for copies of two dimensions

PlaneView unfoldedIfDense(const PlaneView& view)
{
    return view.fold > 1 && view.dense() ? PlaneView{view.row(0), view.rowBytes, view.rowBytes} : view;
}

// True if the rows from `first` on follow each other in memory in pairs without a gap: each pair is one long row.
bool pairs(const PlaneView& view, int64 first)
{
    return view.fold == 1 ? view.dense() : view.foldBytes == view.rowBytes && (view.phase + first) % 2 == 0;
}

PlaneView paired(const PlaneView& view, int64 first)
{
    return {view.row(first), view.fold == 1 ? 2 * view.step : view.step, 2 * view.rowBytes};
}

}  // namespace

void PlaneCopy::add(const PlaneView& to, const PlaneView& from, int64 rows)
{
    const PlaneView dst = unfoldedIfDense(to), src = unfoldedIfDense(from);
    if (dst.fold == 1 && src.fold == 1)
        return addPiece(dst, src, rows);
    // A single first or last row makes a second copy.
    if (pairs(dst, 0) && pairs(src, 0)) {
        addPiece(paired(dst, 0), paired(src, 0), rows / 2);
        addPiece(dst.everySecond(rows - 1), src.everySecond(rows - 1), rows % 2);
    } else if (rows % 2 == 1 && pairs(dst, 1) && pairs(src, 1)) {
        addPiece(dst.everySecond(0), src.everySecond(0), 1);
        addPiece(paired(dst, 1), paired(src, 1), rows / 2);
    } else {
        addPiece(dst.everySecond(0), src.everySecond(0), (rows + 1) / 2);
        if (rows > 1)
            addPiece(dst.everySecond(1), src.everySecond(1), rows / 2);
    }
}

void PlaneCopy::addPiece(const PlaneView& dst, const PlaneView& src, int64 rows)
{
    if (rows == 0)
        return;
    const PieceCopy piece = {dst, src, rows};
    if (oneAllocation_ && count_ > 0 && piece.joins() && piece.bytes() == planeBytes_) {
        // The last piece is one plane, or each of its rows is a plane.
        PieceCopy& last = pieces_[count_ - 1];
        const int64 dstStep = (dst.base - last.dst.base) / planes_, srcStep = (src.base - last.src.base) / planes_;
        const bool regular = planes_ == 1 || (last.dst.step == dstStep && last.src.step == srcStep);
        const bool exact =
            dst.base == last.dst.base + dstStep * planes_ && src.base == last.src.base + srcStep * planes_;
        const bool apart = std::min(dstStep, srcStep) >= planeBytes_ && std::max(dstStep, srcStep) < kMaxStep;
        if (regular && exact && apart) {
            ++planes_;
            last = {{last.dst.base, dstStep, planeBytes_}, {last.src.base, srcStep, planeBytes_}, planes_};
            return;
        }
    }
    CV_Assert(count_ < kMax);
    pieces_[count_++] = piece;
    planes_ = 1;
    planeBytes_ = piece.joins() ? piece.bytes() : -1;
}

}}  // namespace cv::cudastripe
