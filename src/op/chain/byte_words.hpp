// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../packed_bytes.hpp"
#include "math.hpp"

// Instructions on four bytes at once, whose other operands are bytes, too: a fraction of the operations that taking the
// bytes apart and packing them again would need.

namespace cv { namespace cudastripe {

//! Of bytes of two words one by one.
template <class Function>
CV_CUDASTRIPE_HD inline std::uint32_t eachByte(std::uint32_t a, std::uint32_t b, const Function& function)
{
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i)
        word |= static_cast<std::uint32_t>(function(byteOf(a, i), byteOf(b, i))) << (8 * i);
    return word;
}

CV_CUDASTRIPE_HD inline std::uint32_t differencesOf(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vabsdiffu4(a, b);
#else
    return eachByte(a, b, [](int x, int y) { return x < y ? y - x : x - y; });
#endif
}

CV_CUDASTRIPE_HD inline std::uint32_t leastOfBytes(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vminu4(a, b);
#else
    return eachByte(a, b, [](int x, int y) { return x < y ? x : y; });
#endif
}

CV_CUDASTRIPE_HD inline std::uint32_t greatestOfBytes(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vmaxu4(a, b);
#else
    return eachByte(a, b, [](int x, int y) { return x > y ? x : y; });
#endif
}

//! 255 where a > b, else 0.
CV_CUDASTRIPE_HD inline std::uint32_t bytesAbove(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
    return __vcmpgtu4(a, b);
#else
    return eachByte(a, b, [](int x, int y) { return x > y ? 255 : 0; });
#endif
}

//! Instruction, other operand, what four bytes become: a is the value, b the other operand, c the second immediate.
#define CUDASTRIPE_CHAIN_BYTE_WORDS(ROW)               \
    ROW(AndI, Immediate, a& b)                         \
    ROW(OrI, Immediate, a | b)                         \
    ROW(XorI, Immediate, a ^ b)                        \
    ROW(MinI, Immediate, leastOfBytes(a, b))           \
    ROW(MaxI, Immediate, greatestOfBytes(a, b))        \
    ROW(AbsDiffShortI, Immediate, differencesOf(a, b)) \
    ROW(SetAboveI, Immediate, bytesAbove(a, b) & c)    \
    ROW(SetUpToI, Immediate, ~bytesAbove(a, b) & c)    \
    ROW(KeepAboveI, Immediate, bytesAbove(a, b) & a)   \
    ROW(KeepUpToI, Immediate, ~bytesAbove(a, b) & a)   \
    ROW(IsAboveI, Immediate, bytesAbove(a, b))         \
    ROW(AndI, Second, a& b)                            \
    ROW(OrI, Second, a | b)                            \
    ROW(XorI, Second, a ^ b)                           \
    ROW(MinI, Second, leastOfBytes(a, b))              \
    ROW(MaxI, Second, greatestOfBytes(a, b))           \
    ROW(AbsDiffShortI, Second, differencesOf(a, b))    \
    ROW(IsAboveI, Second, bytesAbove(a, b))

//! Of programs of this one instruction, on words.
template <class Function, ChainOperand Operand>
struct WordInstruction;

#define CUDASTRIPE_CHAIN_WORD(NAME, OPERAND, ...)                                                   \
    template <>                                                                                     \
    struct WordInstruction<Chain##NAME, ChainOperand::OPERAND>                                      \
    {                                                                                               \
        static constexpr ChainOperand kOperand = ChainOperand::OPERAND;                             \
        CV_CUDASTRIPE_HD static std::uint32_t of(std::uint32_t a, [[maybe_unused]] std::uint32_t b, \
                                                 [[maybe_unused]] std::uint32_t c)                  \
        {                                                                                           \
            return __VA_ARGS__;                                                                     \
        }                                                                                           \
    };
CUDASTRIPE_CHAIN_BYTE_WORDS(CUDASTRIPE_CHAIN_WORD)
#undef CUDASTRIPE_CHAIN_WORD

}}  // namespace cv::cudastripe
