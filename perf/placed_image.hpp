// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "perf_precomp.hpp"

namespace opencv_test {

enum class Memory
{
    Pageable,
    PageLocked,
    Device
};

inline const char* toString(Memory memory)
{
    static const char* const names[] = {"Pageable", "PageLocked", "Device"};
    return names[static_cast<int>(memory)];
}

//! An image in one kind of memory, and where the perf framework can fill it.
class PlacedImage
{
public:
    PlacedImage(Memory memory, Size size, int type) : memory_(memory)
    {
        if (memory == Memory::PageLocked) {
            hostMem_.create(size.height, size.width, type);
            mat_ = hostMem_.createMatHeader();
        } else {
            mat_.create(size, type);
        }
        if (memory == Memory::Device)
            gpuMat_.create(size, type);
    }

    //! The image itself, or what @ref upload copies to the device.
    Mat& mat() { return mat_; }
    void upload()
    {
        if (memory_ == Memory::Device)
            gpuMat_.upload(mat_);
    }

    _InputOutputArray array()
    {
        if (memory_ == Memory::Device)
            return gpuMat_;
        if (memory_ == Memory::PageLocked)
            return hostMem_;
        return mat_;
    }

private:
    Memory memory_;
    Mat mat_;
    cuda::HostMem hostMem_;
    cuda::GpuMat gpuMat_;
};

}  // namespace opencv_test
