// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CURRENT_DEVICE_HPP
#define OPENCV_CUDASTRIPE_CURRENT_DEVICE_HPP

#include "cuda_error.hpp"

namespace cv { namespace cudastripe {

/** @brief Lets a scope query events and allocate while another thread of the process captures a stream.

Without it such calls would fail, and spoil the capture. */
class RelaxedCapture
{
public:
    RelaxedCapture()
    {
        if (cudaThreadExchangeStreamCaptureMode(&mode_) != cudaSuccess)
            cudaGetLastError();
    }
    ~RelaxedCapture()
    {
        if (cudaThreadExchangeStreamCaptureMode(&mode_) != cudaSuccess)
            cudaGetLastError();
    }
    RelaxedCapture(const RelaxedCapture&) = delete;
    RelaxedCapture& operator=(const RelaxedCapture&) = delete;

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

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
        // An error must not stay behind for whoever looks for errors next.
        if (former_ >= 0 && cudaSetDevice(former_) != cudaSuccess)
            cudaGetLastError();
    }
    CurrentDevice(const CurrentDevice&) = delete;
    CurrentDevice& operator=(const CurrentDevice&) = delete;

private:
    RelaxedCapture relaxed_;
    int former_ = -1;
};

}}  // namespace cv::cudastripe

#endif
