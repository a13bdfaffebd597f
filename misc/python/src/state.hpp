// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What pickle and copy need of values.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <set>
#include <string>
#include <type_traits>

#include "errors.hpp"

namespace cudastripe_python {

//! Enumerators are kept as ints, texts as strings.
template <class M>
using Kept = std::conditional_t<std::is_enum<M>::value, int,
                                std::conditional_t<std::is_same<M, const char*>::value, std::string, M>>;

template <class M>
void restore(M& member, const Kept<M>& kept)
{
    if constexpr (std::is_enum<M>::value) {
        member = M(kept);
    } else if constexpr (std::is_same<M, const char*>::value) {
        static std::set<std::string>& texts = *new std::set<std::string>;  // the library's own are constants, too
        member = texts.insert(kept).first->c_str();
    } else {
        member = kept;
    }
}

//! Lets pickle and copy keep a value by these members.
template <class T, class... M>
void keepBy(nb::class_<T>& bound, M T::*... members)
{
    using State = std::tuple<Kept<M>...>;
    bound.def("__getstate__", [=](const T& value) { return State(Kept<M>(value.*members)...); });
    bound.def("__setstate__", [=](T& value, const State& state) {
        new (&value) T();
        std::apply([&](const auto&... kept) { (restore(value.*members, kept), ...); }, state);
    });
}

//! Makes pickle and copy refuse objects of a class; the text says what to do instead.
template <class Class>
void refuseCopies(Class& bound, const char* text)
{
    bound.def("__reduce__", [text](nb::handle) -> nb::str { throwTypeError(text); });
}

}  // namespace cudastripe_python
