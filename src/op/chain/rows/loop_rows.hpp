// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which instructions have loops over arrays: those that stand for a function of OpenCV.

#pragma once

// A row is the instruction, its other operand, whether its result is saturated, and the types of the immediates, the
// values and the results.

//! With an immediate as well as with the second image.
#define CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, NAME, SATURATES, T, TO) \
    ROW(NAME, Immediate, SATURATES, T, T, TO)                    \
    ROW(NAME, Second, SATURATES, T, T, TO)

//! On integers of 8 and 16 bits.
#define CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, T)                  \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, AddI, true, T, T)          \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, AbsDiffShortI, true, T, T) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, AndI, false, T, T)         \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, OrI, false, T, T)          \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, XorI, false, T, T)         \
    ROW(SubtractFromI, Immediate, true, T, T, T)                \
    ROW(MultiplyShortI, Immediate, true, int, T, T)             \
    ROW(DivideRoundI, Immediate, true, int, T, T)               \
    ROW(ScaleShortI, Immediate, true, int, T, T)                \
    ROW(SubtractI, Second, true, T, T, T)                       \
    ROW(MultiplyScaledShortI, Second, true, T, T, T)            \
    ROW(DivideScaledI, Second, true, T, T, T)                   \
    ROW(WeighShortI, Second, true, T, T, T)                     \
    CUDASTRIPE_CHAIN_LOOPS_COMPARISONS(ROW, I, T)

#define CUDASTRIPE_CHAIN_LOOPS_COMPARISONS(ROW, S, T)             \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, Min##S, false, T, T)         \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, Max##S, false, T, T)         \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsEqual##S, false, T, uchar) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsAbove##S, false, T, uchar) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsFrom##S, false, T, uchar)  \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsBelow##S, false, T, uchar) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsUpTo##S, false, T, uchar)  \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsOther##S, false, T, uchar) \
    ROW(IsWithin##S, Immediate, false, T, T, uchar)               \
    ROW(KeepAbove##S, Immediate, false, T, T, T)                  \
    ROW(KeepUpTo##S, Immediate, false, T, T, T)                   \
    ROW(SetAbove##S, Immediate, false, T, T, T)                   \
    ROW(SetUpTo##S, Immediate, false, T, T, T)

#define CUDASTRIPE_CHAIN_LOOPS_FLOAT(ROW)                            \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, AddF, false, float, float)      \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, SubtractF, false, float, float) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, AbsDiffF, false, float, float)  \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, MultiplyF, false, float, float) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, DivideF, false, float, float)   \
    ROW(SubtractFromF, Immediate, false, float, float, float)        \
    ROW(DivideIntoF, Immediate, false, float, float, float)          \
    ROW(ScaleF, Immediate, false, float, float, float)               \
    ROW(SqrtF, Immediate, false, float, float, float)                \
    ROW(MultiplyScaledF, Second, false, float, float, float)         \
    ROW(DivideScaledF, Second, false, float, float, float)           \
    ROW(WeighF, Second, false, float, float, float)                  \
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

//! Two instructions in one loop: the first, the second, whether it saturates, the types of values and results.
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

//! On whole pixels: the instruction, and the type of values and results.
#define CUDASTRIPE_CHAIN_PIXEL_LOOPS(ROW) \
    ROW(GrayI, uchar)                     \
    ROW(GrayI, ushort)                    \
    ROW(GrayF, float)                     \
    ROW(AllSet, uchar)                    \
    ROW(Premultiply, uchar)

//! Tables: the type of bytes, and that of results.
#define CUDASTRIPE_CHAIN_LOOKUPS(ROW)       \
    CUDASTRIPE_CHAIN_LOOKUPS_OF(ROW, uchar) \
    CUDASTRIPE_CHAIN_LOOKUPS_OF(ROW, schar)

#define CUDASTRIPE_CHAIN_LOOKUPS_OF(ROW, T) \
    ROW(T, uchar)                           \
    ROW(T, schar)                           \
    ROW(T, ushort)                          \
    ROW(T, short)                           \
    ROW(T, int)                             \
    ROW(T, float)

//! Channels in another order or number: the depth, and the loop for its bytes.
#define CUDASTRIPE_CHAIN_SHUFFLES(ROW) \
    ROW(CV_8U, shuffleBytes)           \
    ROW(CV_8S, shuffleBytes)           \
    ROW(CV_16U, shuffleWords)          \
    ROW(CV_16S, shuffleWords)          \
    ROW(CV_32S, shuffleLongs)          \
    ROW(CV_32F, shuffleLongs)
