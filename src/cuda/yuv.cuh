// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of all YUV layouts.

#pragma once

#include <utility>

#include "../op/yuv/packing.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

using YuvEnqueue = KernelRef::Enqueue;
using YuvEnqueueSeries = decltype(KernelRef::MergedForm::enqueueSeries);

//! Instantiates and loads the kernels of a layout.
template <class Kernels, int Layout>
cudaError_t loadYuvLayout()
{
    if constexpr (Kernels::has(Layout)) {
        using Plain = typename Kernels::template Body<Layout, false>;
        using Wide = typename Kernels::template Body<Layout, true>;
        // Volatile, or the compiler would leave out functions that only another file calls.
        static const volatile YuvEnqueue used[] = {&enqueueOnCuda<Plain>, &enqueueOnCuda<Wide>};
        static const volatile YuvEnqueueSeries series[] = {&enqueueSeries<Plain>, &enqueueSeries<Wide>};
        if (!used[0] || !used[1] || !series[0] || !series[1])
            return cudaErrorInvalidDeviceFunction;
        for (cudaError_t (*const load)() :
             {&loadKernel<Plain>, &loadKernel<Wide>, &loadMergedKernel<Plain>, &loadMergedKernel<Wide>}) {
            if (const cudaError_t error = load())
                return error;
        }
    }
    return cudaSuccess;
}

template <class Kernels, int... Layouts>
cudaError_t loadYuvLayouts(std::integer_sequence<int, Layouts...>)
{
    cudaError_t error = cudaSuccess;
    (void)((error = loadYuvLayout<Kernels, Layouts>(), error == cudaSuccess) && ...);
    return error;
}

//! Instantiates and loads the kernels of all layouts.
template <class... Kernels>
cudaError_t loadYuvKernels()
{
    cudaError_t error = cudaSuccess;
    (void)((error = loadYuvLayouts<Kernels>(std::make_integer_sequence<int, kLayoutCount>()), error == cudaSuccess) &&
           ...);
    return error;
}

}}  // namespace cv::cudastripe
