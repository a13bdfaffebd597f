// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Instructions on the four bytes of a word at once, whose other operands are bytes, too.

#pragma once

#include "../../word_bytes.hpp"
#include "math.hpp"

namespace cv { namespace cudastripe {

//! Functions of two words byte by byte: x and y are bytes at the same position.
#ifdef __CUDA_ARCH__
#define CUDASTRIPE_OF_BYTES(NAME, HOST, DEVICE)                                  \
    CV_CUDASTRIPE_HD inline std::uint32_t NAME(std::uint32_t a, std::uint32_t b) \
    {                                                                            \
        return DEVICE(a, b);                                                     \
    }
#else
#define CUDASTRIPE_OF_BYTES(NAME, HOST, DEVICE)                                  \
    CV_CUDASTRIPE_HD inline std::uint32_t NAME(std::uint32_t a, std::uint32_t b) \
    {                                                                            \
        std::uint32_t word = 0;                                                  \
        for (int i = 0; i < 4; ++i) {                                            \
            const int x = byteOf(a, i), y = byteOf(b, i);                        \
            word |= static_cast<std::uint32_t>(HOST) << (8 * i);                 \
        }                                                                        \
        return word;                                                             \
    }
#endif
CUDASTRIPE_OF_BYTES(sumsOf, x + y > 255 ? 255 : x + y, __vaddus4)
CUDASTRIPE_OF_BYTES(differencesOf, x < y ? y - x : x - y, __vabsdiffu4)
CUDASTRIPE_OF_BYTES(leastOfBytes, x < y ? x : y, __vminu4)
CUDASTRIPE_OF_BYTES(greatestOfBytes, x > y ? x : y, __vmaxu4)
CUDASTRIPE_OF_BYTES(bytesAbove, x > y ? 255 : 0, __vcmpgtu4)
#undef CUDASTRIPE_OF_BYTES

//! Instruction, other operand, what four bytes become: a is the value, b the other operand, c the second immediate.
#define CUDASTRIPE_CHAIN_BYTE_WORDS(ROW)               \
    ROW(AndI, Immediate, a& b)                         \
    ROW(OrI, Immediate, a | b)                         \
    ROW(XorI, Immediate, a ^ b)                        \
    ROW(AddI, Immediate, sumsOf(a, b))                 \
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

//! True if all immediates fit in bytes, so that a word can hold them.
CV_CUDASTRIPE_HD inline bool areBytes(const ChainValue (&values)[4])
{
    return static_cast<std::uint32_t>(values[0].i | values[1].i | values[2].i | values[3].i) <= 255;
}

//! Immediates as a word, the first channel's in the lowest byte.
CV_CUDASTRIPE_HD inline std::uint32_t bytesOf(const ChainValue (&values)[4])
{
    std::uint32_t word = 0;
    for (int c = 3; c >= 0; --c)
        word = word << 8 | static_cast<uchar>(values[c].i);
    return word;
}

//! An instruction on words, if there is one for the function and the operand.
template <class Function, ChainOperand Operand>
struct WordInstruction
{
    static constexpr bool kOfWords = false;
};

#define CUDASTRIPE_CHAIN_WORD(NAME, OPERAND, ...)                                                   \
    template <>                                                                                     \
    struct WordInstruction<Chain##NAME, ChainOperand::OPERAND>                                      \
    {                                                                                               \
        static constexpr bool kOfWords = true;                                                      \
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
