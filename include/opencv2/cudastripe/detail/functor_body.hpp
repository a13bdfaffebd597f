// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_BODY_HPP
#define OPENCV_CUDASTRIPE_DETAIL_FUNCTOR_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <utility>

#include "opencv2/cudastripe/detail/functor_work.hpp"
#include "opencv2/cudastripe/detail/word_copy.hpp"

#ifdef __CUDA_ARCH__
#define CV_CUDASTRIPE_UNROLL _Pragma("unroll")
#define CV_CUDASTRIPE_NO_UNROLL _Pragma("unroll 1")
#else
#define CV_CUDASTRIPE_UNROLL
#define CV_CUDASTRIPE_NO_UNROLL
#endif

namespace cv { namespace cudastripe { namespace detail { inline namespace CV_CUDASTRIPE_COMPILER {

constexpr int kWidestWord = 16;     // bytes that one instruction loads
constexpr int kBytesInFlight = 32;  // of each thread, to hide the latency of a large GPU's memory
constexpr int kMaxGroups = 4;       // bounds registers and code

//! How many neighbouring elements a thread loads and stores together. If more than one, they take at most 16 bytes of
//! each input and of the output, so neighbouring threads touch neighbouring words.
template <class Out, class... In>
constexpr int groupSize()
{
    const size_t largest = std::max({sizeof(Out), sizeof(In)...});
    int size = 1;
    while (2 * size * largest <= kWidestWord)
        size *= 2;
    return size;
}

//! Groups that a thread loads before it computes.
template <int Group, class... In>
constexpr int groupCount()
{
    const size_t bytes = Group * (sizeof(In) + ...);
    return std::max(1, std::min(kMaxGroups, static_cast<int>(kBytesInFlight / bytes)));
}

//! A word that fits the alignment of every element of this type.
template <class T>
constexpr int kNaturalWord = static_cast<int>(std::min<size_t>(alignof(T), kWidestWord));

CV_CUDASTRIPE_HD inline bool multipleOf(int word, const void* address)
{
    return reinterpret_cast<std::uintptr_t>(address) % static_cast<unsigned>(word) == 0;
}

//! True if elements there may be copied in words of `Word` bytes. Groups always may, one element if its address allows.
template <class T, int Count, int Word>
CV_CUDASTRIPE_HD bool inWords(const void* memory)
{
    return Count > 1 || Word == kNaturalWord<T> || multipleOf(Word, memory);
}

template <class T, int Count>
CV_CUDASTRIPE_HD void loadElements(void* to, const void* memory)
{
    constexpr int bytes = Count * static_cast<int>(sizeof(T)), word = wordBytes(bytes);
    if (inWords<T, Count, word>(memory))
        copyWords<bytes>(to, memory);
    else
        copyWords<bytes, kNaturalWord<T>>(to, memory);
}

template <class T, int Count>
CV_CUDASTRIPE_HD void storeElements(void* memory, const void* from)
{
    constexpr int bytes = Count * static_cast<int>(sizeof(T)), word = wordBytes(bytes);
    if (inWords<T, Count, word>(memory))
        storeWords<bytes>(memory, from);
    else
        copyWords<bytes, kNaturalWord<T>>(memory, from);
}

/** @brief The work of one thread: some groups of `Group` neighbouring elements of a row.

Groups of several elements need `aligned` rows; a row's rest goes element by element. */
template <int Group, class F, class Out, class... In>
struct FunctorBody
{
    static constexpr int kGroup = Group;
    static constexpr int kGroups = groupCount<Group, In...>();
    static constexpr auto kInputs = std::index_sequence_for<In...>();

    F f;
    ElementRows at;

    static bool aligned(const ElementRows& elements) { return aligned(elements, kInputs); }

    //! Elements `first` + g * `apart` and the rest of their groups, up to the end of the row.
    CV_CUDASTRIPE_HD void operator()(int64 first, int64 apart, int64 row) const
    {
        if (first + (kGroups - 1) * apart + Group <= at.cols) {
            groups<Group, kGroups>(first, apart, row);
            return;
        }
        CV_CUDASTRIPE_NO_UNROLL
        for (int64 start = first; start < at.cols && start <= first + (kGroups - 1) * apart; start += apart) {
            if (Group > 1 && start + Group <= at.cols) {
                groups<Group, 1>(start, apart, row);
                continue;
            }
            CV_CUDASTRIPE_NO_UNROLL
            for (int64 i = start; i < at.cols && i < start + Group; ++i)
                groups<1, 1>(i, apart, row);
        }
    }

private:
    static constexpr size_t kAlignment = std::max({size_t(kWidestWord), alignof(Out), alignof(In)...});
    static constexpr size_t kInBytes = std::max({sizeof(In)...});

    template <int Count>
    struct Loaded
    {
        struct Input
        {
            alignas(kAlignment) unsigned char bytes[Count * kInBytes];
        };
        Input inputs[sizeof...(In)];
    };

    //! Reads everything before it writes, so that many bytes are in flight.
    template <int Size, int Count>
    CV_CUDASTRIPE_HD void groups(int64 first, int64 apart, int64 row) const
    {
        Loaded<Size> loaded[Count];
        CV_CUDASTRIPE_UNROLL
        for (int g = 0; g < Count; ++g)
            load(loaded[g], first + g * apart, row, std::index_sequence_for<In...>());
        CV_CUDASTRIPE_UNROLL
        for (int g = 0; g < Count; ++g)
            apply(loaded[g], first + g * apart, row, std::index_sequence_for<In...>());
    }

    template <size_t... I>
    static bool aligned(const ElementRows& e, std::index_sequence<I...>)
    {
        return (aligned<In>(e.in[I], e.inStep[I], e.rows) && ...) && aligned<Out>(e.out, e.outStep, e.rows);
    }

    template <class T>
    static bool aligned(const void* base, int64 step, int64 rows)
    {
        constexpr int word = wordBytes(Group * static_cast<int>(sizeof(T)));
        return multipleOf(word, base) && (rows == 1 || step % word == 0);
    }

    template <int Count, size_t... I>
    CV_CUDASTRIPE_HD void load(Loaded<Count>& to, int64 col, int64 row, std::index_sequence<I...>) const
    {
        (loadInput<In, Count>(to.inputs[I].bytes,
                              static_cast<const char*>(at.in[I]) + row * at.inStep[I] + col * int64(sizeof(In))),
         ...);
    }

    template <class T, int Count>
    CV_CUDASTRIPE_HD static void loadInput(void* to, const void* from)
    {
        loadElements<T, Count>(to, from);
    }

    // A function object without CV_CUDASTRIPE_HD is only a warning of nvcc, and fails at run time.
#ifdef __NVCC__
#pragma nv_diagnostic push
#pragma nv_diag_error 20011, 20013, 20014
#endif
    template <int Count, size_t... I>
    CV_CUDASTRIPE_HD void apply(const Loaded<Count>& from, int64 col, int64 row, std::index_sequence<I...>) const
    {
        alignas(kAlignment) unsigned char bytes[Count * sizeof(Out)];
        Out* results = reinterpret_cast<Out*>(bytes);
        CV_CUDASTRIPE_UNROLL
        for (int i = 0; i < Count; ++i)
            results[i] = f(reinterpret_cast<const In*>(from.inputs[I].bytes)[i]...);
        char* to = static_cast<char*>(at.out) + row * at.outStep + col * int64(sizeof(Out));
        storeElements<Out, Count>(to, bytes);
    }
#ifdef __NVCC__
#pragma nv_diagnostic pop
#endif
};

}}}}  // namespace cv::cudastripe::detail::CV_CUDASTRIPE_COMPILER

#undef CV_CUDASTRIPE_UNROLL
#undef CV_CUDASTRIPE_NO_UNROLL

#endif
