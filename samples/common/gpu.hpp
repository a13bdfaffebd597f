// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_GPU_HPP
#define SAMPLES_GPU_HPP

#include <cstddef>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/cudastripe/striper.hpp>
#include <opencv2/cudastripe/yuv_format.hpp>
#include <string>

#include "sample_main.hpp"

//! The CUDA device that the option --device names: auto, a number, or the word for none, which gives -1.
//! @throws UserError if there is no such device.
int deviceOf(const Arguments& arguments, const std::string& none);

//! The format that an option names. @throws UserError that lists the nearest names.
cv::cudastripe::YuvFormat formatNamed(const std::string& name, const std::string& option = "--format=");

//! The GPUs that CUDA counts; 0 if this build has none. Opens none of them.
int gpuCount();

//! Parameters that name this device, or no device if it is -1. @param stripes 0: the library chooses.
cv::cudastripe::StriperParams paramsFor(int device, int stripes = 0);

//! "CPU with 8 threads".
std::string cpuName();

//! What a device is and what it can do at the same time.
struct GpuProperties
{
    std::string name;
    int multiprocessors = 0;
    int copyEngines = 0;
    bool concurrentKernels = false;
    bool mapsPageLocked = false;
};

GpuProperties gpuProperties(int device);

//! Page-locked memory for a device, else pageable memory; never null. cv::cuda::HostMem is page-locked, too, but only
//! if OpenCV itself was built with CUDA.
struct HostMemory
{
    HostMemory(std::size_t bytes, int device);

    template <class T>
    T* as() const
    {
        return static_cast<T*>(data.get());
    }

    std::shared_ptr<void> data;
    std::string problem;  //!< why it is not page-locked; empty if it is
};

//! An image in page-locked memory; in pageable memory if the device is -1.
cv::Mat hostImage(cv::Size size, int type, int device);

#endif
