// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_SIGNATURE_HPP
#define OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_SIGNATURE_HPP

#include <tuple>
#include <type_traits>

namespace cv { namespace cudastripe {

class Chain;

namespace detail {

template <class Member>
struct MemberSignature
{
    static constexpr int kArguments = -1;
    static constexpr bool kReadsOnly = true;
    // After a failed assertion, types that cause no further errors.
    using Result = unsigned char;
    template <int>
    using Argument = unsigned char;
};

template <class C, class R, class... A>
struct MemberSignature<R (C::*)(A...) const>
{
    static constexpr int kArguments = sizeof...(A);
    static constexpr bool kReadsOnly = (std::is_convertible<const std::decay_t<A>&, A>::value && ...);
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
struct FunctorSignature : MemberSignature<void>
{
};

template <class F>
struct FunctorSignature<F, std::void_t<decltype(&F::operator())>> : MemberSignature<decltype(&F::operator())>
{
};

//! For overloads that take function objects, and refuse whatever else is no chain by a sentence.
template <class F>
using IfNoChain = std::enable_if_t<!std::is_convertible<const F&, const Chain&>::value>;

//! The signature of a function object for this number of images. Compiles for no other.
template <class F, int Images>
struct ImageSignature
    : std::conditional_t<FunctorSignature<F>::kArguments == Images, FunctorSignature<F>, MemberSignature<void>>
{
    using Own = FunctorSignature<F>;
    static_assert(std::is_class<F>::value, "a function's address is of no use on a device: pass a function object");
    static_assert(Own::kArguments >= 0 || !std::is_class<F>::value,
                  "on images a function object has one operator(), which is const, not overloaded and no template (so "
                  "no lambda with auto or mutable): its argument and its result say the types of the images");
    static_assert(Own::kArguments < 0 || Own::kArguments == Images,
                  "a function object takes as many arguments as transform() has source images");
    static_assert(Own::kReadsOnly, "a function object takes its arguments by value or const reference");
};

}  // namespace detail
}}  // namespace cv::cudastripe

#endif
