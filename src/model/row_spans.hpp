// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of a source that rows of a result need, where these are not the same rows.

#pragma once

#include <algorithm>
#include <cmath>

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

//! Samples that follow each other. They may lie beyond the source, where its first and last one repeat.
struct SourceSpan
{
    int first;
    int count;
};

//! The rows that each row of a result needs. Neither their first nor their last ones go back from row to row.
struct RowSpans
{
    const SourceSpan* spans;  //!< of all rows of the result
    int64 results;
    int64 sources;
    int64 needed;  //!< of the sources
    double scale;  //!< rows of the source for one of the result
    int taps;      //!< the most that one row needs

    int64 begin(int64 row) const { return row < results ? inside(spans[row].first) : sources; }
    int64 end(int64 row) const { return inside(spans[row].first + spans[row].count - 1) + 1; }
    //! From the first to the last that is needed.
    int64 spanned() const { return end(results - 1) - begin(0); }
    //! Rows that `rows` rows need wherever they begin, or more.
    int64 atMost(int64 rows) const
    {
        return std::min(sources, static_cast<int64>(std::ceil(double(rows) * scale)) + taps + 1);
    }

    //! Calls use(first, last + 1) for neighbouring rows of the source that `rows` rows from `first` on need.
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

    //! Counts the rows that are needed.
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
