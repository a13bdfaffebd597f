// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What the performance tests share: images in each kind of memory, and the measurement of a call.

#pragma once

#include "opencv2/ts.hpp"
#include "opencv2/ts/cuda_perf.hpp"

#include "opencv2/core/cuda.hpp"
#include "opencv2/cudastripe.hpp"

namespace opencv_test {
using namespace perf;

inline void requireDevice()
{
    if (cuda::getCudaEnabledDeviceCount() <= 0)
        throw cvtest::SkipTestException("there is no CUDA device");
}

inline void requireCuda()
{
    requireDevice();
    if (!PERF_RUN_CUDA())
        throw cvtest::SkipTestException("the implementation variant is not cuda");
}

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

//! Measures a conversion of one image.
class ConversionTest : public TestBase
{
protected:
    void measure(PlacedImage src, PlacedImage dst, const std::function<void(InputArray, OutputArray)>& convert)
    {
        declare.in(src.mat(), WARMUP_RNG).out(dst.mat());
        src.upload();

        TEST_CYCLE() convert(src.array(), dst.array());

        SANITY_CHECK_NOTHING();
    }
};

//! Such a test with these parameters.
template <class Test, class... Params>
struct WithParams : Test, testing::WithParamInterface<std::tuple<Params...>>
{
};

}  // namespace opencv_test
