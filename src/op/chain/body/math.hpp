// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The instructions of chains that turn one value into one, a row each.

#pragma once

#include "program.hpp"
#include "real_functions.hpp"

namespace cv { namespace cudastripe {

//! What a row's other operand may be. One: an immediate. Two: also the second image. Any: also the value itself.
enum class ChainOperands
{
    One,
    Two,
    Any
};

//! Rows that all three types have; their suffix is I, F or D.
#define CUDASTRIPE_CHAIN_COMPARISONS(ROW, S, T)    \
    ROW(Min##S, Two, T, T, a < b ? a : b)          \
    ROW(Max##S, Two, T, T, a > b ? a : b)          \
    ROW(KeepAbove##S, One, T, T, a > b ? a : T(0)) \
    ROW(KeepUpTo##S, One, T, T, a <= b ? a : T(0)) \
    ROW(SetAbove##S, One, T, T, a > b ? c : T(0))  \
    ROW(SetUpTo##S, One, T, T, a <= b ? c : T(0))  \
    ROW(IsEqual##S, Two, T, int, a == b ? 255 : 0) \
    ROW(IsAbove##S, Two, T, int, a > b ? 255 : 0)  \
    ROW(IsFrom##S, Two, T, int, a >= b ? 255 : 0)  \
    ROW(IsBelow##S, Two, T, int, a < b ? 255 : 0)  \
    ROW(IsUpTo##S, Two, T, int, a <= b ? 255 : 0)  \
    ROW(IsOther##S, Two, T, int, a != b ? 255 : 0) \
    ROW(IsWithin##S, One, T, int, a >= b && a <= c ? 255 : 0)

#define CUDASTRIPE_CHAIN_REAL(ROW, S, T)                                                            \
    ROW(Add##S, Two, T, T, canonical(sumOf(a, b)))                                                  \
    ROW(Subtract##S, Two, T, T, canonical(sumOf(a, -b)))                                            \
    ROW(SubtractFrom##S, Two, T, T, canonical(sumOf(b, -a)))                                        \
    ROW(AbsDiff##S, Two, T, T, magnitudeOf(canonical(sumOf(a, -b))))                                \
    ROW(Multiply##S, Any, T, T, canonical(productOf(a, b)))                                         \
    ROW(MultiplyScaled##S, Two, T, T, canonical(productOf(productOf(c, a), b)))                     \
    ROW(Divide##S, Two, T, T, canonical(quotientOf(a, b)))                                          \
    ROW(DivideScaled##S, Two, T, T, canonical(quotientOf(productOf(a, c), b)))                      \
    ROW(DivideInto##S, One, T, T, canonical(quotientOf(b, a)))                                      \
    ROW(Scale##S, One, T, T, canonical(fusedOf(a, b, c)))                                           \
    ROW(Weigh##S, Two, T, T,                                                                        \
        canonical(fusedOf(a, ChainValueOf<T>::of(in.y[0]),                                          \
                          fusedOf(b, ChainValueOf<T>::of(in.y[1]), ChainValueOf<T>::of(in.y[2]))))) \
    ROW(Sqrt##S, One, T, T, canonical(rootOf(a)))

#define CUDASTRIPE_CHAIN_FUNCTIONS(ROW, S, T)           \
    ROW(Exp##S, One, T, T, canonical(exponentialOf(a))) \
    ROW(Log##S, One, T, T, canonical(logarithmOf(a)))   \
    ROW(Magnitude##S, Two, T, T, canonical(hypotenuseOf(a, b)))

//! Name, operands, type of a, b and c, type of the result, the result: a is the value, b the other operand, c the
//! second immediate; `in` is the instruction. "Short" ones are faster, for results up to 4000000.
#define CUDASTRIPE_CHAIN_LIGHT_MATH(ROW)                                                                               \
    ROW(AddI, Two, int, int, saturated(in, wrapped(unsigned(a) + unsigned(b))))                                        \
    ROW(SubtractI, Two, int, int, saturated(in, wrapped(unsigned(a) - unsigned(b))))                                   \
    ROW(SubtractFromI, Two, int, int, saturated(in, wrapped(unsigned(b) - unsigned(a))))                               \
    ROW(AbsDiffI, Two, int, int, saturated(in, distanceOf(a, b)))                                                      \
    ROW(AbsDiffShortI, Two, int, int, saturated(in, a - b < 0 ? b - a : a - b))                                        \
    ROW(MultiplyI, Any, int, int, saturated(in, wrapped(unsigned(a) * unsigned(b))))                                   \
    ROW(MultiplyU, Any, int, int, leastOf(unsigned(a) * unsigned(b), unsigned(in.high)))                               \
    ROW(PowerI, One, int, int, saturated(in, wrappedPower(a, in)))                                                     \
    ROW(AndI, Two, int, int, (a & b))                                                                                  \
    ROW(OrI, Two, int, int, a | b)                                                                                     \
    ROW(XorI, Two, int, int, a ^ b)                                                                                    \
    ROW(ShiftLeftI, One, int, int, shiftedLeft(a, b, c))                                                               \
    ROW(ShiftRightI, One, int, int, a >> b)                                                                            \
    ROW(MultiplyRoundI, One, int, int, roundedTo(in, productOf(static_cast<float>(a), bitsAs<float>(b))))              \
    ROW(MultiplyShortI, One, int, int, shortTo(in, productOf(static_cast<float>(a), bitsAs<float>(b))))                \
    ROW(MultiplyScaledShortI, Two, int, int,                                                                           \
        shortTo(in, productOf(productOf(bitsAs<float>(c), static_cast<float>(a)), static_cast<float>(b))))             \
    ROW(ScaleShortI, One, int, int, shortTo(in, fusedOf(static_cast<float>(a), bitsAs<float>(b), bitsAs<float>(c))))   \
    ROW(WeighShortI, Two, int, int,                                                                                    \
        shortTo(in, fusedOf(static_cast<float>(a), in.y[0].f, fusedOf(static_cast<float>(b), in.y[1].f, in.y[2].f))))  \
    ROW(DivideRoundI, One, int, int, roundedTo(in, quotientOf(static_cast<float>(a), bitsAs<float>(b))))               \
    ROW(MultiplyScaledI, Two, int, int,                                                                                \
        roundedTo(in, productOf(productOf(bitsAs<float>(c), static_cast<float>(a)), static_cast<float>(b))))           \
    ROW(DivideScaledI, Two, int, int,                                                                                  \
        b == 0 ? 0                                                                                                     \
               : roundedTo(in, quotientOf(productOf(static_cast<float>(a), bitsAs<float>(c)), static_cast<float>(b)))) \
    ROW(DivideIntoI, One, int, int, a == 0 ? 0 : roundedTo(in, quotientOf(bitsAs<float>(b), static_cast<float>(a))))   \
    ROW(ScaleI, One, int, int, roundedTo(in, fusedOf(static_cast<float>(a), bitsAs<float>(b), bitsAs<float>(c))))      \
    ROW(WeighI, Two, int, int,                                                                                         \
        roundedTo(in,                                                                                                  \
                  fusedOf(static_cast<float>(a), in.y[0].f, fusedOf(static_cast<float>(b), in.y[1].f, in.y[2].f))))    \
    ROW(SaturateI, One, int, int, saturated(in, a))                                                                    \
    CUDASTRIPE_CHAIN_COMPARISONS(ROW, I, int)                                                                          \
    CUDASTRIPE_CHAIN_COMPARISONS(ROW, F, float)                                                                        \
    CUDASTRIPE_CHAIN_REAL(ROW, F, float)                                                                               \
    ROW(IntToFloat, One, int, float, static_cast<float>(a))                                                            \
    ROW(FloatToInt, One, float, int, saturated(in, roundToInt(a)))

//! Instructions on values of 64 bits, or with many operations; AndL must be the first.
#define CUDASTRIPE_CHAIN_HEAVY_MATH(ROW)                                      \
    ROW(AndL, Two, std::int64_t, std::int64_t, (a & b))                       \
    ROW(OrL, Two, std::int64_t, std::int64_t, a | b)                          \
    ROW(XorL, Two, std::int64_t, std::int64_t, a ^ b)                         \
    CUDASTRIPE_CHAIN_COMPARISONS(ROW, D, double)                              \
    CUDASTRIPE_CHAIN_REAL(ROW, D, double)                                     \
    CUDASTRIPE_CHAIN_FUNCTIONS(ROW, F, float)                                 \
    CUDASTRIPE_CHAIN_FUNCTIONS(ROW, D, double)                                \
    ROW(PowerF, One, float, float, canonical(powerOf(a, in.y[0].d)))          \
    ROW(PowerD, One, double, double, canonical(pow(a, in.y[0].d)))            \
    ROW(GammaF, One, float, float, gammaOf(a, in.y[0].d, in.y[1].d))          \
    ROW(IntToDouble, One, int, double, static_cast<double>(a))                \
    ROW(FloatToDouble, One, float, double, canonical(static_cast<double>(a))) \
    ROW(DoubleToFloat, One, double, float, canonical(static_cast<float>(a)))  \
    ROW(DoubleToInt, One, double, int, saturated(in, roundToInt(a)))

#define CUDASTRIPE_CHAIN_MATH(ROW)   \
    CUDASTRIPE_CHAIN_LIGHT_MATH(ROW) \
    CUDASTRIPE_CHAIN_HEAVY_MATH(ROW)

//! Instructions on whole pixels, and lookups in a table; see @ref pixels.hpp.
#define CUDASTRIPE_CHAIN_PIXEL_CODES(ROW) \
    ROW(Lookup)                           \
    ROW(Shuffle)                          \
    ROW(AllSet)                           \
    ROW(GrayI)                            \
    ROW(GrayF)                            \
    ROW(Premultiply)                      \
    ROW(BlendOver)

#define CUDASTRIPE_CHAIN_ENUMERATOR(NAME, ...) NAME,
enum class ChainCode : uchar
{
    CUDASTRIPE_CHAIN_MATH(CUDASTRIPE_CHAIN_ENUMERATOR) CUDASTRIPE_CHAIN_PIXEL_CODES(CUDASTRIPE_CHAIN_ENUMERATOR)
};
#undef CUDASTRIPE_CHAIN_ENUMERATOR

//! True if an instruction works on single values, without a table.
CV_CUDASTRIPE_HD constexpr bool isOnValues(ChainCode code)
{
    return code < ChainCode::Lookup;
}

//! True if all results are 0 or 255.
constexpr bool isMask(ChainCode code)
{
    return (code >= ChainCode::IsEqualI && code <= ChainCode::IsWithinI) ||
           (code >= ChainCode::IsEqualF && code <= ChainCode::IsWithinF) ||
           (code >= ChainCode::IsEqualD && code <= ChainCode::IsWithinD);
}

//! True if an instruction is on values of 64 bits, or has many operations.
constexpr bool isHeavy(ChainCode code)
{
    return isOnValues(code) && code >= ChainCode::AndL;
}

CV_CUDASTRIPE_HD inline int saturated(const ChainInstruction& in, int x)
{
    const int above = x < in.low ? in.low : x;
    return above > in.high ? in.high : above;
}

CV_CUDASTRIPE_HD inline int roundedTo(const ChainInstruction& in, float x)
{
    return saturated(in, roundToInt(x));
}

CV_CUDASTRIPE_HD inline int shortTo(const ChainInstruction& in, float x)
{
    return saturated(in, roundShort(x));
}

//! Shifts by b bits in a depth that has 32 - |unused| bits; `unused` is negative for unsigned depths.
CV_CUDASTRIPE_HD inline int shiftedLeft(int a, int b, int unused)
{
    return unused >= 0 ? wrapped(unsigned(a) << (b + unused)) >> unused
                       : wrapped(unsigned(a) << (b - unused) >> -unused);
}

CV_CUDASTRIPE_HD inline int leastOf(unsigned a, unsigned b)
{
    return static_cast<int>(a < b ? a : b);
}

CV_CUDASTRIPE_HD inline int distanceOf(int a, int b)
{
    return wrapped(a > b ? unsigned(a) - unsigned(b) : unsigned(b) - unsigned(a));
}

CV_CUDASTRIPE_HD inline float magnitudeOf(float a)
{
    return bitsAs<float>(bitsAs<std::int32_t>(a) & 0x7fffffff);
}

CV_CUDASTRIPE_HD inline double magnitudeOf(double a)
{
    return bitsAs<double>(bitsAs<std::int64_t>(a) & 0x7fffffffffffffffll);
}

CV_CUDASTRIPE_HD inline double exponentialOf(double a)
{
    return exp(a);
}

CV_CUDASTRIPE_HD inline double logarithmOf(double a)
{
    return log(a);
}

CV_CUDASTRIPE_HD inline float hypotenuseOf(float a, float b)
{
    const double x = a, y = b;
    return static_cast<float>(rootOf(sumOf(productOf(x, x), productOf(y, y))));
}

CV_CUDASTRIPE_HD inline double hypotenuseOf(double a, double b)
{
    return rootOf(sumOf(productOf(a, a), productOf(b, b)));
}

CV_CUDASTRIPE_HD inline float gammaOf(float a, double most, double gamma)
{
    const double share = quotientOf(static_cast<double>(a), most);
    const float result =
        static_cast<float>(productOf(most, wideExp(limitedExponent(productOf(gamma, wideLog(share))))));
    return a > 0 ? (a < bitsAs<float>(0x7f800000) ? result : a) : 0.f;
}

//! Integer powers as in cv::pow. x is the power, y is 1 for unsigned products; both are equal for all channels.
CV_CUDASTRIPE_HD inline int wrappedPower(int a, const ChainInstruction& in)
{
    const int b = in.x[0].i, c = in.y[0].i;
    if (b < 0) {
        // 1 / 2 and -1 / 2 are rounded away from zero; a power of 0 is the greatest value.
        if (a == 0)
            return in.high;
        if (a == 2 || a == -2)
            return b == -1 ? a / 2 : 0;
        return a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
    }
    unsigned result = 1, base = static_cast<unsigned>(a);
    for (int p = b; p > 1; p >>= 1) {
        if (p & 1)
            result *= base;
        base *= base;
    }
    result *= base;
    return c ? leastOf(result, static_cast<unsigned>(in.high)) : wrapped(result);
}

//! The function of a code that is on values.
template <ChainCode code>
struct ChainFunctionOf;

#define CUDASTRIPE_CHAIN_FUNCTION(NAME, OPERANDS, IN, OUT, ...)                             \
    struct Chain##NAME                                                                      \
    {                                                                                       \
        using In = IN;                                                                      \
        using Out = OUT;                                                                    \
        static constexpr ChainOperands kOperands = ChainOperands::OPERANDS;                 \
        CV_CUDASTRIPE_HD static inline Out of(In a, In b, In c, const ChainInstruction& in) \
        {                                                                                   \
            (void)b, (void)c, (void)in;                                                     \
            return __VA_ARGS__;                                                             \
        }                                                                                   \
    };                                                                                      \
    template <>                                                                             \
    struct ChainFunctionOf<ChainCode::NAME>                                                 \
    {                                                                                       \
        using Type = Chain##NAME;                                                           \
    };
CUDASTRIPE_CHAIN_MATH(CUDASTRIPE_CHAIN_FUNCTION)
#undef CUDASTRIPE_CHAIN_FUNCTION

}}  // namespace cv::cudastripe
