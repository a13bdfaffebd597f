// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "loop.hpp"
#include "loop_rows.hpp"
#include "narrow_forms.hpp"

// The loops' body, which each version of them inlines, and the compiler vectorises for its instructions.

namespace cv { namespace cudastripe { namespace {

//! An element of an array that may start anywhere.
template <class T>
struct Element
{
    typedef T type __attribute__((may_alias, aligned(1)));
};

//! The instruction, with constants for what the type of the result says already.
template <class Result>
CUDASTRIPE_INLINE ChainInstruction saturatingTo(const ChainInstruction& instruction)
{
    ChainInstruction in = instruction;
    if constexpr (std::is_integral<Result>::value) {
        in.low = std::numeric_limits<Result>::min();
        in.high = std::numeric_limits<Result>::max();
    }
    return in;
}

template <class Function, ChainCode Code, ChainOperand Operand>
struct OneFunction
{
    using In = typename Function::In;
    static constexpr ChainOperand kOperand = Operand;

    template <class Result, class A, class B, class C>
    CUDASTRIPE_INLINE static Result of(A a, B b, C c, const ChainInstruction& in)
    {
        if constexpr (NarrowForm<Code, Operand, Result>::value)
            return NarrowForm<Code, Operand, Result>::template of<A, B, C>(a, b, c, in);
        else
            return static_cast<Result>(Function::of(a, b, c, in));
    }
};

//! Of two functions only one may have immediates.
template <class First, class Second>
struct TwoFunctions
{
    using In = typename First::In;
    static constexpr ChainOperand kOperand = ChainOperand::Immediate;

    template <class Result, class A, class B>
    CUDASTRIPE_INLINE static Result of(A a, B b, B c, const ChainInstruction& in)
    {
        return Second::template of<Result>(First::template of<float>(a, b, c, in), b, c, in);
    }
};

template <class Function, class Immediate, class Source, class Result>
CUDASTRIPE_INLINE void runLoop(const ChainArrays& arrays)
{
    constexpr int together = ChainArrays::kTogether, bytes = together * static_cast<int>(sizeof(Source));
    const ChainInstruction in = saturatingTo<Result>(*arrays.in);
    const auto constant = ChainValueOf<typename Function::In>::of(in.y[0]);
    const Immediate* const x = static_cast<const Immediate*>(arrays.x);
    const Immediate* const y = static_cast<const Immediate*>(arrays.y);
    const int count = arrays.count;
    for (int first = 0; first < count; first += together) {
        const auto* const a = reinterpret_cast<const typename Element<Source>::type*>(arrays.src) + first;
        auto* const out = reinterpret_cast<typename Element<Result>::type*>(arrays.dst) + first;
        fetchAhead(reinterpret_cast<const uchar*>(a), bytes, arrays.ahead);
        if constexpr (Function::kOperand == ChainOperand::Immediate) {
#pragma GCC ivdep
            for (int i = 0; i < together; ++i)
                out[i] = Function::template of<Result, Source>(a[i], x[i], y[i], in);
        } else {
            const auto* const b = reinterpret_cast<const typename Element<Source>::type*>(arrays.second) + first;
            fetchAhead(reinterpret_cast<const uchar*>(b), bytes, arrays.ahead);
#pragma GCC ivdep
            for (int i = 0; i < together; ++i)
                out[i] = Function::template of<Result, Source, Source>(a[i], b[i], constant, in);
        }
    }
}

//! The rows as loops, which a template `loop` of an instruction set runs.
#define CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, OPERAND) OneFunction<Chain##NAME, ChainCode::NAME, ChainOperand::OPERAND>
#define CUDASTRIPE_CHAIN_LOOP(NAME, OPERAND, SATURATES, IMMEDIATES, FROM, TO) \
    {ChainCode::NAME,                                                         \
     ChainCode::NAME,                                                         \
     ChainOperand::OPERAND,                                                   \
     SATURATES,                                                               \
     traits::Depth<IMMEDIATES>::value,                                        \
     traits::Depth<FROM>::value,                                              \
     traits::Depth<TO>::value,                                                \
     &loop<CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, OPERAND), IMMEDIATES, FROM, TO>},
#define CUDASTRIPE_CHAIN_LOOP_OF_TWO(NAME, NEXT, SATURATES, FROM, TO)                                                  \
    {ChainCode::NAME,                                                                                                  \
     ChainCode::NEXT,                                                                                                  \
     ChainOperand::Immediate,                                                                                          \
     SATURATES,                                                                                                        \
     CV_32F,                                                                                                           \
     traits::Depth<FROM>::value,                                                                                       \
     traits::Depth<TO>::value,                                                                                         \
     &loop<TwoFunctions<CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, Immediate), CUDASTRIPE_CHAIN_FUNCTION_OF(NEXT, Immediate)>, \
           float, FROM, TO>},

}}}  // namespace cv::cudastripe
