// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_TRANSFORM_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_TRANSFORM_HPP

#include "opencv2/cudastripe/functor.hpp"
#include "opencv2/cudastripe/prefetch.hpp"

namespace cv { namespace cudastripe {

namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

template <class... In>
struct PrefetchInput;

template <class A>
struct PrefetchInput<A>
{
    using Type = OneInput<A>;
};

template <class A, class B>
struct PrefetchInput<A, B>
{
    using Type = TwoInputs<A, B>;
};

//! A functor and its launch shape, as the library calls them.
template <class F, class Out, class... In>
struct PrefetchCalls
{
    using Work = PrefetchWork<typename PrefetchInput<In...>::Type, Out, F>;

    F f;
    PrefetchShape shape;

    static void host(const void* calls, const ElementRows& at)
    {
        FunctorKernels<F, Out, In...>::host(&of(calls).f, at);
    }

    static void emulate(const void* calls, const ElementRows& at)
    {
        emulatePrefetch(of(calls).work(at, std::index_sequence_for<In...>()), of(calls).shape, 2,
                        "cudastripe::transform");
    }

#ifdef __CUDACC__
    static int enqueue(const void* calls, const ElementRows& at, const KernelLaunch& launch)
    {
        const cudaError_t error = launchPrefetch(of(calls).work(at, std::index_sequence_for<In...>()), of(calls).shape,
                                                 static_cast<cudaStream_t>(launch.stream));
        if (error != cudaSuccess)
            cudaGetLastError();  // the library reports it; it must not stay the caller's last error
        return error;
    }
#endif

private:
    static const PrefetchCalls& of(const void* calls)
    {
        return *static_cast<const PrefetchCalls*>(calls);
    }

    template <size_t... I>
    Work work(const ElementRows& at, std::index_sequence<I...>) const
    {
        return {{static_cast<const In*>(at.in[I])...}, static_cast<Out*>(at.out), f, at.cols};
    }
};

inline size_t sharedLimitOf(const Striper& striper)
{
    size_t least = kEmulatedSharedBytes;
#ifdef __CUDACC__
    for (int device : striper.devices()) {
        int limit = 0;
        if (sharedLimitOf(device, limit) == cudaSuccess)
            least = std::min(least, static_cast<size_t>(limit));
        else
            cudaGetLastError();  // a simulated device: the error must not stay
    }
#else
    (void)striper;
#endif
    return least;
}

template <class Out, class... In, class F>
FunctorWork describePrefetched(const F& f, const PrefetchShape& shape, SameBits sameBits, const Striper& striper)
{
    using Calls = PrefetchCalls<F, Out, In...>;
    checkPrefetchShape(shape, "cudastripe::transform");
    checkPrefetchShared(shape, sizeof(typename Calls::Work::Element), sharedLimitOf(striper), "cudastripe::transform");
    FunctorWork work = describe<Out, In...>(f, sameBits);
    work.functor = std::make_shared<Calls>(Calls{f, shape});
    work.calls.host = &Calls::host;
    work.calls.emulate = &Calls::emulate;
#ifdef __CUDACC__
    work.calls.enqueue = &Calls::enqueue;
#endif
    return work;
}

}}  // namespace detail::CV_CUDASTRIPE_COMPILER

inline namespace CV_CUDASTRIPE_COMPILER {

//! @addtogroup cudastripe_functor
//! @{

/** @brief Applies a function object to each element of an array, in overlapped stripes, by a kernel that prefetches:
dst[i] = f(src[i]).

The result has the same bits as that of transform() without a shape.

@param src,count,dst,f as in transform() without a shape; transformPrefetched() says which types of elements it takes
@param shape of the kernel that works on each stripe
@param sameBits,stream,striper as in transform() without a shape
@throws cv::Exception also if a field of the shape is out of its range, or if a block on one of the striper's devices
has too little shared memory for it. */
template <class In, class Out, class F>
void transform(const In* src, int64 count, Out* dst, const F& f, const PrefetchShape& shape,
               SameBits sameBits = SameBits::No, const StreamRef& stream = StreamRef(),
               Striper& striper = Striper::getDefault())
{
    const void* const in[] = {src};
    detail::runOnArrays(detail::describePrefetched<Out, In>(f, shape, sameBits, striper), in, count, dst, stream,
                        striper);
}

/** @brief The same for pairs of elements of two arrays: dst[i] = f(a[i], b[i]).

@param a,b,count,dst,f,sameBits,stream,striper as in transform() for two arrays
@param shape as in the form for one array
@throws cv::Exception as the form for one array does */
template <class A, class B, class Out, class F>
void transform(const A* a, const B* b, int64 count, Out* dst, const F& f, const PrefetchShape& shape,
               SameBits sameBits = SameBits::No, const StreamRef& stream = StreamRef(),
               Striper& striper = Striper::getDefault())
{
    const void* const in[] = {a, b};
    detail::runOnArrays(detail::describePrefetched<Out, A, B>(f, shape, sameBits, striper), in, count, dst, stream,
                        striper);
}

//! Applies a function object by a kernel that prefetches, without `sameBits`:
//! `transform(src, count, dst, f, shape, stream)`.
//! @param src,count,dst,f,shape,stream,striper as in the form with `sameBits`.
template <class In, class Out, class F>
void transform(const In* src, int64 count, Out* dst, const F& f, const PrefetchShape& shape, const StreamRef& stream,
               Striper& striper = Striper::getDefault())
{
    transform(src, count, dst, f, shape, SameBits::No, stream, striper);
}

//! The same for pairs of elements: `transform(a, b, count, dst, f, shape, stream)`.
//! @param a,b,count,dst,f,shape,stream,striper as in the form with `sameBits`.
template <class A, class B, class Out, class F>
void transform(const A* a, const B* b, int64 count, Out* dst, const F& f, const PrefetchShape& shape,
               const StreamRef& stream, Striper& striper = Striper::getDefault())
{
    transform(a, b, count, dst, f, shape, SameBits::No, stream, striper);
}

//! @}

}  // namespace CV_CUDASTRIPE_COMPILER
}}  // namespace cv::cudastripe

#endif
