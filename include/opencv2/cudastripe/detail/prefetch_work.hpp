// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_WORK_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_WORK_HPP

#include "opencv2/cudastripe/detail/functor_description.hpp"
#include "opencv2/cudastripe/prefetch_shape.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

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
};

template <class In, class Out, class F>
PrefetchWork<In, Out, F> prefetchWork(const In* src, int64 count, Out* dst, const F& f, const PrefetchShape& shape,
                                      const char* function)
{
    checkPrefetchShape(shape, function);
    checkPrefetchArrays(src, sizeof(In), dst, sizeof(Out), count, function);
    return {src, dst, f, count};
}

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
