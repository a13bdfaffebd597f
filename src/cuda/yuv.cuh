// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of YUV layouts for a type of pixels.

#pragma once

#include <utility>

#include "../op/yuv/kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

using YuvEnqueue = KernelRef::Enqueue;

//! Instantiates and loads the kernels of all layouts for a type of pixels.
template <class T, int Channels>
struct YuvKernels
{
    template <int Layout>
    static cudaError_t load()
    {
        if constexpr (kernelLayout(Layout) == Layout && kernelTakes<T>(Layout)) {
            // Volatile, or the compiler would leave out functions that only another file calls.
            static const volatile YuvEnqueue used[] = {&enqueueOnCuda<YuvPlainBody<T, Channels, Layout>>,
                                                       &enqueueOnCuda<YuvWideBody<T, Channels, Layout>>};
            if (!used[0] || !used[1])
                return cudaErrorInvalidDeviceFunction;
            const cudaError_t plain = loadKernel<YuvPlainBody<T, Channels, Layout>>();
            return plain ? plain : loadKernel<YuvWideBody<T, Channels, Layout>>();
        }
        return cudaSuccess;
    }

    template <int... Layouts>
    static cudaError_t loadAll(std::integer_sequence<int, Layouts...>)
    {
        cudaError_t error = cudaSuccess;
        (void)((error = load<Layouts>(), error == cudaSuccess) && ...);
        return error;
    }
};

template <class T, int Channels>
cudaError_t loadYuvKernels()
{
    return YuvKernels<T, Channels>::loadAll(std::make_integer_sequence<int, kLayoutCount>());
}

}}  // namespace cv::cudastripe
