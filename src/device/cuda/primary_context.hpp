// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "current_context.hpp"
#include "relaxed_capture.hpp"

namespace cv { namespace cudastripe {

//! Holds the primary context of a CUDA device, which it makes if nobody has. Makes nothing current.
class PrimaryContext
{
public:
    explicit PrimaryContext(int number);
    ~PrimaryContext();
    PrimaryContext(const PrimaryContext&) = delete;
    PrimaryContext& operator=(const PrimaryContext&) = delete;

    operator CUcontext() const { return context_; }

private:
    CUdevice device_ = 0;
    CUcontext context_ = nullptr;
};

//! A scope in which calls of the runtime mean a context, and disturb no capture of another thread.
class CudaScope
{
public:
    explicit CudaScope(CUcontext context) : current_(context) {}

private:
    const CurrentContext current_;
    const RelaxedCapture relaxed_;
};

}}  // namespace cv::cudastripe
