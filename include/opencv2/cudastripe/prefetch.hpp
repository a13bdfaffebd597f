// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PREFETCH_HPP
#define OPENCV_CUDASTRIPE_PREFETCH_HPP

#include "opencv2/cudastripe/detail/prefetch_launch.hpp"

namespace cv { namespace cudastripe { inline namespace CV_CUDASTRIPE_COMPILER {

//! @addtogroup cudastripe_functor
//! @{

#ifdef __CUDACC__

/** @brief Enqueues a kernel whose threads loop over many elements and prefetch them: dst[i] = f(src[i]).

Only for callers who compile with nvcc. The shape never changes one bit of the result.

    struct Iterate { CV_CUDASTRIPE_HD double operator()(double x) const; };
    transformPrefetched(in, n, out, Iterate(), PrefetchShape(), stream);

A call compiles 113 kernels for each functor, of which the shape takes one; to have only that one, name its policy and
distance: `transformPrefetched<Prefetch::RollingAsync, 6>(in, n, out, Iterate(), shape, stream)`.

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
template <class In, class Out, class F>
void transformPrefetched(const In* src, int64 count, Out* dst, const F& f, const PrefetchShape& shape,
                         cudaStream_t stream)
{
    const char* const function = "cudastripe::transformPrefetched";
    const auto work = detail::prefetchWork(src, count, dst, f, shape, function);
    detail::callWithConstants(shape, [&](auto policy, auto distance) {
        detail::launchPrefetch<decltype(policy)::value, decltype(distance)::value, PrefetchShape::kMaxBlockThreads>(
            work, shape, stream, function);
    });
}

/** @brief The same with one kernel, compiled for a policy and a distance.

@tparam policy must be that of the shape.
@tparam distance must be that of the shape.
@tparam maxThreads the most threads of a block: fewer leave more registers for each.
@throws cv::Exception also if the shape has another policy or distance, or larger blocks. */
template <Prefetch policy, int distance, int maxThreads = PrefetchShape::kMaxBlockThreads, class In, class Out, class F>
void transformPrefetched(const In* src, int64 count, Out* dst, const F& f, const PrefetchShape& shape,
                         cudaStream_t stream)
{
    const char* const function = "cudastripe::transformPrefetched";
    const auto work = detail::prefetchWork(src, count, dst, f, shape, function);
    if (shape.policy != policy || shape.distance != distance || shape.blockThreads > maxThreads) {
        CV_Error_(Error::StsBadArg,
                  ("%s: shape is %s; it must be the %s, distance %d, up to %d threads a block, that "
                   "the kernel was compiled for",
                   function, toString(shape).c_str(), toString(policy).c_str(), distance, maxThreads));
    }
    detail::launchPrefetch<policy, distance, maxThreads>(work, shape, stream, function);
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
    const char* const function = "cudastripe::emulatePrefetched";
    const auto work = detail::prefetchWork(src, count, dst, f, shape, function);
    detail::checkPrefetchShared(shape, sizeof(In), 227 * 1024, function);  // of compute capability 9.0
    const int64 threads = int64(detail::prefetchGrid(shape, count, 2, 1)) * shape.blockThreads;
    int faults = 0;
    detail::callWithConstants(shape, [&](auto policy, auto distance) {
        for (int64 thread = 0; thread < threads; ++thread) {
            constexpr int D = decltype(distance)::value;
            using Slots = detail::HostSlots<In, D>;
            Slots slots;
            detail::PrefetchLoop<D, std::decay_t<decltype(work)>, Slots>{work, thread, threads, slots}.run(policy);
            faults += slots.faults();
        }
    });
    CV_CheckEQ(faults, 0, "a thread left its slots, or left copies in flight");
}

//! @}

}}}  // namespace cv::cudastripe::CV_CUDASTRIPE_COMPILER

#endif
