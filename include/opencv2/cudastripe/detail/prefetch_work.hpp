// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_PREFETCH_WORK_HPP
#define OPENCV_CUDASTRIPE_DETAIL_PREFETCH_WORK_HPP

#include <type_traits>

#include "opencv2/cudastripe/detail/functor_description.hpp"
#include "opencv2/cudastripe/detail/prefetch_loop.hpp"

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

// A function object without CV_CUDASTRIPE_HD would only be a warning.
#ifdef __NVCC__
#pragma nv_diagnostic push
#pragma nv_diag_error 20011, 20013, 20014
#endif
//! One array: a loop prefetches its elements.
template <class A>
struct OneInput
{
    using Element = A;
    static constexpr bool canCopyAsync = kAsyncBytes<A> > 0;

    const A* a;

    CV_CUDASTRIPE_HD Element load(int64 i) const { return a[i]; }

    template <class F>
    CV_CUDASTRIPE_HD auto apply(const F& f, const Element& element) const
    {
        return f(element);
    }

    template <class Slots>
    CV_CUDASTRIPE_HD void copy(Slots& slots, int slot, int64 i) const
    {
        slots.copy(slots.at(slot), a + i);
    }

    template <class Slots>
    CV_CUDASTRIPE_HD void prefetch(Slots& slots, int64 i) const
    {
        slots.prefetch(a + i);
    }
};

//! Two arrays: a loop prefetches pairs of elements.
template <class A, class B>
struct TwoInputs
{
    struct Element
    {
        A a;
        B b;
    };
    static constexpr bool canCopyAsync = kAsyncBytes<A> > 0 && kAsyncBytes<B> > 0;

    const A* a;
    const B* b;

    CV_CUDASTRIPE_HD Element load(int64 i) const { return {a[i], b[i]}; }

    template <class F>
    CV_CUDASTRIPE_HD auto apply(const F& f, const Element& element) const
    {
        return f(element.a, element.b);
    }

    template <class Slots>
    CV_CUDASTRIPE_HD void copy(Slots& slots, int slot, int64 i) const
    {
        slots.copy(slots.at(slot).a, a + i);
        slots.copy(slots.at(slot).b, b + i);
    }

    template <class Slots>
    CV_CUDASTRIPE_HD void prefetch(Slots& slots, int64 i) const
    {
        slots.prefetch(a + i);
        slots.prefetch(b + i);
    }
};

#ifdef __NVCC__
#pragma nv_diagnostic pop
#endif

//! dst[i] = f(input[i]) for `count` elements. dst may be an input: without `restrict`, stores stay before later loads.
template <class Input, class Out, class F>
struct PrefetchWork
{
    using Element = typename Input::Element;
    static constexpr bool canCopyAsync = Input::canCopyAsync;

    static_assert(std::is_trivially_copyable<F>::value || kNvccLambda<F>, "a functor must be trivially copyable");
    static_assert(std::is_trivially_copyable<Element>::value && std::is_trivially_copyable<Out>::value,
                  "elements are copied as bytes");
    static_assert(std::is_trivially_default_constructible<Element>::value, "elements must be trivially constructible");
    static_assert(alignof(Element) <= 16, "slots are aligned to 16 bytes");

    Input input;
    Out* dst;
    F f;
    int64 count;

    CV_CUDASTRIPE_HD Element load(int64 i) const { return input.load(i); }
    CV_CUDASTRIPE_HD void finish(int64 i, const Element& element) const { dst[i] = input.apply(f, element); }

    template <class Slots>
    CV_CUDASTRIPE_HD void copy(Slots& slots, int slot, int64 i) const
    {
        input.copy(slots, slot, i);
    }

    template <class Slots>
    CV_CUDASTRIPE_HD void prefetch(Slots& slots, int64 i) const
    {
        input.prefetch(slots, i);
    }
};

template <class A, class Out, class F>
PrefetchWork<OneInput<A>, Out, F> prefetchWork(const A* a, int64 count, Out* dst, const F& f, const char* function)
{
    const PrefetchArray inputs[] = {{"src", a, sizeof(A)}};
    checkPrefetchArrays(inputs, 1, {"dst", dst, sizeof(Out)}, count, function);
    return {{a}, dst, f, count};
}

template <class A, class B, class Out, class F>
PrefetchWork<TwoInputs<A, B>, Out, F> prefetchWork(const A* a, const B* b, int64 count, Out* dst, const F& f,
                                                   const char* function)
{
    const PrefetchArray inputs[] = {{"a", a, sizeof(A)}, {"b", b, sizeof(B)}};
    checkPrefetchArrays(inputs, 2, {"dst", dst, sizeof(Out)}, count, function);
    return {{a, b}, dst, f, count};
}

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#endif
