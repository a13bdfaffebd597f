// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_FUNCTOR_HPP
#define OPENCV_CUDASTRIPE_FUNCTOR_HPP

#include "opencv2/cudastripe/detail/functor_description.hpp"
#include "opencv2/cudastripe/detail/functor_signature.hpp"

namespace cv { namespace cudastripe { inline namespace CV_CUDASTRIPE_COMPILER {

//! @addtogroup cudastripe_functor
//! @{

/** @brief Applies a function object to each pixel of an image, in overlapped stripes: dst(x, y) = f(src(x, y)).

Compiled by nvcc, `f` runs on GPUs and on the CPU; compiled by another compiler, on the CPU alone. What `f` takes and
gives are the types of src and dst: a `Pixel<T, N>`, or T itself for one channel.

@code
namespace stripe = cv::cudastripe;
stripe::transform(bgra, dst, [] CV_CUDASTRIPE_HD(stripe::Pixel<uchar, 4> p) { return uchar((p[0] + p[2]) / 2); });
@endcode

If host and device may round differently (sin, exp, fused multiply-add), leave `sameBits` at No, and one call runs in
one place.

@param src image in host or device memory: Mat, UMat, cuda::HostMem or cuda::GpuMat.
@param dst image of the size of src and the type that `f` gives; created unless it fits. It may be exactly the memory of
src if the sizes of the pixels are equal; any other overlap is refused.
@param f trivially copyable, at most kMaxFunctorBytes, with one operator(), const and no template, that takes its
argument by value or const reference and is marked CV_CUDASTRIPE_HD, without which nvcc refuses it. A lambda needs
nvcc's --extended-lambda and may capture by value; on the CPU nvcc calls it through a pointer, which makes a struct the
faster choice there.
@param sameBits whether host and device give the same bits, so that both may share one image.
@param stream where among the caller's GPU work the call takes place, see @ref StreamRef.
@param striper what does the work and keeps memory between calls.

@throws cv::Exception that names the argument: an empty image, a type that `f` does not take, a dst that is fixed at
another size or type, memory that overlaps, memory of a device that the striper does not use, or device memory while
the caller was not compiled by nvcc. */
template <class F, class = detail::IfNoChain<F>>
void transform(InputArray src, OutputArray dst, const F& f, SameBits sameBits = SameBits::No,
               const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault())
{
    using Signature = detail::ImageSignature<F, 1>;
    const detail::FunctorWork work =
        detail::describePixels<typename Signature::Result, typename Signature::template Argument<0>>(f, sameBits);
    detail::runOnImages(work, src, noArray(), dst, stream, striper);
}

/** @brief Applies a function object to each pair of pixels of two images: dst(x, y) = f(a(x, y), b(x, y)).

@param a,b images of one size, whose types are those of the arguments of `f`. They may lie in different kinds of memory.
@param dst as in the form for one image; it may be exactly the memory of one of the others.
@param f,sameBits,stream,striper as in the form for one image.
@throws cv::Exception as the form for one image does. */
template <class F, class = detail::IfNoChain<F>>
void transform(InputArray a, InputArray b, OutputArray dst, const F& f, SameBits sameBits = SameBits::No,
               const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault())
{
    using Signature = detail::ImageSignature<F, 2>;
    const detail::FunctorWork work =
        detail::describePixels<typename Signature::Result, typename Signature::template Argument<0>,
                               typename Signature::template Argument<1>>(f, sameBits);
    detail::runOnImages(work, a, b, dst, stream, striper);
}

/** @brief Applies a function object to each element of an array, in overlapped stripes: dst[i] = f(src[i]).

As the form for images, but elements may be of any trivially copyable type, and `f` may be a template or overloaded.
The array is cut by elements.

@code
struct TimesTwo { CV_CUDASTRIPE_HD int operator()(int x) const { return 2 * x; } };
cv::cudastripe::transform(in, n, out, TimesTwo());
@endcode

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
    const void* const in[] = {src};
    detail::runOnArrays(detail::describe<Out, In>(f, sameBits), in, count, dst, stream, striper);
}

/** @brief Applies a function object to each pair of elements of two arrays: dst[i] = f(a[i], b[i]).

@param a,b `count` elements each; they may lie in different kinds of memory.
@param dst `count` elements; it may be exactly one of the others if the sizes of the elements are equal.
@param count,f,sameBits,stream,striper as in the form for one array.
@throws cv::Exception as the form for one array does. */
template <class A, class B, class Out, class F>
void transform(const A* a, const B* b, int64 count, Out* dst, const F& f, SameBits sameBits = SameBits::No,
               const StreamRef& stream = StreamRef(), Striper& striper = Striper::getDefault())
{
    const void* const in[] = {a, b};
    detail::runOnArrays(detail::describe<Out, A, B>(f, sameBits), in, count, dst, stream, striper);
}

//! Applies a function object to an image without `sameBits`: `transform(src, dst, f, stream)`.
//! @param src,dst,f,stream,striper as in the form with `sameBits`.
template <class F, class = detail::IfNoChain<F>>
void transform(InputArray src, OutputArray dst, const F& f, const StreamRef& stream,
               Striper& striper = Striper::getDefault())
{
    transform(src, dst, f, SameBits::No, stream, striper);
}

//! Applies a function object to two images without `sameBits`: `transform(a, b, dst, f, stream)`.
//! @param a,b,dst,f,stream,striper as in the form with `sameBits`.
template <class F, class = detail::IfNoChain<F>>
void transform(InputArray a, InputArray b, OutputArray dst, const F& f, const StreamRef& stream,
               Striper& striper = Striper::getDefault())
{
    transform(a, b, dst, f, SameBits::No, stream, striper);
}

//! Applies a function object to an array without `sameBits`: `transform(src, count, dst, f, stream)`.
//! @param src,count,dst,f,stream,striper as in the form with `sameBits`.
template <class In, class Out, class F>
void transform(const In* src, int64 count, Out* dst, const F& f, const StreamRef& stream,
               Striper& striper = Striper::getDefault())
{
    transform(src, count, dst, f, SameBits::No, stream, striper);
}

//! Applies a function object to two arrays without `sameBits`: `transform(a, b, count, dst, f, stream)`.
//! @param a,b,count,dst,f,stream,striper as in the form with `sameBits`.
template <class A, class B, class Out, class F>
void transform(const A* a, const B* b, int64 count, Out* dst, const F& f, const StreamRef& stream,
               Striper& striper = Striper::getDefault())
{
    transform(a, b, count, dst, f, SameBits::No, stream, striper);
}

//! @}

}}}  // namespace cv::cudastripe::CV_CUDASTRIPE_COMPILER

#endif
