// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A loop over arrays: inlined into the version for each instruction set, for which the compiler vectorises it.

#pragma once

#include "../../depth_types.hpp"
#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "loop.hpp"
#include "narrow_forms.hpp"

namespace cv { namespace cudastripe { namespace {

//! The instruction with the limits of a narrow result's type as constants.
template <class Result>
CUDASTRIPE_INLINE ChainInstruction saturatingTo(const ChainInstruction& instruction)
{
    ChainInstruction in = instruction;
    if constexpr (std::is_integral<Result>::value && sizeof(Result) < sizeof(int)) {
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
    //! Values at a time. Fewer for functions with many operations: surplus values at the end of a row would cost more.
    static constexpr int kTogether = isHeavy(Code) ? ChainArrays::kTogether / 4 : ChainArrays::kTogether;

    template <class Result, class A, class B, class C>
    CUDASTRIPE_INLINE static Result of(A a, B b, C c, const ChainInstruction& in)
    {
        if constexpr (sizeof(Result) < sizeof(int) && NarrowForm<Code, Operand, Result>::value)
            return NarrowForm<Code, Operand, Result>::template of<A, B, C>(a, b, c, in);
        else
            return static_cast<Result>(Function::of(a, b, c, in));
    }
};

//! Two instructions as one loop; only one of them may have immediates.
template <class First, class Second>
struct TwoFunctions
{
    using In = typename First::In;
    static constexpr ChainOperand kOperand = ChainOperand::Immediate;
    static constexpr int kTogether = ChainArrays::kTogether;

    template <class Result, class A, class B>
    CUDASTRIPE_INLINE static Result of(A a, B b, B c, const ChainInstruction& in)
    {
        return Second::template of<Result>(First::template of<float>(a, b, c, in), b, c, in);
    }
};

template <class Function, class Immediate, class Source, class Result>
CUDASTRIPE_INLINE void runLoop(const ChainArrays& arrays)
{
    using In = typename Unaligned<Source>::type;
    using Out = typename Unaligned<Result>::type;
    constexpr int together = Function::kTogether, bytes = together * static_cast<int>(sizeof(Source));
    static_assert(together * sizeof(Immediate) <= sizeof(ChainLoopStep::y), "as many immediates as values");
    const ChainInstruction in = saturatingTo<Result>(*arrays.in);
    const auto constant = ChainValueOf<typename Function::In>::of(in.y[0]);
    const Immediate* const x = static_cast<const Immediate*>(arrays.x);
    const Immediate* const y = static_cast<const Immediate*>(arrays.y);
    const int count = arrays.count;
    for (int first = 0; first < count; first += together) {
        const In* const a = reinterpret_cast<const In*>(arrays.src) + first;
        Out* const out = reinterpret_cast<Out*>(arrays.dst) + first;
        fetchAhead(reinterpret_cast<const uchar*>(a), bytes, arrays.ahead);
        if constexpr (Function::kOperand == ChainOperand::Immediate) {
            CUDASTRIPE_INDEPENDENT
            for (int i = 0; i < together; ++i)
                out[i] = Function::template of<Result, Source>(a[i], x[i], y[i], in);
        } else {
            const In* const b = reinterpret_cast<const In*>(arrays.second) + first;
            fetchAhead(reinterpret_cast<const uchar*>(b), bytes, arrays.ahead);
            CUDASTRIPE_INDEPENDENT
            for (int i = 0; i < together; ++i)
                out[i] = Function::template of<Result, Source, Source>(a[i], b[i], constant, in);
        }
    }
}

}}}  // namespace cv::cudastripe
