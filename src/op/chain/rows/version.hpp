// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of chains for one instruction set: the block's loops and the list of loops over arrays.

#pragma once

#include "block_loops.hpp"
#include "loop_bodies.hpp"
#include "loop_rows.hpp"
#include "pixel_loops.hpp"

#define CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, OPERAND) OneFunction<Chain##NAME, ChainCode::NAME, ChainOperand::OPERAND>
#define CUDASTRIPE_CHAIN_LOOP(NAME, OPERAND, SATURATES, IMMEDIATES, FROM, TO)  \
    {ChainCode::NAME,                                                          \
     ChainCode::NAME,                                                          \
     ChainOperand::OPERAND,                                                    \
     SATURATES,                                                                \
     traits::Depth<IMMEDIATES>::value,                                         \
     traits::Depth<FROM>::value,                                               \
     traits::Depth<TO>::value,                                                 \
     &loop<CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, OPERAND), IMMEDIATES, FROM, TO>, \
     false},
#define CUDASTRIPE_CHAIN_LOOP_OF_TWO(NAME, NEXT, SATURATES, FROM, TO)                                                  \
    {ChainCode::NAME,                                                                                                  \
     ChainCode::NEXT,                                                                                                  \
     ChainOperand::Immediate,                                                                                          \
     SATURATES,                                                                                                        \
     CV_32F,                                                                                                           \
     traits::Depth<FROM>::value,                                                                                       \
     traits::Depth<TO>::value,                                                                                         \
     &loop<TwoFunctions<CUDASTRIPE_CHAIN_FUNCTION_OF(NAME, Immediate), CUDASTRIPE_CHAIN_FUNCTION_OF(NEXT, Immediate)>, \
           float, FROM, TO>,                                                                                           \
     false},
#define CUDASTRIPE_CHAIN_LOOP_ON_PIXELS(NAME, TYPE) \
    {ChainCode::NAME,                               \
     ChainCode::NAME,                               \
     ChainOperand::Immediate,                       \
     false,                                         \
     0,                                             \
     traits::Depth<TYPE>::value,                    \
     traits::Depth<TYPE>::value,                    \
     &pixelLoop<ChainCode::NAME, TYPE>,             \
     true},
#define CUDASTRIPE_CHAIN_LOOKUP(FROM, TO)                                                     \
    {ChainCode::Lookup,          ChainCode::Lookup,        ChainOperand::Immediate, false, 0, \
     traits::Depth<FROM>::value, traits::Depth<TO>::value, &lookupLoop<TO>,         true},
#define CUDASTRIPE_CHAIN_SHUFFLE(DEPTH, RUN) \
    {ChainCode::Shuffle, ChainCode::Shuffle, ChainOperand::Immediate, false, 0, DEPTH, DEPTH, &RUN, true},

//! Defines chainRowsNAME(); the attribute TARGET compiles its functions for an instruction set. The speed of blocks()
//! depends on where its loops lie in cache lines.
#define CUDASTRIPE_CHAIN_ROWS(NAME, TARGET)                                                               \
    namespace cv { namespace cudastripe {                                                                 \
    namespace {                                                                                           \
    template <class Function, class Immediate, class Source, class Result>                                \
    TARGET void loop(const ChainArrays& arrays)                                                           \
    {                                                                                                     \
        runLoop<Function, Immediate, Source, Result>(arrays);                                             \
    }                                                                                                     \
    template <class T>                                                                                    \
    TARGET void lookupLoop(const ChainArrays& arrays)                                                     \
    {                                                                                                     \
        lookUpPixels<T>(arrays);                                                                          \
    }                                                                                                     \
    template <ChainCode code, class T>                                                                    \
    TARGET void pixelLoop(const ChainArrays& arrays)                                                      \
    {                                                                                                     \
        runOnPixels<code, T>(arrays);                                                                     \
    }                                                                                                     \
    TARGET __attribute__((aligned(64))) void blocks(const ChainProgram& program, const uchar* tables,     \
                                                    const ChainRow& row, ChainBlock& block)               \
    {                                                                                                     \
        runInBlocks(program, tables, row, block);                                                         \
    }                                                                                                     \
    constexpr ChainLoop kLoops[] = {CUDASTRIPE_CHAIN_LOOPS_OF_TWO(CUDASTRIPE_CHAIN_LOOP_OF_TWO)           \
                                        CUDASTRIPE_CHAIN_LOOPS(CUDASTRIPE_CHAIN_LOOP)                     \
                                            CUDASTRIPE_CHAIN_PIXEL_LOOPS(CUDASTRIPE_CHAIN_LOOP_ON_PIXELS) \
                                                CUDASTRIPE_CHAIN_LOOKUPS(CUDASTRIPE_CHAIN_LOOKUP)         \
                                                    CUDASTRIPE_CHAIN_SHUFFLES(CUDASTRIPE_CHAIN_SHUFFLE)}; \
    }                                                                                                     \
    ChainRowVersion chainRows##NAME()                                                                     \
    {                                                                                                     \
        return {&blocks, kLoops, kLoops + sizeof(kLoops) / sizeof(kLoops[0])};                            \
    }                                                                                                     \
    }}
