// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Short forms of instructions whose result is saturated to 8 or 16 bits.

#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "../body/math.hpp"

namespace cv { namespace cudastripe {

template <class T>
inline T saturatedSum(T a, T b)
{
    return static_cast<T>(a + std::min(b, static_cast<T>(~a)));
}

template <class T>
inline T saturatedDifference(T a, T b)
{
    return static_cast<T>(a - std::min(a, b));
}

template <class T>
inline T saturatedDistance(T a, T b)
{
    using Unsigned = std::make_unsigned_t<T>;
    const Unsigned distance = static_cast<Unsigned>(std::max(a, b) - std::min(a, b));
    return static_cast<T>(std::min(distance, static_cast<Unsigned>(std::numeric_limits<T>::max())));
}

//! As roundToInt(). `zero` is 0 at run time, which the compiler does not know.
inline int roundedAtOnce(float x, [[maybe_unused]] int zero)
{
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    defined(__NO_MATH_ERRNO__)
    // One instruction, which gives INT_MIN for numbers that do not fit. `zero` keeps the compiler from assuming that
    // numbers above 0 stay above 0.
    return __builtin_irintf(x) | zero;
#else
    return roundToInt(x);
#endif
}

template <class T>
inline T roundedToType(float x, int zero)
{
    const int above = std::max(roundedAtOnce(x, zero), static_cast<int>(std::numeric_limits<T>::min()));
    return static_cast<T>(std::min(above, static_cast<int>(std::numeric_limits<T>::max())));
}

//! The form of an instruction that gives integers of type T; false if it has none.
template <ChainCode Code, ChainOperand Operand, class T>
struct NarrowForm : std::false_type
{
};

//! Instruction, other operand, types that it holds for, the result: a is the value, b the other operand, c the second
//! immediate, each of the type of its array's elements; `in` is the instruction.
#define CUDASTRIPE_CHAIN_NARROW_FORMS(ROW)                                                                       \
    ROW(AddI, Immediate, std::is_unsigned, saturatedDifference<T>(saturatedSum<T>(a, b), c))                     \
    ROW(SubtractFromI, Immediate, std::is_unsigned, saturatedDifference<T>(b, a))                                \
    ROW(AbsDiffShortI, Immediate, std::is_integral, saturatedDistance<T>(a, b))                                  \
    ROW(AddI, Second, std::is_unsigned, saturatedSum<T>(a, b))                                                   \
    ROW(SubtractI, Second, std::is_unsigned, saturatedDifference<T>(a, b))                                       \
    ROW(AbsDiffShortI, Second, std::is_integral, saturatedDistance<T>(a, b))                                     \
    ROW(DivideScaledI, Second, std::is_integral,                                                                 \
        b == 0 ? T(0) : roundedToType<T>(quotientOf(productOf(float(a), bitsAs<float>(c)), float(b)), in.table)) \
    ROW(FloatToInt, Immediate, std::is_integral, roundedToType<T>(a, in.table))

#define CUDASTRIPE_CHAIN_FORM(NAME, OPERAND, HOLDS, ...)                                                          \
    template <class T>                                                                                            \
    struct NarrowForm<ChainCode::NAME, ChainOperand::OPERAND, T> : HOLDS<T>                                       \
    {                                                                                                             \
        template <class A, class B, class C>                                                                      \
        static T of(A a, [[maybe_unused]] B b, [[maybe_unused]] C c, [[maybe_unused]] const ChainInstruction& in) \
        {                                                                                                         \
            return __VA_ARGS__;                                                                                   \
        }                                                                                                         \
    };
CUDASTRIPE_CHAIN_NARROW_FORMS(CUDASTRIPE_CHAIN_FORM)
#undef CUDASTRIPE_CHAIN_FORM

}}  // namespace cv::cudastripe
