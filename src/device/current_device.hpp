// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CURRENT_DEVICE_HPP
#define OPENCV_CUDASTRIPE_CURRENT_DEVICE_HPP

#include "cuda_error.hpp"

namespace cv { namespace cudastripe {

//! Makes a device current on this thread, and the former one again at the end.
class CurrentDevice
{
public:
    explicit CurrentDevice(int number)
    {
        CUDASTRIPE_CUDA(cudaGetDevice(&former_));
        if (former_ == number)
            former_ = -1;
        else
            CUDASTRIPE_CUDA(cudaSetDevice(number));
    }
    ~CurrentDevice()
    {
        if (former_ >= 0)
            cudaSetDevice(former_);
    }
    CurrentDevice(const CurrentDevice&) = delete;
    CurrentDevice& operator=(const CurrentDevice&) = delete;

private:
    int former_ = -1;
};

}}  // namespace cv::cudastripe

#endif
