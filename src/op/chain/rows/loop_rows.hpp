// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which instructions have loops over arrays of narrow values, and which pairs of instructions have one loop. All
// instructions have loops over values as they are in registers.

#pragma once

// A row is the instruction, its other operand, whether its result is saturated, and the types of the immediates, the
// values and the results.

//! With an immediate as well as with the second image.
#define CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, NAME, SATURATES, T, TO) \
    ROW(NAME, Immediate, SATURATES, T, T, TO)                    \
    ROW(NAME, Second, SATURATES, T, T, TO)

//! On integers of 8 and 16 bits; a shift keeps the values in their depth.
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
    ROW(DivideIntoI, Immediate, true, int, T, T)                \
    ROW(ShiftLeftI, Immediate, false, int, T, T)                \
    ROW(ShiftRightI, Immediate, false, int, T, T)               \
    ROW(SubtractI, Second, true, T, T, T)                       \
    ROW(MultiplyScaledShortI, Second, true, T, T, T)            \
    ROW(DivideScaledI, Second, true, T, T, T)                   \
    ROW(WeighShortI, Second, true, T, T, T)                     \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, MinI, false, T, T)         \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, MaxI, false, T, T)         \
    ROW(KeepAboveI, Immediate, false, T, T, T)                  \
    ROW(KeepUpToI, Immediate, false, T, T, T)                   \
    ROW(SetAboveI, Immediate, false, T, T, T)                   \
    ROW(SetUpToI, Immediate, false, T, T, T)                    \
    CUDASTRIPE_CHAIN_LOOPS_MASKS(ROW, I, T)

//! Results are 255 or 0.
#define CUDASTRIPE_CHAIN_LOOPS_MASKS(ROW, S, T)                   \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsEqual##S, false, T, uchar) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsAbove##S, false, T, uchar) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsFrom##S, false, T, uchar)  \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsBelow##S, false, T, uchar) \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsUpTo##S, false, T, uchar)  \
    CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, IsOther##S, false, T, uchar) \
    ROW(IsWithin##S, Immediate, false, T, T, uchar)

//! From one depth to another.
#define CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS(ROW)            \
    CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS_OF(ROW, uchar)      \
    CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS_OF(ROW, schar)      \
    CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS_OF(ROW, ushort)     \
    CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS_OF(ROW, short)      \
    ROW(SaturateI, Immediate, true, uchar, uchar, ushort)  \
    ROW(SaturateI, Immediate, true, uchar, uchar, short)   \
    ROW(SaturateI, Immediate, true, ushort, ushort, uchar) \
    ROW(SaturateI, Immediate, true, short, short, uchar)   \
    ROW(ScaleShortI, Immediate, true, int, uchar, ushort)  \
    ROW(ScaleShortI, Immediate, true, int, uchar, short)   \
    ROW(ScaleShortI, Immediate, true, int, ushort, uchar)  \
    ROW(ScaleShortI, Immediate, true, int, short, uchar)

#define CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS_OF(ROW, T) \
    ROW(SaturateI, Immediate, true, T, T, int)        \
    ROW(SaturateI, Immediate, true, int, int, T)      \
    ROW(IntToFloat, Immediate, false, T, T, float)    \
    ROW(IntToDouble, Immediate, false, T, T, double)  \
    ROW(FloatToInt, Immediate, true, float, float, T)

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
    CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, schar)                \
    CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, ushort)               \
    CUDASTRIPE_CHAIN_LOOPS_INTEGER(ROW, short)                \
    ROW(MultiplyI, Second, true, uchar, uchar, uchar)         \
    ROW(MultiplyI, Second, true, schar, schar, schar)         \
    ROW(MultiplyU, Second, true, ushort, ushort, ushort)      \
    ROW(MultiplyI, Second, true, short, short, short)         \
    ROW(MultiplyRoundI, Immediate, true, int, ushort, ushort) \
    ROW(MultiplyRoundI, Immediate, true, int, short, short)   \
    CUDASTRIPE_CHAIN_LOOPS_CONVERSIONS(ROW)

//! On values as they are in registers: an instruction of @ref CUDASTRIPE_CHAIN_MATH with what its other operand may be.
#define CUDASTRIPE_CHAIN_LOOPS_One(ROW, NAME, T, TO) ROW(NAME, Immediate, false, T, T, TO)
#define CUDASTRIPE_CHAIN_LOOPS_Two(ROW, NAME, T, TO) CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, NAME, false, T, TO)
#define CUDASTRIPE_CHAIN_LOOPS_Any(ROW, NAME, T, TO) CUDASTRIPE_CHAIN_LOOPS_BOTH(ROW, NAME, false, T, TO)

//! On whole pixels: the instruction, and the type of values and results.
#define CUDASTRIPE_CHAIN_PIXEL_LOOPS(ROW) \
    ROW(GrayI, uchar)                     \
    ROW(GrayI, ushort)                    \
    ROW(GrayI, int)                       \
    ROW(GrayF, float)                     \
    ROW(AllSet, uchar)                    \
    ROW(AllSet, int)                      \
    ROW(Premultiply, uchar)               \
    ROW(Premultiply, int)                 \
    ROW(BlendOver, uchar)                 \
    ROW(BlendOver, int)

//! Tables: the type of values, that of results, and that of entries, which have 32 or 64 bits.
#define CUDASTRIPE_CHAIN_LOOKUPS(ROW)             \
    CUDASTRIPE_CHAIN_LOOKUPS_TO_BYTES(ROW, uchar) \
    CUDASTRIPE_CHAIN_LOOKUPS_TO_BYTES(ROW, schar) \
    CUDASTRIPE_CHAIN_LOOKUPS_TO(ROW, ushort)      \
    CUDASTRIPE_CHAIN_LOOKUPS_TO(ROW, short)       \
    CUDASTRIPE_CHAIN_LOOKUPS_TO(ROW, int)         \
    CUDASTRIPE_CHAIN_LOOKUPS_TO(ROW, float)       \
    CUDASTRIPE_CHAIN_LOOKUPS_WIDE(ROW, double)

#define CUDASTRIPE_CHAIN_LOOKUPS_TO_BYTES(ROW, TO) \
    ROW(int, TO, int)                              \
    CUDASTRIPE_CHAIN_LOOKUPS_WIDE(ROW, TO)

#define CUDASTRIPE_CHAIN_LOOKUPS_TO(ROW, TO) \
    ROW(uchar, TO, int)                      \
    ROW(schar, TO, int)                      \
    ROW(int, TO, int)                        \
    CUDASTRIPE_CHAIN_LOOKUPS_WIDE(ROW, TO)

#define CUDASTRIPE_CHAIN_LOOKUPS_WIDE(ROW, TO) \
    ROW(uchar, TO, double)                     \
    ROW(schar, TO, double)                     \
    ROW(int, TO, double)

//! Bytes in tables of bytes: the depths of values and results.
#define CUDASTRIPE_CHAIN_BYTE_LOOKUPS(ROW) \
    ROW(CV_8U, CV_8U)                      \
    ROW(CV_8U, CV_8S)                      \
    ROW(CV_8S, CV_8U)                      \
    ROW(CV_8S, CV_8S)

//! Channels in another order or number: the depth, and the loop for its bytes.
#define CUDASTRIPE_CHAIN_SHUFFLES(ROW) \
    ROW(CV_8U, shuffleChannels<1>)     \
    ROW(CV_8S, shuffleChannels<1>)     \
    ROW(CV_16U, shuffleChannels<2>)    \
    ROW(CV_16S, shuffleChannels<2>)    \
    ROW(CV_32S, shuffleChannels<4>)    \
    ROW(CV_32F, shuffleChannels<4>)    \
    ROW(CV_64F, shuffleChannels<8>)
