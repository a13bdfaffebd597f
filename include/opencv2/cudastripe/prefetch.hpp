// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PREFETCH_HPP
#define OPENCV_CUDASTRIPE_PREFETCH_HPP

#include <algorithm>
#include <cstdint>

#include "opencv2/cudastripe/detail/functor_description.hpp"
#include "opencv2/cudastripe/detail/prefetch_loop.hpp"

namespace cv { namespace cudastripe {
namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

inline void checkPrefetchNumber(const char* function, const char* name, int64 value, int64 least, int64 most)
{
    if (value < least || value > most) {
        CV_Error_(Error::StsOutOfRange, ("%s: %s is %lld; it must be from %lld to %lld", function, name,
                                         (long long)value, (long long)least, (long long)most));
    }
}

//! dst[i] = f(src[i]) for `count` elements. dst may be src: without `restrict`, stores stay before later loads.
template <class In, class Out, class F>
struct PrefetchWork
{
    using Element = In;

    static_assert(std::is_trivially_copyable<F>::value || kNvccLambda<F>, "a functor must be trivially copyable");
    static_assert(std::is_trivially_copyable<In>::value && std::is_trivially_copyable<Out>::value,
                  "elements are copied as bytes");
    static_assert(std::is_trivially_default_constructible<In>::value, "elements must be trivially constructible");
    static_assert(alignof(In) <= 16, "slots are aligned to 16 bytes");

    const In* src;
    Out* dst;
    F f;
    int64 count;

// A function object without CV_CUDASTRIPE_HD would only be a warning.
#ifdef __NVCC__
#pragma nv_diagnostic push
#pragma nv_diag_error 20011, 20013, 20014
#endif
    CV_CUDASTRIPE_HD void finish(int64 i, const In& element) const
    {
        dst[i] = f(element);
    }
#ifdef __NVCC__
#pragma nv_diagnostic pop
#endif

    //! @param maxThreads,sharedLimit of a block; the limit in bytes.
    //! @throws cv::Exception that names the argument, what it is and what it may be.
    void check(const PrefetchShape& shape, int maxThreads, int sharedLimit, const char* function) const
    {
        checkPrefetchNumber(function, "policy", static_cast<int>(shape.policy), 0, kPrefetchPolicies - 1);
        checkPrefetchNumber(function, "distance", shape.distance, 1, PrefetchShape::kMaxDistance);
        checkPrefetchNumber(function, "padding", shape.padding, 0, PrefetchShape::kMaxPadding);
        checkPrefetchNumber(function, "blockThreads", shape.blockThreads, 1, maxThreads);
        checkPrefetchNumber(function, "blocksPerMultiprocessor", shape.blocksPerMultiprocessor, 0,
                            PrefetchShape::kMaxBlocksPerMultiprocessor);
        const size_t bytes = shape.sharedBytes(sizeof(In));
        if (bytes > static_cast<size_t>(sharedLimit)) {
            CV_Error_(Error::StsOutOfRange,
                      ("%s: blockThreads is %d; with (distance %d + padding %d) * %zu bytes for each thread, a block "
                       "takes %zu bytes of shared memory, and it has up to %d",
                       function, shape.blockThreads, shape.distance, shape.padding, sizeof(In), bytes, sharedLimit));
        }
        // The bytes of an array must fit 63 bits.
        checkPrefetchNumber(function, "count", count, 0, INT64_MAX / std::max(sizeof(In), sizeof(Out)));
        if (count > 0 && (!src || !dst))
            CV_Error_(Error::StsNullPtr, ("%s: %s is a null pointer", function, src ? "dst" : "src"));
        const auto read = reinterpret_cast<std::uintptr_t>(src), written = reinterpret_cast<std::uintptr_t>(dst);
        if (read < written + count * sizeof(Out) && written < read + count * sizeof(In) &&
            (read != written || sizeof(In) != sizeof(Out))) {
            CV_Error_(Error::StsBadArg,
                      ("%s: dst overlaps src; it must be apart, or the same elements of one size", function));
        }
    }

    //! How many blocks to launch: as many as the shape asks for, but none without an element.
    int blocks(const PrefetchShape& shape, int multiprocessors, int fitting) const
    {
        const int perMultiprocessor = shape.blocksPerMultiprocessor > 0 ? shape.blocksPerMultiprocessor : fitting;
        const int64 needed = (count - 1) / shape.blockThreads + 1;
        return static_cast<int>(std::min<int64>(needed, int64(multiprocessors) * perMultiprocessor));
    }
};

//! Calls `call` with constants: the policy of a shape, and its distance, or 1 if the policy takes it at run time.
template <int I = 0, class Call>
void callWithConstants(const PrefetchShape& shape, const Call& call)
{
    constexpr int distances = PrefetchShape::kMaxDistance;
    constexpr Prefetch policy = static_cast<Prefetch>(I / distances);
    constexpr bool fixed = policy != Prefetch::Plain && policy != Prefetch::RollingShared && policy != Prefetch::L2;
    constexpr int distance = I % distances + 1, next = fixed ? I + 1 : I + distances;
    if (shape.policy == policy && (shape.distance == distance || !fixed))
        return call(PrefetchPolicy<policy>(), std::integral_constant<int, distance>());
    if constexpr (next < kPrefetchPolicies * distances)
        callWithConstants<next>(shape, call);
}

#ifdef __CUDACC__

//! @param pitch how many slots lie from the first slot of one thread to the first of the next.
template <Prefetch policy, int D, int maxThreads, class Work>
__global__ void __launch_bounds__(maxThreads) prefetchKernel(const Work work, int pitch, int distance)
{
    using Element = typename Work::Element;
    using Slots = SharedSlots<Element>;
    extern __shared__ uint4 shared[];
    Slots slots{reinterpret_cast<Element*>(shared) + threadIdx.x * pitch};
    const int64 first = int64(blockIdx.x) * blockDim.x + threadIdx.x, step = int64(gridDim.x) * blockDim.x;
    PrefetchLoop<D, Work, Slots>{work, first, step, distance, slots}.run(PrefetchPolicy<policy>());
}

inline void checkPrefetchCall(cudaError_t error, const char* function)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError();  // thrown here; it must not stay behind as the caller's last error
    CV_Error_(Error::GpuApiCallError, ("%s: %s (%s)", function, cudaGetErrorString(error), cudaGetErrorName(error)));
}

//! Of the current device.
inline int deviceAttribute(cudaDeviceAttr attribute, const char* function)
{
    int device = 0, value = 0;
    checkPrefetchCall(cudaGetDevice(&device), function);
    checkPrefetchCall(cudaDeviceGetAttribute(&value, attribute, device), function);
    return value;
}

#endif

}}  // namespace detail::CV_CUDASTRIPE_COMPILER

inline namespace CV_CUDASTRIPE_COMPILER {

//! @addtogroup cudastripe_functor
//! @{

#ifdef __CUDACC__

/** @brief Enqueues a kernel whose threads loop over many elements and prefetch them: dst[i] = f(src[i]).

Only for callers who compile with nvcc: 83 kernels for each functor, of which the shape takes one. It never changes one
bit of the result.

@tparam maxThreads the most threads of a block: fewer leave more registers for each, as
`transformPrefetched<128>(in, n, out, Iterate(), PrefetchShape(), stream)`.
@param src `count` elements that the current device can read, of a trivially copyable and trivially constructible type
of any size, aligned to at most 16 bytes. Types aligned to 4, 8 or 16 bytes are copied asynchronously in words of that
size. For others, and before compute capability 8.0, Prefetch::RollingAsync waits for each copy.
@param count may be 0: then nothing is enqueued.
@param dst `count` elements; exactly the source if the sizes of the elements are equal, any other overlap is refused.
@param f trivially copyable, with a const operator() marked CV_CUDASTRIPE_HD.
@param shape which kernel, and how it is launched.
@param stream a stream of the current device. The call returns at once; `src` and `dst` must live until the stream has
done the work.

@throws cv::Exception that names the argument, its value and what is accepted: a field of the shape out of its range,
more shared memory than a block of this device has, a null pointer, a negative count, memory that overlaps. Errors of
the launch are thrown, too. */
template <int maxThreads = PrefetchShape::kMaxBlockThreads, class In, class Out, class F>
void transformPrefetched(const In* src, int64 count, Out* dst, const F& f, PrefetchShape shape, cudaStream_t stream)
{
    const char* const function = "cudastripe::transformPrefetched";
    using Work = detail::PrefetchWork<In, Out, F>;
    Work work{src, dst, f, count};
    const int sharedLimit = detail::deviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, function);
    work.check(shape, maxThreads, sharedLimit, function);
    if (count == 0)
        return;
    const void* kernel = nullptr;
    detail::callWithConstants(shape, [&](auto policy, auto distance) {
        kernel = reinterpret_cast<const void*>(
            &detail::prefetchKernel<decltype(policy)::value, decltype(distance)::value, maxThreads, Work>);
    });
    const auto check = [&](cudaError_t error) { detail::checkPrefetchCall(error, function); };
    const size_t sharedBytes = shape.sharedBytes(sizeof(In));
    // Above 48 KiB. Always the maximum: otherwise host threads with different shapes would overwrite each other's
    // limit.
    if (sharedBytes > 48 * 1024)
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedLimit));
    int fitting = 1;
    if (shape.blocksPerMultiprocessor == 0)
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, kernel, shape.blockThreads, sharedBytes));
    const int multiprocessors = detail::deviceAttribute(cudaDevAttrMultiProcessorCount, function);
    const dim3 blocks(work.blocks(shape, multiprocessors, std::max(fitting, 1)));
    int pitch = shape.distance + shape.padding;
    void* parameters[] = {&work, &pitch, &shape.distance};
    check(cudaLaunchKernel(kernel, blocks, dim3(shape.blockThreads), parameters, sharedBytes, stream));
}

#endif

/** @brief Does on the host, thread by thread, what the threads of the kernel do: dst[i] = f(src[i]).

The same loop runs, in host memory, as on a device of two multiprocessors with a block each if the shape asks for as
many as fit; asynchronous copies land as late as they may. It is for tests and for machines without a GPU. Not fast.

@param src,count,dst,f,shape as for transformPrefetched, in host memory; a block has 227 KiB of shared memory.
@throws cv::Exception as transformPrefetched. */
template <class In, class Out, class F>
void emulatePrefetched(const In* src, int64 count, Out* dst, const F& f, const PrefetchShape& shape)
{
    using Work = detail::PrefetchWork<In, Out, F>;
    using Slots = detail::HostSlots<In>;
    const Work work{src, dst, f, count};
    // The shared memory of compute capability 9.0
    work.check(shape, PrefetchShape::kMaxBlockThreads, 227 * 1024, "cudastripe::emulatePrefetched");
    const int64 threads = int64(work.blocks(shape, 2, 1)) * shape.blockThreads;
    int faults = 0;
    detail::callWithConstants(shape, [&](auto policy, auto distance) {
        for (int64 thread = 0; thread < threads; ++thread) {
            Slots slots{shape.distance};
            detail::PrefetchLoop<decltype(distance)::value, Work, Slots>{work, thread, threads, shape.distance, slots}
                .run(policy);
            faults += slots.faults;
        }
    });
    CV_CheckEQ(faults, 0, "a thread left its slots, or left copies in flight");
}

//! @}

}  // namespace CV_CUDASTRIPE_COMPILER
}}  // namespace cv::cudastripe

#endif
