// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CHAIN_MATH_HPP
#define OPENCV_CUDASTRIPE_CHAIN_MATH_HPP

#include "chain_program.hpp"
#include "real_functions.hpp"

// The instructions that turn one value into one: a row each. a is the value, b the other operand, c the instruction's
// second immediate, all of the row's type; `in` is the instruction.

namespace cv { namespace cudastripe {

//! Rows for the three types alike: suffix I, F or D.
#define CUDASTRIPE_CHAIN_COMPARISONS(ROW, S, T) \
    ROW(Min##S, T, T, a < b ? a : b)            \
    ROW(Max##S, T, T, a > b ? a : b)            \
    ROW(KeepAbove##S, T, T, a > b ? a : T(0))   \
    ROW(KeepUpTo##S, T, T, a <= b ? a : T(0))   \
    ROW(SetAbove##S, T, T, a > b ? c : T(0))    \
    ROW(SetUpTo##S, T, T, a <= b ? c : T(0))    \
    ROW(IsEqual##S, T, int, a == b ? 255 : 0)   \
    ROW(IsAbove##S, T, int, a > b ? 255 : 0)    \
    ROW(IsFrom##S, T, int, a >= b ? 255 : 0)    \
    ROW(IsBelow##S, T, int, a < b ? 255 : 0)    \
    ROW(IsUpTo##S, T, int, a <= b ? 255 : 0)    \
    ROW(IsOther##S, T, int, a != b ? 255 : 0)   \
    ROW(IsWithin##S, T, int, a >= b && a <= c ? 255 : 0)

#define CUDASTRIPE_CHAIN_REAL(ROW, S, T)                                                 \
    ROW(Add##S, T, T, sumOf(a, b))                                                       \
    ROW(Subtract##S, T, T, sumOf(a, -b))                                                 \
    ROW(SubtractFrom##S, T, T, sumOf(b, -a))                                             \
    ROW(AbsDiff##S, T, T, magnitudeOf(sumOf(a, -b)))                                     \
    ROW(Multiply##S, T, T, productOf(a, b))                                              \
    ROW(MultiplyScaled##S, T, T, productOf(productOf(c, a), b))                          \
    ROW(Divide##S, T, T, quotientOf(a, b))                                               \
    ROW(DivideScaled##S, T, T, quotientOf(productOf(a, c), b))                           \
    ROW(DivideInto##S, T, T, quotientOf(b, a))                                           \
    ROW(Scale##S, T, T, fusedOf(a, b, c))                                                \
    ROW(Weigh##S, T, T,                                                                  \
        fusedOf(a, ChainValueOf<T>::of(in.y[0]),                                         \
                fusedOf(b, ChainValueOf<T>::of(in.y[1]), ChainValueOf<T>::of(in.y[2])))) \
    ROW(Sqrt##S, T, T, rootOf(a))

#define CUDASTRIPE_CHAIN_FUNCTIONS(ROW, S, T)   \
    ROW(Exp##S, T, T, exponentialOf(a))         \
    ROW(Log##S, T, T, logarithmOf(a))           \
    ROW(Magnitude##S, T, T, hypotenuseOf(a, b)) \
    ROW(UnitCircle##S, T, T, aroundUnitCircle(a))

//! What single precision programs are made of: name, type of a, b and c, type of the result, the result.
#define CUDASTRIPE_CHAIN_LIGHT_MATH(ROW)                                            \
    ROW(AddI, int, int, saturated(in, wrapped(unsigned(a) + unsigned(b))))          \
    ROW(SubtractI, int, int, saturated(in, wrapped(unsigned(a) - unsigned(b))))     \
    ROW(SubtractFromI, int, int, saturated(in, wrapped(unsigned(b) - unsigned(a)))) \
    ROW(AbsDiffI, int, int, saturated(in, distanceOf(a, b)))                        \
    ROW(MultiplyI, int, int, saturated(in, wrapped(unsigned(a) * unsigned(b))))     \
    ROW(MultiplyU, int, int, leastOf(unsigned(a) * unsigned(b), unsigned(in.high))) \
    ROW(PowerI, int, int, saturated(in, wrappedPower(a, b, c, in)))                 \
    ROW(AndI, int, int, a& b)                                                       \
    ROW(OrI, int, int, a | b)                                                       \
    ROW(XorI, int, int, a ^ b)                                                      \
    ROW(ShiftLeftI, int, int, wrapped(unsigned(a) << b))                            \
    ROW(ShiftRightI, int, int, a >> b)                                              \
    ROW(ShiftRightU, int, int, wrapped(unsigned(a) >> b))                           \
    ROW(SaturateI, int, int, saturated(in, a))                                      \
    CUDASTRIPE_CHAIN_COMPARISONS(ROW, I, int)                                       \
    CUDASTRIPE_CHAIN_COMPARISONS(ROW, F, float)                                     \
    CUDASTRIPE_CHAIN_REAL(ROW, F, float)                                            \
    ROW(DivideNoZeroF, float, float, b == 0 ? 0.f : quotientOf(productOf(a, c), b)) \
    ROW(DivideIntoNoZeroF, float, float, a == 0 ? 0.f : quotientOf(b, a))           \
    ROW(IntToFloat, int, float, static_cast<float>(a))                              \
    ROW(FloatToInt, float, int, saturated(in, roundToInt(a)))

//! What needs values of 64 bits, or many of them on the way.
#define CUDASTRIPE_CHAIN_HEAVY_MATH(ROW)                        \
    ROW(AndL, std::int64_t, std::int64_t, a& b)                 \
    ROW(OrL, std::int64_t, std::int64_t, a | b)                 \
    ROW(XorL, std::int64_t, std::int64_t, a ^ b)                \
    CUDASTRIPE_CHAIN_COMPARISONS(ROW, D, double)                \
    CUDASTRIPE_CHAIN_REAL(ROW, D, double)                       \
    CUDASTRIPE_CHAIN_FUNCTIONS(ROW, F, float)                   \
    CUDASTRIPE_CHAIN_FUNCTIONS(ROW, D, double)                  \
    ROW(PowerF, float, float, powerOf(a, in.y[0].d))            \
    ROW(PowerD, double, double, pow(a, in.y[0].d))              \
    ROW(GammaF, float, float, gammaOf(a, in.y[0].d, in.y[1].d)) \
    ROW(IntToDouble, int, double, static_cast<double>(a))       \
    ROW(FloatToDouble, float, double, static_cast<double>(a))   \
    ROW(DoubleToFloat, double, float, static_cast<float>(a))    \
    ROW(DoubleToInt, double, int, saturated(in, roundToInt(a)))

#define CUDASTRIPE_CHAIN_MATH(ROW)   \
    CUDASTRIPE_CHAIN_LIGHT_MATH(ROW) \
    CUDASTRIPE_CHAIN_HEAVY_MATH(ROW)

//! Instructions on whole pixels; @ref chain_pixels.hpp.
#define CUDASTRIPE_CHAIN_PIXEL_CODES(ROW) \
    ROW(Lookup)                           \
    ROW(Shuffle)                          \
    ROW(AllSet)                           \
    ROW(Premultiply)                      \
    ROW(BlendOver)                        \
    ROW(Permute)                          \
    ROW(Unpermute)

#define CUDASTRIPE_CHAIN_ENUMERATOR(NAME, ...) NAME,
enum class ChainCode : uchar
{
    CUDASTRIPE_CHAIN_MATH(CUDASTRIPE_CHAIN_ENUMERATOR) CUDASTRIPE_CHAIN_PIXEL_CODES(CUDASTRIPE_CHAIN_ENUMERATOR)
};
#undef CUDASTRIPE_CHAIN_ENUMERATOR

CV_CUDASTRIPE_HD inline int saturated(const ChainInstruction& in, int x)
{
    const int above = x < in.low ? in.low : x;
    return above > in.high ? in.high : above;
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

template <class T>
CV_CUDASTRIPE_HD inline T aroundUnitCircle(T a)
{
    const T s = sin(a), c = cos(a);
    return sumOf(a, rootOf(sumOf(productOf(s, s), productOf(c, c))));
}

CV_CUDASTRIPE_HD inline float gammaOf(float a, double most, double gamma)
{
    const double share = quotientOf(static_cast<double>(a), most);
    const float result =
        static_cast<float>(productOf(most, wideExp(limitedExponent(productOf(gamma, wideLog(share))))));
    return a > 0 ? result : 0.f;
}

//! Integer powers as cv::pow has them: `b` is the power, `c` 1 for unsigned products.
CV_CUDASTRIPE_HD inline int wrappedPower(int a, int b, int c, const ChainInstruction& in)
{
    if (b < 0) {
        // 1 / a, halves away from zero; 1 / 0 saturates.
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

#define CUDASTRIPE_CHAIN_FUNCTION(NAME, IN, OUT, ...)                                       \
    struct Chain##NAME                                                                      \
    {                                                                                       \
        using In = IN;                                                                      \
        using Out = OUT;                                                                    \
        CV_CUDASTRIPE_HD static inline Out of(In a, In b, In c, const ChainInstruction& in) \
        {                                                                                   \
            (void)b, (void)c, (void)in;                                                     \
            return __VA_ARGS__;                                                             \
        }                                                                                   \
    };
CUDASTRIPE_CHAIN_MATH(CUDASTRIPE_CHAIN_FUNCTION)
#undef CUDASTRIPE_CHAIN_FUNCTION

}}  // namespace cv::cudastripe

#endif
