// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops of chains for one instruction set.

#pragma once

#include "loop_bodies.hpp"
#include "loop_rows.hpp"
#include "pixel_loops.hpp"

namespace cv { namespace cudastripe {

//! The depth that an array of type T has for loops. Integers of 64 bits are the bits of real numbers.
template <class T>
constexpr uchar kDepthOfArray =
    traits::Depth<std::conditional_t<std::is_same<T, std::int64_t>::value, double, T>>::value;

//! The type of an instruction's results in an array. Masks are bytes.
template <ChainCode code>
struct LoopResult
{
    using Type = std::conditional_t<isMask(code), uchar, typename ChainFunctionOf<code>::Type::Out>;
};

}}  // namespace cv::cudastripe

#define CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, OPERAND) OneFunction<Chain##NAME, ChainCode::NAME, ChainOperand::OPERAND>
#define CUDASTRIPE_CHAIN_LOOP(NAME, OPERAND, SATURATES, IMMEDIATES, FROM, TO)  \
    {ChainCode::NAME,                                                          \
     ChainCode::NAME,                                                          \
     ChainOperand::OPERAND,                                                    \
     SATURATES,                                                                \
     kDepthOfArray<IMMEDIATES>,                                                \
     kDepthOfArray<FROM>,                                                      \
     kDepthOfArray<TO>,                                                        \
     &loop<CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, OPERAND), IMMEDIATES, FROM, TO>, \
     false},
#define CUDASTRIPE_CHAIN_LOOP_IN_REGISTERS(NAME, OPERANDS, FROM, TO, ...) \
    CUDASTRIPE_CHAIN_LOOPS_##OPERANDS(CUDASTRIPE_CHAIN_LOOP, NAME, FROM, LoopResult<ChainCode::NAME>::Type)
#define CUDASTRIPE_CHAIN_LOOP_OF_TWO(NAME, NEXT, SATURATES, FROM, TO)                                                  \
    {ChainCode::NAME,                                                                                                  \
     ChainCode::NEXT,                                                                                                  \
     ChainOperand::Immediate,                                                                                          \
     SATURATES,                                                                                                        \
     CV_32F,                                                                                                           \
     kDepthOfArray<FROM>,                                                                                              \
     kDepthOfArray<TO>,                                                                                                \
     &loop<TwoFunctions<CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, Immediate), CUDASTRIPE_CHAIN_FUNCTION_OF(NEXT, Immediate)>, \
           float, FROM, TO>,                                                                                           \
     false},
#define CUDASTRIPE_CHAIN_LOOP_ON_PIXELS(NAME, TYPE)                                         \
    {ChainCode::NAME,     ChainCode::NAME,     ChainOperand::Immediate,           false, 0, \
     kDepthOfArray<TYPE>, kDepthOfArray<TYPE>, &pixelLoop<ChainCode::NAME, TYPE>, true},
#define CUDASTRIPE_CHAIN_LOOKUP(FROM, TO, ENTRY)                                                        \
    {ChainCode::Lookup,   ChainCode::Lookup, ChainOperand::Immediate,      false, kDepthOfArray<ENTRY>, \
     kDepthOfArray<FROM>, kDepthOfArray<TO>, &lookupLoop<FROM, TO, ENTRY>, true},
#define CUDASTRIPE_CHAIN_BYTE_LOOKUP(FROM, TO) \
    {ChainCode::Lookup, ChainCode::Lookup, ChainOperand::Immediate, false, CV_32S, FROM, TO, &lookUpBytes, true},
#define CUDASTRIPE_CHAIN_SHUFFLE(DEPTH, RUN) \
    {ChainCode::Shuffle, ChainCode::Shuffle, ChainOperand::Immediate, false, 0, DEPTH, DEPTH, &RUN, true},

//! Defines chainLoopsNAME(); the attribute TARGET compiles its functions for an instruction set. The first loop that
//! fits an instruction is taken.
#define CUDASTRIPE_CHAIN_LOOPS_FOR(NAME, TARGET)                                                                  \
    namespace cv { namespace cudastripe {                                                                         \
    namespace {                                                                                                   \
    template <class Function, class Immediate, class Source, class Result>                                        \
    TARGET void loop(const ChainArrays& arrays)                                                                   \
    {                                                                                                             \
        runLoop<Function, Immediate, Source, Result>(arrays);                                                     \
    }                                                                                                             \
    template <class Source, class Result, class Entry>                                                            \
    TARGET void lookupLoop(const ChainArrays& arrays)                                                             \
    {                                                                                                             \
        lookUpPixels<Source, Result, Entry>(arrays);                                                              \
    }                                                                                                             \
    template <ChainCode code, class T>                                                                            \
    TARGET void pixelLoop(const ChainArrays& arrays)                                                              \
    {                                                                                                             \
        runOnPixels<code, T>(arrays);                                                                             \
    }                                                                                                             \
    constexpr ChainLoop kLoops[] = {                                                                              \
        CUDASTRIPE_CHAIN_LOOPS_OF_TWO(CUDASTRIPE_CHAIN_LOOP_OF_TWO) CUDASTRIPE_CHAIN_LOOPS(CUDASTRIPE_CHAIN_LOOP) \
            CUDASTRIPE_CHAIN_PIXEL_LOOPS(CUDASTRIPE_CHAIN_LOOP_ON_PIXELS)                                         \
                CUDASTRIPE_CHAIN_BYTE_LOOKUPS(CUDASTRIPE_CHAIN_BYTE_LOOKUP)                                       \
                    CUDASTRIPE_CHAIN_LOOKUPS(CUDASTRIPE_CHAIN_LOOKUP)                                             \
                        CUDASTRIPE_CHAIN_SHUFFLES(CUDASTRIPE_CHAIN_SHUFFLE)                                       \
                            CUDASTRIPE_CHAIN_MATH(CUDASTRIPE_CHAIN_LOOP_IN_REGISTERS)};                           \
    }                                                                                                             \
    ChainLoops chainLoops##NAME()                                                                                 \
    {                                                                                                             \
        return {kLoops, kLoops + sizeof(kLoops) / sizeof(kLoops[0])};                                             \
    }                                                                                                             \
    }                                                                                                             \
    }
