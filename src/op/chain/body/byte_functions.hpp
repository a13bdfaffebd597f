// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which instructions have a kernel of their own for 8-bit images.

#pragma once

#include "word_body.hpp"

namespace cv { namespace cudastripe {

//! Instruction, other operand. The kernels of byte_words.hpp come first if the immediates fit in bytes.
#define CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(ROW) \
    ROW(AddI, Immediate)                     \
    ROW(SubtractI, Immediate)                \
    ROW(SubtractFromI, Immediate)            \
    ROW(AbsDiffShortI, Immediate)            \
    ROW(MultiplyShortI, Immediate)           \
    ROW(DivideRoundI, Immediate)             \
    ROW(ScaleShortI, Immediate)              \
    ROW(SetAboveI, Immediate)                \
    ROW(SetUpToI, Immediate)                 \
    ROW(KeepAboveI, Immediate)               \
    ROW(KeepUpToI, Immediate)                \
    ROW(IsAboveI, Immediate)                 \
    ROW(IsEqualI, Immediate)                 \
    ROW(AddI, Second)                        \
    ROW(SubtractI, Second)                   \
    ROW(MultiplyI, Second)                   \
    ROW(MultiplyScaledShortI, Second)        \
    ROW(DivideScaledI, Second)               \
    ROW(WeighShortI, Second)

//! The bodies of a row's kernel, here and in @ref CUDASTRIPE_CHAIN_BYTE_WORDS.
template <class Function, ChainOperand Operand>
using OneInstructionBody = WordBody<uchar, false, NoTables, OneInstruction<Function, Operand>>;
template <class Function, ChainOperand Operand>
using WordInstructionBody = WordBody<uchar, false, NoTables, WordInstruction<Function, Operand>>;

}}  // namespace cv::cudastripe
