// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The instruction sets that rows are compiled for, without OpenCV's dispatch, which needs OpenCV's build.

#pragma once

#include <algorithm>
#include <initializer_list>

#include "opencv2/core.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define CUDASTRIPE_X86 1
#define CUDASTRIPE_AVX2 __attribute__((target("avx2,fma")))
#ifdef __clang__  // Clang ignores an attribute that also names a width
#define CUDASTRIPE_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma")))
#else
#define CUDASTRIPE_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma,prefer-vector-width=512")))
#endif
#endif

//! Before a loop whose iterations are independent. Clang's pragma for this would also force vectorisation.
#ifdef __clang__
#define CUDASTRIPE_INDEPENDENT
#else
#define CUDASTRIPE_INDEPENDENT _Pragma("GCC ivdep")
#endif

#define CUDASTRIPE_INLINE inline __attribute__((always_inline))

namespace cv { namespace cudastripe {

//! An element of an array that may start anywhere and may have been written as another type. Declare pointers with this
//! type: `auto` and template arguments lose its attributes.
template <class T>
struct Unaligned
{
    typedef T type __attribute__((may_alias, aligned(1)));
};

//! The instruction sets that rows are compiled for.
enum class InstructionSet
{
    Plain,
    Sse41,
    Avx2,
    Avx512
};

inline InstructionSet instructionSet()
{
#ifdef CUDASTRIPE_X86
    const auto has = [](std::initializer_list<int> features) {
        return std::all_of(features.begin(), features.end(), [](int feature) { return checkHardwareSupport(feature); });
    };
    if (!has({CV_CPU_SSSE3, CV_CPU_SSE4_1}))
        return InstructionSet::Plain;
    if (!has({CV_CPU_AVX2, CV_CPU_FMA3}))
        return InstructionSet::Sse41;
    if (has({CV_CPU_AVX_512F, CV_CPU_AVX_512BW, CV_CPU_AVX_512DQ, CV_CPU_AVX_512VL}))
        return InstructionSet::Avx512;
    return InstructionSet::Avx2;
#endif
    return InstructionSet::Plain;
}

//! The version of a function for this CPU.
template <class Function>
Function chooseVersion(Function plain, Function sse41, Function avx2, Function avx512)
{
    const Function versions[] = {plain, sse41, avx2, avx512};  // as in InstructionSet
    return versions[static_cast<int>(instructionSet())];
}

//! SSE4.1 uses the plain version.
template <class Function>
Function chooseVersion(Function plain, Function avx2, Function avx512)
{
    return chooseVersion(plain, plain, avx2, avx512);
}

//! The versions of an always inlined function for the instruction sets.
template <auto Function>
struct Versions;

template <class... Arguments, void (*Function)(Arguments...)>
struct Versions<Function>
{
    static auto forThisCpu()
    {
#ifdef CUDASTRIPE_X86
        return chooseVersion(&plain, &avx2, &avx512);
#else
        return &plain;
#endif
    }

    static void plain(Arguments... arguments)
    {
        Function(arguments...);
    }
#ifdef CUDASTRIPE_X86
    CUDASTRIPE_AVX2 static void avx2(Arguments... arguments)
    {
        Function(arguments...);
    }
    CUDASTRIPE_AVX512 static void avx512(Arguments... arguments)
    {
        Function(arguments...);
    }
#endif
};

}}  // namespace cv::cudastripe
