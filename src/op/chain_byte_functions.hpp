// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CHAIN_BYTE_FUNCTIONS_HPP
#define OPENCV_CUDASTRIPE_CHAIN_BYTE_FUNCTIONS_HPP

#include "chain_packed_body.hpp"

namespace cv { namespace cudastripe {

//! What has a kernel of its own for CV_8U: instruction, other operand. On a GPU they run at the rate of a device copy.
#define CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(ROW) \
    ROW(AddI, Immediate)                     \
    ROW(SubtractI, Immediate)                \
    ROW(SubtractFromI, Immediate)            \
    ROW(AbsDiffShortI, Immediate)            \
    ROW(MultiplyShortI, Immediate)           \
    ROW(DivideRoundI, Immediate)             \
    ROW(ScaleShortI, Immediate)              \
    ROW(MinI, Immediate)                     \
    ROW(MaxI, Immediate)                     \
    ROW(AndI, Immediate)                     \
    ROW(OrI, Immediate)                      \
    ROW(XorI, Immediate)                     \
    ROW(SetAboveI, Immediate)                \
    ROW(SetUpToI, Immediate)                 \
    ROW(KeepAboveI, Immediate)               \
    ROW(KeepUpToI, Immediate)                \
    ROW(IsAboveI, Immediate)                 \
    ROW(IsEqualI, Immediate)                 \
    ROW(AddI, Second)                        \
    ROW(SubtractI, Second)                   \
    ROW(AbsDiffShortI, Second)               \
    ROW(MultiplyI, Second)                   \
    ROW(MultiplyScaledShortI, Second)        \
    ROW(DivideScaledI, Second)               \
    ROW(MinI, Second)                        \
    ROW(MaxI, Second)                        \
    ROW(AndI, Second)                        \
    ROW(OrI, Second)                         \
    ROW(XorI, Second)                        \
    ROW(WeighShortI, Second)                 \
    ROW(IsAboveI, Second)

//! The body of a row's kernel.
template <class Function, ChainOperand Operand>
using ByteChainBody = PackedChainBody<uchar, false, NoTables, OneInstruction<Function, Operand>>;

}}  // namespace cv::cudastripe

#endif
