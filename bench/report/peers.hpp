// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../operators/peers.hpp"
#include "workload.hpp"

// Other libraries' ways to do a workload. A function is empty if this build lacks the library, or if the library has
// nothing for the workload.

namespace bench {

using HostCall = std::function<void(const HostFrame& frame)>;
using DeviceCall = std::function<void(const DeviceFrame& frame, StreamPointer stream)>;  // enqueues

//! libyuv's conversion on the CPU: by one thread, or in several runs of rows for each of OpenCV's threads.
HostCall libyuvFor(const ReportWorkload& workload, bool inRows);

//! GpuMat::upload, cv::cuda's calls, GpuMat::download, and the wait for them. Its colours are not those of the CPU to
//! the bit.
std::function<void(const HostFrame& frame, const DeviceFrame& device, StreamPointer stream)> cvCudaFor(
    const ReportWorkload& workload);

//! NPP has packed YUV with an alpha channel only, so BGR2YUV gives planes; NV12 gives I420. Exact for operators alone.
DeviceCall nppFor(const ReportWorkload& workload);

//! One kernel as one writes it first, a thread for each pixel, on host memory that is mapped: enqueued.
void callZeroCopyKernel(const ReportWorkload& workload, const HostFrame& frame, StreamPointer stream);

}  // namespace bench
