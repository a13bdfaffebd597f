// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// CUDA devices, for the rest of the module. In a build without CUDA no number names a device.

#pragma once

#include <memory>
#include <vector>

#include "../device.hpp"

namespace cv { namespace cudastripe {

class CudaTrace;

//! How many CUDA devices there are; 0 also if there is no driver.
CV_EXPORTS int cudaDeviceCount();

//! The device that is current on this thread; -1 if there is none.
CV_EXPORTS int currentCudaDevice();

//! The device that getDefault() means: the current one, or 0 if CUDA was not started. Does not start it.
int usualCudaDevice();

//! What the driver says about an address. Needs no context, and does not start the driver: before its start all memory
//! is pageable. Also says how far the memory reaches, so one question is enough for an image.
CV_EXPORTS MemoryInfo classifyByCuda(const void* address);

//! True if usualCudaDevice() can be used.
CV_EXPORTS bool canPageLock();

//! Page-locked memory for all devices; null if there is not enough, or no device. Freeing it needs no context, and does
//! nothing in a forked child.
std::shared_ptr<void> allocatePageLocked(size_t sizeBytes);

//! Page-locks memory of a caller for all devices, until the result is destroyed; null if there is no device.
std::shared_ptr<void> pageLock(void* memory, size_t sizeBytes);

//! A device that exists and that this build has code for.
std::shared_ptr<Device> makeCudaDevice(int number, std::shared_ptr<CudaTrace> trace = nullptr);

//! The device, or null, with one warning for each number, if it does not exist or this build has no code for it.
CV_EXPORTS std::shared_ptr<Device> openCudaDevice(int number);

}}  // namespace cv::cudastripe
