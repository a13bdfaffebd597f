// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../operators/operators.hpp"
#include "workload.hpp"

// Other libraries' ways to do a workload. A function is empty if this build lacks the library, or if the library has
// nothing for the workload.

namespace bench {

using DeviceCall = std::function<void(const DeviceFrame& frame, StreamPointer stream)>;  // enqueues

//! GpuMat::upload, cv::cuda's calls, GpuMat::download, and the wait for them. Its colours are not those of the CPU to
//! the bit.
std::function<void(const HostFrame& frame, const DeviceFrame& device, StreamPointer stream)> cvCudaFor(
    const ReportWorkload& workload);

//! NPP has packed YUV with an alpha channel only, so BGR2YUV gives planes; NV12 gives I420. Of NV12 and UYVY it makes
//! colours by other weights than OpenCV. Exact for operators alone.
DeviceCall nppFor(const ReportWorkload& workload);

//! One kernel as one writes it first, a thread for each pixel, on memory that the GPU reaches: enqueued. The size is
//! that of the colours.
void callPlainKernel(const ReportWorkload& workload, const uchar* src, uchar* dst, const cv::Size& size,
                     StreamPointer stream);

}  // namespace bench
