// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "plane_copy.hpp"

namespace cv { namespace cudastripe {
namespace {

// Without gaps a fold does not show.
PlaneView unfoldedIfDense(const PlaneView& view)
{
    return view.fold > 1 && view.dense() ? PlaneView{view.row(0), view.rowBytes, view.rowBytes} : view;
}

// Two rows that are neighbours in memory, from `first` on, are one of twice the length.
bool pairs(const PlaneView& view, int64 first)
{
    return view.fold == 1 ? view.dense() : view.foldBytes == view.rowBytes && (view.phase + first) % 2 == 0;
}

PlaneView paired(const PlaneView& view, int64 first)
{
    return {view.row(first), view.fold == 1 ? 2 * view.step : view.step, 2 * view.rowBytes};
}

}  // namespace

PlaneCopy planeCopy(const PlaneView& to, const PlaneView& from, int64 rows)
{
    const PlaneView dst = unfoldedIfDense(to), src = unfoldedIfDense(from);
    PlaneCopy copy;
    const auto add = [&](const PlaneView& d, const PlaneView& s, int64 n) {
        if (n > 0)
            copy.pieces[copy.count++] = {d, s, n};
    };
    if (dst.fold == 1 && src.fold == 1) {
        add(dst, src, rows);
        return copy;
    }
    // A single row at one end makes a second copy; at both ends they would make a third.
    if (pairs(dst, 0) && pairs(src, 0)) {
        add(paired(dst, 0), paired(src, 0), rows / 2);
        add(dst.everySecond(rows - 1), src.everySecond(rows - 1), rows % 2);
    } else if (rows % 2 == 1 && pairs(dst, 1) && pairs(src, 1)) {
        add(dst.everySecond(0), src.everySecond(0), 1);
        add(paired(dst, 1), paired(src, 1), rows / 2);
    } else {
        add(dst.everySecond(0), src.everySecond(0), (rows + 1) / 2);
        if (rows > 1)
            add(dst.everySecond(1), src.everySecond(1), rows / 2);
    }
    return copy;
}

}}  // namespace cv::cudastripe
