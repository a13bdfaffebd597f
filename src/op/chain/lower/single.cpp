// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lowering of operators that are one instruction: sums, differences, extremes, bits and functions.

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "lowering.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

// Integers wrap around in 32 bits, then saturate to the depth.
void lowerBinary(Lowering& to, const ChainCodes& codes)
{
    to.emitBinary(codes);
}

// Integer scalars are saturated to the depth before they are compared or combined bit by bit.
void lowerClamped(Lowering& to, const ChainCodes& codes)
{
    ChainInstruction& in = to.emitBinary(codes);
    for (ChainValue& x : in.x) {
        if (to.isInteger())
            x.i = std::min(std::max(x.i, in.low), in.high);
    }
}

int bitsOf(const Lowering& to)
{
    const int bits = 8 * depthBytes(to.depth);
    if (to.op.option >= bits)
        to.refuse(format("it shifts by %d bits; the image has %d here", to.op.option, bits));
    return bits;
}

}  // namespace

#define CUDASTRIPE_REAL_CODES(NAME) (ChainCodes{Code::NAME##F, Code::NAME##F, Code::NAME##D})
#define CUDASTRIPE_BIT_CODES(NAME) (ChainCodes{Code::NAME##I, Code::NAME##I, Code::NAME##L})
#define CUDASTRIPE_LOWER(OPERATOR, FUNCTION, CODES) \
    void lower##OPERATOR(Lowering& to)              \
    {                                               \
        FUNCTION(to, CODES);                        \
    }
CUDASTRIPE_LOWER(Add, lowerBinary, CUDASTRIPE_CODES(Add))
CUDASTRIPE_LOWER(Subtract, lowerBinary, CUDASTRIPE_CODES(Subtract))
CUDASTRIPE_LOWER(SubtractFrom, lowerBinary, CUDASTRIPE_CODES(SubtractFrom))
CUDASTRIPE_LOWER(Min, lowerClamped, CUDASTRIPE_CODES(Min))
CUDASTRIPE_LOWER(Max, lowerClamped, CUDASTRIPE_CODES(Max))
CUDASTRIPE_LOWER(BitwiseAnd, lowerClamped, CUDASTRIPE_BIT_CODES(And))
CUDASTRIPE_LOWER(BitwiseOr, lowerClamped, CUDASTRIPE_BIT_CODES(Or))
CUDASTRIPE_LOWER(BitwiseXor, lowerClamped, CUDASTRIPE_BIT_CODES(Xor))
CUDASTRIPE_LOWER(Sqrt, lowerBinary, CUDASTRIPE_REAL_CODES(Sqrt))
CUDASTRIPE_LOWER(Exp, lowerBinary, CUDASTRIPE_REAL_CODES(Exp))
CUDASTRIPE_LOWER(Log, lowerBinary, CUDASTRIPE_REAL_CODES(Log))
CUDASTRIPE_LOWER(Magnitude, lowerBinary, CUDASTRIPE_REAL_CODES(Magnitude))

void lowerAbsDiff(Lowering& to)
{
    ChainCodes codes = CUDASTRIPE_CODES(AbsDiff);
    const double* const scalar = to.op.scalar.val;
    if (to.depth <= CV_16S &&
        std::all_of(scalar, scalar + to.channels, [](double value) { return std::fabs(value) <= 1e9; }))
        codes.ofInt = Code::AbsDiffShortI;
    lowerBinary(to, codes);
}

void lowerAbs(Lowering& to)
{
    lowerAbsDiff(to);
}

void lowerSqr(Lowering& to)
{
    const ChainCodes codes = {to.depth == CV_16U ? Code::MultiplyU : Code::MultiplyI, Code::MultiplyF, Code::MultiplyD};
    to.emit(codes).operand = ChainOperand::Self;
}

void lowerBitwiseNot(Lowering& to)
{
    ChainValue ones;
    ones.l = to.isUnsigned() ? limitsOf(to.depth).high : -1;
    to.emit(CUDASTRIPE_BIT_CODES(Xor), ones);
}

void lowerShiftLeft(Lowering& to)
{
    const int unused = 32 - bitsOf(to);
    to.emit(Code::ShiftLeftI, Lowering::ofInt(to.op.option), Lowering::ofInt(to.isUnsigned() ? -unused : unused));
}

void lowerShiftRight(Lowering& to)
{
    bitsOf(to);
    to.emit(Code::ShiftRightI, Lowering::ofInt(to.op.option));
}

void lowerPow(Lowering& to)
{
    const double power = to.op.values[0];
    if (power == 1)
        return;
    if (power == 2)
        return lowerSqr(to);
    if (!to.isInteger()) {
        to.emit(CUDASTRIPE_REAL_CODES(Power)).y[0] = Lowering::ofDouble(power);
        return;
    }
    const int whole = cvRound(power);
    if (!(std::fabs(whole - power) < DBL_EPSILON))
        to.refuse(format("the power is %g; integers take integer powers", power));
    if (whole == 1)
        return;
    if (whole == 2)
        return lowerSqr(to);
    if (whole == 0) {
        to.emit(Code::AndI);
        to.emit(Code::OrI, Lowering::ofInt(1));
        return;
    }
    to.emit(Code::PowerI, Lowering::ofInt(whole), Lowering::ofInt(to.isUnsigned()));
}

}}  // namespace cv::cudastripe
