// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of the images of a chain.

#pragma once

#include "../../plane_view.hpp"

namespace cv { namespace cudastripe {

//! A row of each image that a chain reads or writes.
struct ChainRow
{
    const uchar* src;
    const uchar* second;
    const uchar* mask;
    const uchar* old;  //!< null if pixels outside the mask become 0
    uchar* dst;
    std::int64_t cols;
    bool nonTemporal;
};

//! The planes of a chain; those that it does not use are empty.
struct ChainWork
{
    PlaneView src, second, mask, old, dst;
    int64 cols, rows;

    ChainRow row(int64 y, bool nonTemporal) const
    {
        const auto of = [&](const PlaneView& view) { return view.base ? view.row(y) : nullptr; };
        return {of(src), of(second), of(mask), of(old), of(dst), cols, nonTemporal};
    }
};

}}  // namespace cv::cudastripe
