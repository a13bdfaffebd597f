// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The source rows that each row of a result needs, if these are not simply the same rows.

#pragma once

#include <algorithm>
#include <cmath>

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

//! A run of samples. Samples before or behind the source repeat its first or last one.
struct SourceSpan
{
    int first;
    int count;
};

//! The source rows that each row of a result needs. From one result row to the next, neither the first nor the last
//! source row moves up.
struct RowSpans
{
    const SourceSpan* spans;  //!< one for each row of the result
    int64 results;
    int64 sources;
    int64 needed;  //!< source rows that at least one result row needs
    double scale;  //!< source rows for each row of the result
    int taps;      //!< the most source rows that one result row needs

    int64 begin(int64 row) const { return row < results ? inside(spans[row].first) : sources; }
    int64 end(int64 row) const { return inside(spans[row].first + spans[row].count - 1) + 1; }
    //! How many source rows there are from the first to the last one that is needed.
    int64 spanned() const { return end(results - 1) - begin(0); }
    //! An upper limit of the source rows that any `rows` successive result rows need.
    int64 atMost(int64 rows) const
    {
        return std::min(sources, static_cast<int64>(std::ceil(double(rows) * scale)) + taps + 1);
    }

    //! Calls use(first, last + 1) for each run of source rows that `rows` result rows from `first` on need.
    template <class Use>
    void forEachRun(int64 first, int64 rows, const Use& use) const
    {
        int64 from = begin(first), to = from;
        for (int64 row = first; row < first + rows; ++row) {
            if (begin(row) > to) {
                use(from, to);
                from = begin(row);
            }
            to = std::max(to, end(row));
        }
        use(from, to);
    }

    //! Counts the source rows that are needed.
    int64 countNeeded() const
    {
        int64 count = 0;
        forEachRun(0, results, [&](int64 from, int64 to) { count += to - from; });
        return count;
    }

private:
    int64 inside(int64 row) const { return std::clamp<int64>(row, 0, sources - 1); }
};

}}  // namespace cv::cudastripe
