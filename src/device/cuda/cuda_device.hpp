// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <vector>

#include "../device.hpp"

// What the rest of the module knows of CUDA. In a build without CUDA there are no devices, and every number names none.

namespace cv { namespace cudastripe {

class CudaTrace;

//! How many CUDA devices there are; 0 also if there is no driver.
CV_EXPORTS int cudaDeviceCount();

//! The device that is current on this thread; -1 if there is none.
CV_EXPORTS int currentCudaDevice();

//! The device that getDefault() means: the current one, or 0 where CUDA was not started. Does not start it.
int usualCudaDevice();

//! Where memory lies, as far as the driver says without being started.
CV_EXPORTS MemoryInfo classifyByCuda(const void* address);

//! A device that exists and that this build has code for.
std::shared_ptr<Device> makeCudaDevice(int number, std::shared_ptr<CudaTrace> trace = nullptr);

//! The device, or null, with one warning for each number, if it does not exist or this build has no code for it.
CV_EXPORTS std::shared_ptr<Device> openCudaDevice(int number);

}}  // namespace cv::cudastripe
