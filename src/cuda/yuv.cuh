// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of all YUV layouts.

#pragma once

#include <utility>

#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

template <class Kernels, int Layout>
cudaError_t loadLayout()
{
    if constexpr (Kernels::has(Layout))
        return loadKernelsOf<typename Kernels::template Body<Layout, false>,
                             typename Kernels::template Body<Layout, true>>();
    return cudaSuccess;
}

template <class Kernels, int... Layouts>
cudaError_t loadLayouts(std::integer_sequence<int, Layouts...>)
{
    return loadAll({&loadLayout<Kernels, Layouts>...});
}

//! Instantiates and loads the kernels of all layouts.
template <class... Kernels>
cudaError_t loadAllLayouts()
{
    return loadAll({[] { return loadLayouts<Kernels>(std::make_integer_sequence<int, kLayoutCount>()); }...});
}

}}  // namespace cv::cudastripe
