// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_DESCRIPTION_HPP
#define OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_DESCRIPTION_HPP

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "opencv2/cudastripe/detail/functor_kernels.hpp"
#include "opencv2/cudastripe/pixel.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

//! True for an extended lambda of nvcc. With captures it owns host memory, but kernels get the captures as bytes.
#ifdef __CUDACC_EXTENDED_LAMBDA__
template <class F>
constexpr bool kNvccLambda = __nv_is_extended_host_device_lambda_closure_type(F);
#else
template <class F>
constexpr bool kNvccLambda = false;
#endif

template <class T>
FunctorWork::Element describeElement()
{
    static_assert(std::is_trivially_copyable<T>::value, "elements are copied as bytes");
    return {sizeof(T), alignof(T), kPixelType<T>};
}

template <class Out, class... In, class F>
FunctorWork describe(const F& f, SameBits sameBits)
{
    static_assert(std::is_class<F>::value, "a function's address is of no use on a device: pass a function object");
    static_assert(std::is_invocable_r<Out, const F&, const In&...>::value,
                  "a function object needs an operator() that is const, takes the elements of the sources and gives "
                  "what an element of dst can be made of");
    constexpr bool asBytes = std::is_trivially_copyable<F>::value || kNvccLambda<F>;
    static_assert(asBytes && sizeof(F) <= kMaxFunctorBytes && alignof(F) <= alignof(std::max_align_t),
                  "a functor must be trivially copyable, at most kMaxFunctorBytes and not over-aligned");
    using Kernels = FunctorKernels<F, Out, In...>;
    FunctorWork work = {};
    work.inputCount = static_cast<int>(sizeof...(In));
    const FunctorWork::Element inputs[] = {describeElement<In>()...};
    std::copy(std::begin(inputs), std::end(inputs), work.inputs);
    work.output = describeElement<Out>();
    work.functor = std::make_shared<F>(f);
    work.sameBits = sameBits;
    work.calls.host = &Kernels::host;
    work.calls.emulate = &Kernels::emulate;
#ifdef __CUDACC__
    work.calls.enqueue = &Kernels::enqueue;
#endif
    return work;
}

//! The same for elements that images can have.
template <class Out, class... In, class F>
FunctorWork describePixels(const F& f, SameBits sameBits)
{
    static_assert(kPixelType<Out> >= 0 && ((kPixelType<In> >= 0) && ...),
                  "on images a functor takes and gives Pixel<T, N>, uchar, schar, ushort, short, int, float or double");
    return describe<Out, In...>(f, sameBits);
}

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
