// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_FUNCTOR_HPP
#define OPENCV_CUDASTRIPE_FUNCTOR_HPP

#include <type_traits>

#include "opencv2/cudastripe/flat_work.hpp"

namespace cv { namespace cudastripe { inline namespace CV_CUDASTRIPE_COMPILER {

//! @addtogroup cudastripe_functor
//! @{

/** @brief Applies a function object to each element of an array, in overlapped stripes: dst[i] = f(src[i]).

Compiled by nvcc, `f` runs on GPUs and on the CPU; compiled by another compiler, on the CPU alone. The array is cut by
elements. If host and device may round differently (sin, exp, fused multiply-add), say so by `sameBits`, and one call
runs in one place.

    struct TimesTwo { CV_CUDASTRIPE_HD int operator()(int x) const { return 2 * x; } };
    cv::cudastripe::transform(in, n, out, TimesTwo());

@param src `count` elements of a trivially copyable type, in host or device memory.
@param count may be 0: then nothing happens.
@param dst `count` elements; exactly the source if the sizes of the elements are equal, any other overlap is refused.
@param f trivially copyable, at most kMaxFunctorBytes, with a const operator() marked CV_CUDASTRIPE_HD. A lambda needs
nvcc's --extended-lambda.
@param sameBits whether host and device give the same bits, so that both may share one array.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception that names the argument: a null pointer, a negative count, memory that overlaps, memory of a
device that the striper does not use, or device memory while the caller was not compiled by nvcc. */
template <class In, class Out, class F>
void transform(const In* src, int64 count, Out* dst, const F& f, SameBits sameBits = SameBits::No,
               const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault())
{
    detail::FlatWork work = detail::describe<F, Out, In>(f, count, dst, sameBits);
    work.inputs[0] = src;
    detail::runFlat(work, stream, striper);
}

/** @brief Applies a function object to each pair of elements of two arrays: dst[i] = f(a[i], b[i]).

As the form for one array. `a`, `b` and `dst` may lie in different kinds of memory; dst may be exactly one of them. */
template <class A, class B, class Out, class F>
void transform(const A* a, const B* b, int64 count, Out* dst, const F& f, SameBits sameBits = SameBits::No,
               const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault())
{
    detail::FlatWork work = detail::describe<F, Out, A, B>(f, count, dst, sameBits);
    work.inputs[0] = a;
    work.inputs[1] = b;
    detail::runFlat(work, stream, striper);
}

//! @}

}}}  // namespace cv::cudastripe::CV_CUDASTRIPE_COMPILER

#endif
