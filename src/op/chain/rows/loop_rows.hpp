// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

// Which instructions are loops over arrays: what stands for a function of OpenCV at a depth. A row is the instruction,
// its other operand, whether its result is saturated, and the types of the immediates, the values and the results.

//! On integers of 8 and 16 bits.
#define CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, T)       \
    ROW(AddI, Immediate, true, T, T, T)              \
    ROW(SubtractFromI, Immediate, true, T, T, T)     \
    ROW(AbsDiffShortI, Immediate, true, T, T, T)     \
    ROW(MultiplyShortI, Immediate, true, int, T, T)  \
    ROW(DivideRoundI, Immediate, true, int, T, T)    \
    ROW(ScaleShortI, Immediate, true, int, T, T)     \
    ROW(AndI, Immediate, false, T, T, T)             \
    ROW(OrI, Immediate, false, T, T, T)              \
    ROW(XorI, Immediate, false, T, T, T)             \
    ROW(AddI, Second, true, T, T, T)                 \
    ROW(SubtractI, Second, true, T, T, T)            \
    ROW(AbsDiffShortI, Second, true, T, T, T)        \
    ROW(MultiplyScaledShortI, Second, true, T, T, T) \
    ROW(DivideScaledI, Second, true, T, T, T)        \
    ROW(WeighShortI, Second, true, T, T, T)          \
    ROW(AndI, Second, false, T, T, T)                \
    ROW(OrI, Second, false, T, T, T)                 \
    ROW(XorI, Second, false, T, T, T)                \
    CUDASTRIPE_CHAIN_LOOPS_COMPARISONS(ROW, I, T)

#define CUDASTRIPE_CHAIN_LOOPS_COMPARISONS(ROW, S, T) \
    ROW(Min##S, Immediate, false, T, T, T)            \
    ROW(Max##S, Immediate, false, T, T, T)            \
    ROW(KeepAbove##S, Immediate, false, T, T, T)      \
    ROW(KeepUpTo##S, Immediate, false, T, T, T)       \
    ROW(SetAbove##S, Immediate, false, T, T, T)       \
    ROW(SetUpTo##S, Immediate, false, T, T, T)        \
    ROW(IsEqual##S, Immediate, false, T, T, uchar)    \
    ROW(IsAbove##S, Immediate, false, T, T, uchar)    \
    ROW(IsFrom##S, Immediate, false, T, T, uchar)     \
    ROW(IsBelow##S, Immediate, false, T, T, uchar)    \
    ROW(IsUpTo##S, Immediate, false, T, T, uchar)     \
    ROW(IsOther##S, Immediate, false, T, T, uchar)    \
    ROW(Min##S, Second, false, T, T, T)               \
    ROW(Max##S, Second, false, T, T, T)               \
    ROW(IsEqual##S, Second, false, T, T, uchar)       \
    ROW(IsAbove##S, Second, false, T, T, uchar)       \
    ROW(IsFrom##S, Second, false, T, T, uchar)        \
    ROW(IsBelow##S, Second, false, T, T, uchar)       \
    ROW(IsUpTo##S, Second, false, T, T, uchar)        \
    ROW(IsOther##S, Second, false, T, T, uchar)

#define CUDASTRIPE_CHAIN_LOOPS_FLOAT(ROW)                     \
    ROW(AddF, Immediate, false, float, float, float)          \
    ROW(SubtractF, Immediate, false, float, float, float)     \
    ROW(SubtractFromF, Immediate, false, float, float, float) \
    ROW(AbsDiffF, Immediate, false, float, float, float)      \
    ROW(MultiplyF, Immediate, false, float, float, float)     \
    ROW(DivideF, Immediate, false, float, float, float)       \
    ROW(DivideIntoF, Immediate, false, float, float, float)   \
    ROW(ScaleF, Immediate, false, float, float, float)        \
    ROW(SqrtF, Immediate, false, float, float, float)         \
    ROW(AddF, Second, false, float, float, float)             \
    ROW(SubtractF, Second, false, float, float, float)        \
    ROW(AbsDiffF, Second, false, float, float, float)         \
    ROW(MultiplyF, Second, false, float, float, float)        \
    ROW(MultiplyScaledF, Second, false, float, float, float)  \
    ROW(DivideF, Second, false, float, float, float)          \
    ROW(DivideScaledF, Second, false, float, float, float)    \
    ROW(WeighF, Second, false, float, float, float)           \
    CUDASTRIPE_CHAIN_LOOPS_COMPARISONS(ROW, F, float)

//! From one depth to another.
#define CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS(ROW)              \
    ROW(IntToFloat, Immediate, false, uchar, uchar, float)   \
    ROW(IntToFloat, Immediate, false, ushort, ushort, float) \
    ROW(IntToFloat, Immediate, false, short, short, float)   \
    ROW(FloatToInt, Immediate, true, float, float, uchar)    \
    ROW(FloatToInt, Immediate, true, float, float, ushort)   \
    ROW(FloatToInt, Immediate, true, float, float, short)    \
    ROW(SaturateI, Immediate, true, uchar, uchar, ushort)    \
    ROW(SaturateI, Immediate, true, uchar, uchar, short)     \
    ROW(SaturateI, Immediate, true, ushort, ushort, uchar)   \
    ROW(SaturateI, Immediate, true, short, short, uchar)     \
    ROW(ScaleShortI, Immediate, true, int, uchar, ushort)    \
    ROW(ScaleShortI, Immediate, true, int, uchar, short)     \
    ROW(ScaleShortI, Immediate, true, int, ushort, uchar)    \
    ROW(ScaleShortI, Immediate, true, int, short, uchar)

//! Two instructions that are one function: the first, the second, whether that saturates, types of values and results.
#define CUDASTRIPE_CHAIN_LOOPS_OF_TWO(ROW)        \
    ROW(IntToFloat, ScaleF, false, uchar, float)  \
    ROW(IntToFloat, ScaleF, false, ushort, float) \
    ROW(IntToFloat, ScaleF, false, short, float)  \
    ROW(ScaleF, FloatToInt, true, float, uchar)   \
    ROW(ScaleF, FloatToInt, true, float, ushort)  \
    ROW(ScaleF, FloatToInt, true, float, short)

#define CUDASTRIPE_CHAIN_LOOPS(ROW)                           \
    CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, uchar)                \
    CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, ushort)               \
    CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, short)                \
    ROW(MultiplyI, Second, true, uchar, uchar, uchar)         \
    ROW(MultiplyU, Second, true, ushort, ushort, ushort)      \
    ROW(MultiplyI, Second, true, short, short, short)         \
    ROW(MultiplyRoundI, Immediate, true, int, ushort, ushort) \
    ROW(MultiplyRoundI, Immediate, true, int, short, short)   \
    CUDASTRIPE_CHAIN_LOOPS_FLOAT(ROW)                         \
    CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS(ROW)
