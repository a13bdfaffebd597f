// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "opencv2/core/cuda.hpp"
#include "opencv2/cudastripe/resize.hpp"

namespace bench {

//! A kernel that reads some rows of an image and does nothing else.
class RowReads
{
public:
    explicit RowReads(const std::vector<int>& rows);
    //! Into launchStream(). @param image with rows of whole vectors of 16 bytes
    void enqueue(const cv::cuda::GpuMat& image) const;

private:
    int count_;
    std::shared_ptr<uchar> rows_;
};

using DeviceResize = std::function<void(const cv::cuda::GpuMat& src, const cv::cuda::GpuMat& dst)>;

//! NPP's resizing into launchStream(); null if NPP was not there when this was built, or has no such mode.
DeviceResize nppResize(int type, const cv::cudastripe::Resampling& resampling);

}  // namespace bench
