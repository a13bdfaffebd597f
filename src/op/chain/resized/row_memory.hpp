// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Memory between the passes of a CPU.

#pragma once

#include <memory>

#include "../../plane_view.hpp"

namespace cv { namespace cudastripe {

//! Memory of a thread for rows between two passes.
class RowMemory
{
public:
    RowMemory(int64 cols, int64 pixelBytes) : rowBytes_(cols * pixelBytes) {}

    PlaneView of(int64 rows)
    {
        const auto bytes = static_cast<size_t>(rows * rowBytes_);
        if (bytes > size_)
            memory_.reset(new uchar[size_ = bytes]);
        return {memory_.get(), rowBytes_, rowBytes_};
    }

private:
    const int64 rowBytes_;
    std::unique_ptr<uchar[]> memory_;
    size_t size_ = 0;
};

}}  // namespace cv::cudastripe
