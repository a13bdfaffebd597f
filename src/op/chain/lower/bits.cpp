// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lowering.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

constexpr int kBits[] = {8, 8, 16, 16, 32};

// Bits of real numbers are taken as integers of their size.
void lowerBitwise(Lowering& to, Code narrow, Code wide)
{
    if (to.op.second)
        to.requireSecond();
    ChainInstruction& in = to.emit(to.depth == CV_64F ? wide : narrow);
    to.setImmediates(in, to.op.scalar);
    if (!to.isInteger())
        return;
    to.saturate(to.depth);
    for (ChainValue& x : in.x)
        x.i = std::min(std::max(x.i, in.low), in.high);
}

}  // namespace

void lowerBitwiseAnd(Lowering& to)
{
    lowerBitwise(to, Code::AndI, Code::AndL);
}
void lowerBitwiseOr(Lowering& to)
{
    lowerBitwise(to, Code::OrI, Code::OrL);
}
void lowerBitwiseXor(Lowering& to)
{
    lowerBitwise(to, Code::XorI, Code::XorL);
}

void lowerBitwiseNot(Lowering& to)
{
    ChainInstruction& in = to.emit(to.depth == CV_64F ? Code::XorL : Code::XorI);
    ChainValue ones;
    ones.l = to.depth == CV_8U ? UCHAR_MAX : to.depth == CV_16U ? USHRT_MAX : -1;
    Lowering::setAll(in.x, ones);
}

void lowerShiftLeft(Lowering& to)
{
    const int bits = kBits[to.depth], unused = 32 - bits;
    if (to.op.option >= bits)
        to.refuse(format("it shifts by %d bits; the image has %d here", to.op.option, bits));
    const bool isUnsigned = to.depth == CV_8U || to.depth == CV_16U;
    ChainInstruction& in = to.emit(Code::ShiftLeftI);
    Lowering::setAll(in.x, Lowering::ofInt(to.op.option));
    Lowering::setAll(in.y, Lowering::ofInt(isUnsigned ? -unused : unused));
}

void lowerShiftRight(Lowering& to)
{
    if (to.op.option >= kBits[to.depth])
        to.refuse(format("it shifts by %d bits; the image has %d here", to.op.option, kBits[to.depth]));
    Lowering::setAll(to.emit(Code::ShiftRightI).x, Lowering::ofInt(to.op.option));
}

}}  // namespace cv::cudastripe
