// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LAUNCH_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_LAUNCH_HPP

#include "opencv2/cudastripe/detail/prefetch_work.hpp"

#ifdef __CUDACC__

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

//! @param pitch how many slots lie from the first slot of one thread to the first of the next.
template <Prefetch policy, int D, int maxThreads, class Work>
__global__ void __launch_bounds__(maxThreads) prefetchKernel(const Work work, int distance, int pitch)
{
    using Slots = SharedSlots<typename Work::Element>;
    extern __shared__ uint4 shared[];
    Slots slots(reinterpret_cast<typename Work::Element*>(shared) + threadIdx.x * pitch);
    const int64 first = int64(blockIdx.x) * blockDim.x + threadIdx.x, step = int64(gridDim.x) * blockDim.x;
    PrefetchLoop<policy, D, Work, Slots>{work, first, step, distance, slots}.run();
}

template <int maxThreads, class Work>
struct PrefetchKernels
{
    template <Prefetch policy, int D>
    static const void* get()
    {
        return reinterpret_cast<const void*>(&prefetchKernel<policy, D, maxThreads, Work>);
    }
};

inline void checkPrefetchCall(cudaError_t error, const char* function)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError();  // thrown here; it must not stay behind as the caller's last error
    CV_Error_(Error::GpuApiCallError, ("%s: %s (%s)", function, cudaGetErrorString(error), cudaGetErrorName(error)));
}

inline cudaError_t sharedLimitOf(int device, int& bytes)
{
    return cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
}

inline cudaError_t launchPrefetch(const void* kernel, void** parameters, int64 count, size_t sharedBytes,
                                  const PrefetchShape& shape, cudaStream_t stream)
{
    constexpr size_t unasked = 48 * 1024;  // more needs an attribute
    int device = 0, multiprocessors = 0, sharedLimit = 0, fitting = 1;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess && sharedBytes > unasked) {
        error = sharedLimitOf(device, sharedLimit);
        // Always the maximum: otherwise host threads with different shapes would overwrite each other's limit.
        if (error == cudaSuccess)
            error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedLimit);
    }
    if (error == cudaSuccess && shape.blocksPerMultiprocessor == 0)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, kernel, shape.blockThreads, sharedBytes);
    if (error != cudaSuccess)
        return error;
    const int blocks = prefetchGrid(shape, count, multiprocessors, fitting > 0 ? fitting : 1);
    return cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks)),
                            dim3(static_cast<unsigned>(shape.blockThreads)), parameters, sharedBytes, stream);
}

template <class Work>
cudaError_t launchPrefetch(const void* kernel, Work work, const PrefetchShape& shape, cudaStream_t stream)
{
    int distance = shape.distance, pitch = shape.distance + shape.padding;
    void* parameters[] = {&work, &distance, &pitch};
    return launchPrefetch(kernel, parameters, work.count, shape.sharedBytes(sizeof(typename Work::Element)), shape,
                          stream);
}

template <class Work>
cudaError_t launchPrefetch(const Work& work, const PrefetchShape& shape, cudaStream_t stream)
{
    using Kernels = PrefetchKernels<PrefetchShape::kMaxBlockThreads, Work>;
    const void* const kernel = PrefetchTable<Kernels, Work::canCopyAsync>::pick(shape.policy, shape.distance);
    return launchPrefetch(kernel, work, shape, stream);
}

//! Checks a shape for a device, or, if that is negative, for the current one.
inline void checkPrefetchLaunch(const PrefetchShape& shape, size_t elementBytes, int device, const char* function)
{
    checkPrefetchShape(shape, function);
    if (shape.sharedBytes(elementBytes) == 0)
        return;
    int sharedLimit = 0;
    if (device < 0)
        checkPrefetchCall(cudaGetDevice(&device), function);
    checkPrefetchCall(sharedLimitOf(device, sharedLimit), function);
    checkPrefetchShared(shape, elementBytes, static_cast<size_t>(sharedLimit), function);
}

template <class Work>
void enqueuePrefetch(const Work& work, const PrefetchShape& shape, cudaStream_t stream, const char* function)
{
    checkPrefetchLaunch(shape, sizeof(typename Work::Element), -1, function);
    if (work.count > 0)
        checkPrefetchCall(launchPrefetch(work, shape, stream), function);
}

//! The same with one kernel only: that of a policy and a distance.
template <Prefetch policy, int distance, int maxThreads, class Work>
void enqueuePrefetchAs(const Work& work, PrefetchShape shape, cudaStream_t stream, const char* function)
{
    static_assert(distance >= 1 && distance <= PrefetchShape::kMaxDistance, "the distance is from 1 to kMaxDistance");
    constexpr Prefetch kind =
        policy == Prefetch::RollingAsync && !Work::canCopyAsync ? Prefetch::RollingShared : policy;
    checkPrefetchLaunch(shape, sizeof(typename Work::Element), -1, function);
    if (shape.policy != policy || shape.distance != distance || shape.blockThreads > maxThreads) {
        CV_Error_(Error::StsBadArg,
                  ("%s: shape is %s; it must be the %s, distance %d, up to %d threads a block, that "
                   "the kernel was compiled for",
                   function, toString(shape).c_str(), toString(policy).c_str(), distance, maxThreads));
    }
    if (work.count > 0) {
        const void* const kernel = PrefetchKernels<maxThreads, Work>::template get<kind, distance>();
        checkPrefetchCall(launchPrefetch(kernel, work, shape, stream), function);
    }
}

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
#endif
