// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Memory for pixels between the steps of a row.

#pragma once

#include <vector>

#include "../../depth_types.hpp"
#include "../../plane_view.hpp"

namespace cv { namespace cudastripe {

//! Rows of pixels that stay in the caches.
class PixelRows
{
public:
    PixelRows(int64 rows, int64 cols, int depth, int channels)
        : bytes_(static_cast<size_t>(rows * cols * channels) * static_cast<size_t>(depthBytes(depth)))
    {
        view.base = bytes_.data();
        view.step = view.rowBytes = cols * channels * depthBytes(depth);
    }

    PlaneView view;

private:
    std::vector<uchar> bytes_;
};

}}  // namespace cv::cudastripe
