// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Copies of planes, and whether two planes overlap.

#include "plane_view.hpp"

#include <algorithm>
#include <cstring>

namespace cv { namespace cudastripe {
namespace {

bool intersect(const uchar* a, int64 aBytes, const uchar* b, int64 bBytes)
{
    return a < b + bBytes && b < a + aBytes;
}

//! Rows of a plane that is not folded.
struct Rows
{
    PlaneView view;
    int64 count;
};

// Rows without gaps become one row, even if they are folded.
Rows rowsOf(const PlaneView& view, int64 count)
{
    return view.dense() ? Rows{view.joined(count), 1} : Rows{view, count};
}

bool rowMeets(const uchar* row, int64 bytes, const Rows& other)
{
    const PlaneView& view = other.view;
    if (other.count == 1 || view.step <= 0)
        return intersect(row, bytes, view.base, view.rowBytes);
    // Only rows that start before this row's end and end after its start can meet it.
    const int64 last = std::min(other.count - 1, (row + bytes - 1 - view.base) / view.step);
    const int64 first = std::max<int64>(0, (row - view.base - view.rowBytes) / view.step);
    for (int64 q = first; q <= last; ++q) {
        if (intersect(row, bytes, view.row(q), view.rowBytes))
            return true;
    }
    return false;
}

bool anyRowMeets(const Rows& few, const Rows& many)
{
    for (int64 r = 0; r < few.count; ++r) {
        if (rowMeets(few.view.row(r), few.view.rowBytes, many))
            return true;
    }
    return false;
}

}  // namespace

void copyRows(const PlaneView& dst, const PlaneView& src, int64 rows)
{
    forRows(dst, src, rows,
            [](uchar* to, const uchar* from, int64 bytes) { std::memcpy(to, from, static_cast<size_t>(bytes)); });
}

bool overlap(const PlaneView& a, int64 aRows, const PlaneView& b, int64 bRows)
{
    if (aRows <= 0 || bRows <= 0 || !intersect(a.row(0), spanBytes(a, aRows), b.row(0), spanBytes(b, bRows)))
        return false;
    if (a.fold > 1 && !a.dense()) {
        return overlap(a.everySecond(0), (aRows + 1) / 2, b, bRows) || overlap(a.everySecond(1), aRows / 2, b, bRows);
    }
    if (b.fold > 1 && !b.dense())
        return overlap(b, bRows, a, aRows);
    const Rows rows = rowsOf(a, aRows), others = rowsOf(b, bRows);
    return rows.count <= others.count ? anyRowMeets(rows, others) : anyRowMeets(others, rows);
}

}}  // namespace cv::cudastripe
