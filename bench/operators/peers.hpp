// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../common/frames.hpp"
#include "jobs.hpp"

// Other libraries' ways to do a job.

namespace bench {

//! OpenCV on the CPU: a call for each step, the first from src to dst, the others in place.
void callOpenCv(const OperatorJob& job, const cv::Mat& src, const cv::Mat& second, cv::Mat& dst);

//! A CUDA stream.
using StreamPointer = void*;

//! Whether the OpenCV of this build has cv::cuda's operators, in its module cudaarithm.
bool haveCudaArithm();
//! The same calls by cv::cuda, enqueued.
void callOpenCvCuda(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream);
//! GpuMat::upload, the calls, GpuMat::download, and the wait for them.
void callOpenCvCudaFromHost(const OperatorJob& job, const HostFrame& frame, cv::cuda::GpuMat buffer,
                            StreamPointer stream);

//! cub::DeviceTransform with a functor for the whole job, written for its type, enqueued.
void callCub(const OperatorJob& job, const DeviceFrame& frame, StreamPointer stream);

}  // namespace bench
