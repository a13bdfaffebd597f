// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <cfloat>
#include <cmath>

#include "lowering.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

// Sums and differences: integers wrap around in 32 bits, then saturate to the depth.
void lowerSum(Lowering& to, Code ofInt, Code ofFloat, Code ofDouble)
{
    if (to.op.second)
        to.requireSecond();
    ChainInstruction& in = to.emit(ofInt, ofFloat, ofDouble);
    to.setImmediates(in, to.op.scalar);
    if (to.isInteger())
        to.saturate(to.depth);
}

// Integer scalars are saturated to the depth before they are compared.
void lowerExtreme(Lowering& to, Code ofInt, Code ofFloat, Code ofDouble)
{
    lowerSum(to, ofInt, ofFloat, ofDouble);
    if (!to.isInteger())
        return;
    ChainInstruction& in = to.result.back().code;
    for (ChainValue& x : in.x)
        x.i = std::min(std::max(x.i, in.low), in.high);
}

bool isOne(double scale)
{
    return std::fabs(static_cast<float>(scale) - 1.f) <= FLT_EPSILON;
}

bool isFloat(const Scalar& s, int channels)
{
    for (int c = 0; c < channels; ++c) {
        if (static_cast<double>(static_cast<float>(s[c])) != s[c])
            return false;
    }
    return true;
}

// Products of integers of so many bits and these factors are exact in single precision: both have few digits.
bool shortProducts(const Scalar& s, int channels, int bits)
{
    for (int c = 0; c < channels; ++c) {
        int exponent = 0;
        const double digits = std::ldexp(std::frexp(s[c], &exponent), 24 - bits);
        if (digits != std::rint(digits) || exponent < -60 || exponent > 60)
            return false;
    }
    return true;
}

int bitsOf(int depth)
{
    return depth <= CV_8S ? 8 : depth <= CV_16S ? 16 : 32;
}

void setScalar(Lowering& to, ChainInstruction& in, bool single, double scale)
{
    for (int c = 0; c < 4; ++c) {
        const double s = to.op.scalar[c % to.channels];
        in.x[c] = single ? Lowering::ofFloat(static_cast<float>(s)) : Lowering::ofDouble(s);
    }
    Lowering::setAll(in.y, single ? Lowering::ofFloat(static_cast<float>(scale)) : Lowering::ofDouble(scale));
}

// With a scalar OpenCV computes in double precision. Where single gives the same, it is taken.
void lowerByScalar(Lowering& to, Code ofFloat, Code ofDouble, Code scaledDouble, bool single)
{
    const double scale = to.op.values[0];
    if (single) {
        if (to.isInteger())
            to.toFloat();
        setScalar(to, to.emit(ofFloat), true, scale);
        if (to.isInteger())
            to.fromFloat(to.depth);
        return;
    }
    to.toDouble();
    setScalar(to, to.emit(scale == 1 ? ofDouble : scaledDouble), false, scale);
    to.fromDouble(to.depth);
}

void lowerByImage(Lowering& to, Code plain, Code scaled, bool one, int workDepth)
{
    const double scale = to.op.values[0];
    if (workDepth == CV_32F)
        to.toFloat();
    else
        to.toDouble();
    ChainInstruction& in = to.emit(one ? plain : scaled);
    Lowering::setAll(in.y, Lowering::valueFor(workDepth, scale));
    if (workDepth == CV_32F)
        to.fromFloat(to.depth);
    else
        to.fromDouble(to.depth);
}

}  // namespace

void lowerAdd(Lowering& to)
{
    lowerSum(to, Code::AddI, Code::AddF, Code::AddD);
}
void lowerSubtract(Lowering& to)
{
    lowerSum(to, Code::SubtractI, Code::SubtractF, Code::SubtractD);
}
void lowerSubtractFrom(Lowering& to)
{
    lowerSum(to, Code::SubtractFromI, Code::SubtractFromF, Code::SubtractFromD);
}
void lowerAbsDiff(Lowering& to)
{
    lowerSum(to, Code::AbsDiffI, Code::AbsDiffF, Code::AbsDiffD);
}
void lowerMin(Lowering& to)
{
    lowerExtreme(to, Code::MinI, Code::MinF, Code::MinD);
}
void lowerMax(Lowering& to)
{
    lowerExtreme(to, Code::MaxI, Code::MaxF, Code::MaxD);
}

void lowerAbs(Lowering& to)
{
    lowerSum(to, Code::AbsDiffI, Code::AbsDiffF, Code::AbsDiffD);
}

void lowerTimesTwo(Lowering& to)
{
    lowerSum(to, Code::AddI, Code::AddF, Code::AddD);
    to.result.back().code.operand = ChainOperand::Self;
}

void lowerMultiply(Lowering& to)
{
    const double scale = to.op.values[0];
    if (!to.op.second) {
        const bool single =
            scale == 1 &&
            (to.depth == CV_32F ? isFloat(to.op.scalar, to.channels)
                                : to.depth <= CV_16S && shortProducts(to.op.scalar, to.channels, bitsOf(to.depth)));
        return lowerByScalar(to, Code::MultiplyF, Code::MultiplyD, Code::MultiplyScaledD, single);
    }
    to.requireSecond();
    const bool one = to.depth == CV_64F   ? scale == 1
                     : to.depth == CV_32S ? std::fabs(scale - 1) <= FLT_EPSILON
                                          : isOne(scale);
    if (to.isInteger() && one) {
        to.emit(to.depth == CV_16U ? Code::MultiplyU : Code::MultiplyI);
        return to.saturate(to.depth);
    }
    if (to.depth == CV_32S || to.depth == CV_64F)
        lowerByImage(to, Code::MultiplyD, Code::MultiplyScaledD, one, CV_64F);
    else
        lowerByImage(to, Code::MultiplyF, Code::MultiplyScaledF, one, CV_32F);
}

void lowerDivide(Lowering& to)
{
    const double scale = to.op.values[0];
    if (!to.op.second) {
        const bool single = scale == 1 && to.depth == CV_32F && isFloat(to.op.scalar, to.channels);
        return lowerByScalar(to, Code::DivideF, Code::DivideD, Code::DivideScaledD, single);
    }
    to.requireSecond();
    if (to.isInteger())
        lowerByImage(to, Code::DivideNoZeroF, Code::DivideNoZeroF, false, CV_32F);
    else if (to.depth == CV_32F)
        lowerByImage(to, Code::DivideF, Code::DivideScaledF, isOne(scale), CV_32F);
    else
        lowerByImage(to, Code::DivideD, Code::DivideScaledD, scale == 1, CV_64F);
}

void lowerDivideInto(Lowering& to)
{
    const double scale = to.op.values[0];
    const bool single = to.depth != CV_64F;
    if (to.isInteger())
        to.toFloat();
    ChainInstruction& in = to.emit(to.isInteger() ? Code::DivideIntoNoZeroF
                                   : single       ? Code::DivideIntoF
                                                  : Code::DivideIntoD);
    Lowering::setAll(in.x, single ? Lowering::ofFloat(static_cast<float>(scale)) : Lowering::ofDouble(scale));
    if (to.isInteger())
        to.fromFloat(to.depth);
}

void lowerSqr(Lowering& to)
{
    to.emit(to.depth == CV_16U ? Code::MultiplyU : Code::MultiplyI, Code::MultiplyF, Code::MultiplyD).operand =
        ChainOperand::Self;
    if (to.isInteger())
        to.saturate(to.depth);
}

void lowerAddWeighted(Lowering& to)
{
    to.requireSecond();
    const bool wide = to.depth == CV_32S || to.depth == CV_64F;
    if (wide)
        to.toDouble();
    else
        to.toFloat();
    ChainInstruction& in = to.emit(wide ? Code::WeighD : Code::WeighF);
    for (int i = 0; i < 3; ++i)
        in.y[i] = Lowering::valueFor(wide ? CV_64F : CV_32F, to.op.values[i]);
    if (wide)
        to.fromDouble(to.depth);
    else
        to.fromFloat(to.depth);
}

}}  // namespace cv::cudastripe
