// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Instructions on the group of values that a thread of a kernel holds.

#pragma once

#include "pixels.hpp"

namespace cv { namespace cudastripe {

//! Four pixels of up to four channels, or 16 values: what a thread of a kernel holds.
template <class Word>
struct ChainGroup
{
    static constexpr int kPixels = 4;
    Word values[kPixels][4];
};

//! The second image's value as `T`; it may be an integer although the instruction works on real numbers.
template <class T, class Word>
CV_CUDASTRIPE_HD inline T secondAs(int secondDepth, Word second)
{
    if constexpr (std::is_floating_point<T>::value) {
        if (secondDepth <= CV_32S)
            return static_cast<T>(valueOf<int>(second));
    }
    return valueOf<T>(second);
}

template <class Function, ChainOperand Operand, class Word>
CV_CUDASTRIPE_HD inline void applyTo(const ChainInstruction& in, int secondDepth, ChainGroup<Word>& group,
                                     const ChainGroup<Word>& second)
{
    using In = typename Function::In;
    for (int c = 0; c < 4; ++c) {
        const In x = ChainValueOf<In>::of(in.x[c]), y = ChainValueOf<In>::of(in.y[c]);
        for (int p = 0; p < ChainGroup<Word>::kPixels; ++p) {
            Word& value = group.values[p][c];
            const In a = valueOf<In>(value);
            const In b = Operand == ChainOperand::Immediate ? x
                         : Operand == ChainOperand::Self    ? a
                                                            : secondAs<In>(secondDepth, second.values[p][c]);
            value = wordOf<Word>(Function::of(a, b, y, in));
        }
    }
}

//! Applies an instruction's function to each value.
template <class Function, class Word>
CV_CUDASTRIPE_HD inline void applyToGroup(const ChainInstruction& in, int secondDepth, ChainGroup<Word>& group,
                                          const ChainGroup<Word>& second)
{
    if (Function::kOperands != ChainOperands::One && in.operand == ChainOperand::Second)
        applyTo<Function, ChainOperand::Second>(in, secondDepth, group, second);
    else if (Function::kOperands == ChainOperands::Any && in.operand == ChainOperand::Self)
        applyTo<Function, ChainOperand::Self>(in, secondDepth, group, second);
    else
        applyTo<Function, ChainOperand::Immediate>(in, secondDepth, group, second);
}

//! What instructions work on: a group, with the second image's.
template <class Word>
struct GroupOperands
{
    int secondDepth;
    const uchar* tables;
    ChainGroup<Word>& group;
    const ChainGroup<Word>& second;

    //! For an instruction that the compiler knows.
    template <ChainCode code>
    CV_CUDASTRIPE_HD void run(const ChainInstruction& in) const
    {
        if constexpr (isOnValues(code)) {
            applyToGroup<typename ChainFunctionOf<code>::Type>(in, secondDepth, group, second);
        } else {
            for (int p = 0; p < ChainGroup<Word>::kPixels; ++p)
                runOnPixel(in, tables, group.values[p], second.values[p]);
        }
    }
};

//! Runs an instruction on a group. All threads take the same branch.
template <class Word>
CV_CUDASTRIPE_HD inline void runInstruction(const ChainInstruction& in, int secondDepth, const uchar* tables,
                                            ChainGroup<Word>& group, const ChainGroup<Word>& second)
{
#define CUDASTRIPE_CHAIN_CASE(NAME, ...)                           \
    case ChainCode::NAME:                                          \
        applyToGroup<Chain##NAME>(in, secondDepth, group, second); \
        break;
    switch (in.code) {
        CUDASTRIPE_CHAIN_LIGHT_MATH(CUDASTRIPE_CHAIN_CASE)
    default:
        if constexpr (sizeof(Word) == 8) {
            switch (in.code) {
                CUDASTRIPE_CHAIN_HEAVY_MATH(CUDASTRIPE_CHAIN_CASE)
            default:
                break;
            }
        }
        for (int p = 0; p < ChainGroup<Word>::kPixels; ++p)
            runOnPixel(in, tables, group.values[p], second.values[p]);
    }
#undef CUDASTRIPE_CHAIN_CASE
}

//! Runs a program on a group.
template <class Word, class Program>
CV_CUDASTRIPE_HD inline void runProgram(const Program& program, const uchar* tables, ChainGroup<Word>& group,
                                        const ChainGroup<Word>& second)
{
    if constexpr (!std::is_same<Program, ChainProgram>::value) {
        program.forEach(GroupOperands<Word>{program.secondDepth, tables, group, second});
    } else {
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
        for (int i = 0; i < program.count; ++i)
            runInstruction(program.instructions[i], program.secondDepth, tables, group, second);
    }
}

}}  // namespace cv::cudastripe
