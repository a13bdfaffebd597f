// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <string>

#include "cuda_handles.hpp"
#include "device_frames.hpp"

namespace bench {

//! A measurement of work that stays in device memory.
struct KernelCase
{
    using Launch = std::function<void(const DeviceFrame& frame, const CudaStream& stream)>;
    //! Throws if the work on the frame has the wrong result; may be empty.
    using Check = std::function<void(const DeviceFrame& frame)>;

    std::string mechanism;  //!< the name without the size
    SharedLazy<DeviceFrames> frames;
    Launch launch;
    Check check;
    size_t bytes;  //!< that are read and written for a frame
};

//! Registers a measurement: what @ref LaunchTimer says of the launches.
void registerKernelCase(const FrameSize& size, const KernelCase& kernelCase);

}  // namespace bench
