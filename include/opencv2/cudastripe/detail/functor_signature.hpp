// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_SIGNATURE_HPP
#define OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_SIGNATURE_HPP

#include <tuple>
#include <type_traits>

namespace cv { namespace cudastripe { namespace detail {

template <class Member>
struct MemberSignature
{
    static constexpr int kArguments = -1;
};

template <class C, class R, class... A>
struct MemberSignature<R (C::*)(A...) const>
{
    static constexpr int kArguments = sizeof...(A);
    using Result = std::decay_t<R>;
    template <int I>
    using Argument = std::decay_t<std::tuple_element_t<I, std::tuple<A...>>>;
};

template <class C, class R, class... A>
struct MemberSignature<R (C::*)(A...) const noexcept> : MemberSignature<R (C::*)(A...) const>
{
};

//! The argument types and the result type of a function object that has one operator(), const and no template.
template <class F, class = void>
struct FunctorSignature
{
    static constexpr int kArguments = -1;
};

template <class F>
struct FunctorSignature<F, std::void_t<decltype(&F::operator())>> : MemberSignature<decltype(&F::operator())>
{
};

//! For overloads that take only function objects with this number of arguments.
template <class F, int Arguments>
using IfFunctorOf = std::enable_if_t<FunctorSignature<F>::kArguments == Arguments>;

}}}  // namespace cv::cudastripe::detail

#endif
