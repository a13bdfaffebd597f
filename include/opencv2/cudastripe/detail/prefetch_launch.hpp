// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LAUNCH_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LAUNCH_HPP

#include <algorithm>
#include <utility>

#include "opencv2/cudastripe/detail/prefetch_loop.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

template <class Call, int... I>
void callWithConstants(const PrefetchShape& shape, const Call& call, std::integer_sequence<int, I...>)
{
    constexpr int distances = PrefetchShape::kMaxDistance;
    const int chosen = static_cast<int>(shape.policy) * distances + shape.distance - 1;
    // Prefetch::Plain, which comes first, has one loop for all distances.
    (void)((I == chosen && (call(PrefetchPolicy<static_cast<Prefetch>(I / distances)>(), std::integral_constant < int,
                                 I<distances ? 1 : I % distances + 1>()),
                            true)) ||
           ...);
}

//! Calls `call` with the policy and the distance of a shape as types of constants.
template <class Call>
void callWithConstants(const PrefetchShape& shape, const Call& call)
{
    callWithConstants(shape, call, std::make_integer_sequence<int, kPrefetchPolicies * PrefetchShape::kMaxDistance>());
}

#ifdef __CUDACC__

//! @param pitch how many slots lie from the first slot of one thread to the first of the next.
template <Prefetch policy, int distance, int maxThreads, class Work>
__global__ void __launch_bounds__(maxThreads) prefetchKernel(const Work work, int pitch)
{
    using Element = typename Work::Element;
    extern __shared__ uint4 shared[];
    SharedSlots<Element> slots(reinterpret_cast<Element*>(shared) + threadIdx.x * pitch);
    const int64 first = int64(blockIdx.x) * blockDim.x + threadIdx.x, step = int64(gridDim.x) * blockDim.x;
    PrefetchLoop<distance, Work, SharedSlots<Element>>{work, first, step, slots}.run(PrefetchPolicy<policy>());
}

inline void checkPrefetchCall(cudaError_t error, const char* function)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError();  // thrown here; it must not stay behind as the caller's last error
    CV_Error_(Error::GpuApiCallError, ("%s: %s (%s)", function, cudaGetErrorString(error), cudaGetErrorName(error)));
}

//! How many blocks to launch. Also allows the kernel as much shared memory as the shape needs.
inline int preparePrefetch(const void* kernel, int64 count, size_t elementBytes, const PrefetchShape& shape,
                           const char* function)
{
    constexpr size_t unasked = 48 * 1024;  // more needs an attribute
    const size_t sharedBytes = shape.sharedBytes(elementBytes);
    int device = 0, multiprocessors = 0, sharedLimit = 0, fitting = 1;
    checkPrefetchCall(cudaGetDevice(&device), function);
    checkPrefetchCall(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device), function);
    checkPrefetchCall(cudaDeviceGetAttribute(&sharedLimit, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), function);
    checkPrefetchShared(shape, elementBytes, static_cast<size_t>(sharedLimit), function);
    // Always the maximum: otherwise host threads with different shapes would overwrite each other's limit.
    if (sharedBytes > unasked)
        checkPrefetchCall(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedLimit),
                          function);
    if (shape.blocksPerMultiprocessor == 0)
        checkPrefetchCall(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, kernel, shape.blockThreads, sharedBytes), function);
    return prefetchGrid(shape, count, multiprocessors, std::max(fitting, 1));
}

template <Prefetch policy, int distance, int maxThreads, class Work>
void launchPrefetch(Work work, const PrefetchShape& shape, cudaStream_t stream, const char* function)
{
    if (work.count == 0)
        return;
    const size_t elementBytes = sizeof(typename Work::Element);
    const void* const kernel = reinterpret_cast<const void*>(&prefetchKernel<policy, distance, maxThreads, Work>);
    const int blocks = preparePrefetch(kernel, work.count, elementBytes, shape, function);
    int pitch = shape.distance + shape.padding;
    void* parameters[] = {&work, &pitch};
    checkPrefetchCall(
        cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(shape.blockThreads)),
                         parameters, shape.sharedBytes(elementBytes), stream),
        function);
}

#endif

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
