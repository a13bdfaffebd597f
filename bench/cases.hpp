// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "device_frames.hpp"
#include "host_frames.hpp"

namespace bench {

//! Frames of one size, shared by its cases; those that no case asks for are never made.
struct Frames
{
    SharedLazy<HostFrames> pageable;
    SharedLazy<HostFrames> pageLocked;
    SharedLazy<DeviceFrames> device;
};

void registerCpuCases(const FrameSize& size, const SharedLazy<HostFrames>& pageable);
//! The transfers alone: what no use of the GPU from host memory goes below.
void registerBoundCases(const FrameSize& size, const Frames& frames);
//! What programs do that use streams themselves, with this library's kernel.
void registerStreamCases(const FrameSize& size, const Frames& frames);
void registerStripedCases(const FrameSize& size, const Frames& frames);
void registerKernelCases(const FrameSize& size, const SharedLazy<DeviceFrames>& frames);

}  // namespace bench
