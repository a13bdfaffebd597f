// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "plane_view.hpp"

#include <algorithm>
#include <cstring>

namespace cv { namespace cudastripe {
namespace {

bool intersect(const uchar* a, int64 aBytes, const uchar* b, int64 bBytes)
{
    return a < b + bBytes && b < a + aBytes;
}

}  // namespace

void copyRows(const PlaneView& dst, const PlaneView& src, int64 rows)
{
    if (src.dense() && dst.dense()) {
        std::memcpy(dst.row(0), src.row(0), static_cast<size_t>(rows * src.rowBytes));
        return;
    }
    for (int64 r = 0; r < rows; ++r)
        std::memcpy(dst.row(r), src.row(r), static_cast<size_t>(src.rowBytes));
}

bool overlap(const PlaneView& a, int64 aRows, const PlaneView& b, int64 bRows)
{
    if (aRows <= 0 || bRows <= 0 || !intersect(a.row(0), spanBytes(a, aRows), b.row(0), spanBytes(b, bRows)))
        return false;
    if (a.fold > 1 && !a.dense()) {
        return overlap(a.everySecond(0), (aRows + 1) / 2, b, bRows) ||
               (aRows > 1 && overlap(a.everySecond(1), aRows / 2, b, bRows));
    }
    if (b.fold > 1 && !b.dense())
        return overlap(b, bRows, a, aRows);
    if (a.dense() && (aRows > 1 || a.fold > 1))
        return overlap(a.joined(aRows), 1, b, bRows);
    if (b.dense() && (bRows > 1 || b.fold > 1))
        return overlap(a, aRows, b.joined(bRows), 1);
    if (aRows > bRows)
        return overlap(b, bRows, a, aRows);
    for (int64 r = 0; r < aRows; ++r) {
        const uchar* row = a.row(r);
        if (bRows == 1 || b.step <= 0) {
            if (intersect(row, a.rowBytes, b.base, b.rowBytes))
                return true;
            continue;
        }
        // Only the rows of b that start at or before this row's end, and not a whole step before its start, can meet
        // it.
        const int64 last = std::min(bRows - 1, (row + a.rowBytes - 1 - b.base) / b.step);
        const int64 first = std::max<int64>(0, (row - b.base - b.rowBytes) / b.step);
        for (int64 q = first; q <= last; ++q) {
            if (intersect(row, a.rowBytes, b.row(q), b.rowBytes))
                return true;
        }
    }
    return false;
}

}}  // namespace cv::cudastripe
