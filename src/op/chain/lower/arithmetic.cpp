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

//! What OpenCV computes in double precision with a scalar, and a single precision form that may give the same.
struct ScalarForm
{
    bool divides;
    double scale;

    double wide(double x, double s) const
    {
        if (divides)
            return scale == 1 ? x / s : x * scale / s;
        return scale == 1 ? x * s : scale * x * s;
    }
    bool singleDivides() const { return divides && scale == 1; }
    float single(double s) const { return static_cast<float>(singleDivides() ? s : divides ? scale / s : scale * s); }
    float narrow(float x, float s) const { return singleDivides() ? x / s : x * s; }
};

// For all 256 values.
bool sameForBytes(const ScalarForm& form, const Lowering& to)
{
    ChainInstruction limits;
    limits.low = to.depth == CV_8U ? 0 : SCHAR_MIN;
    limits.high = to.depth == CV_8U ? UCHAR_MAX : SCHAR_MAX;
    for (int c = 0; c < to.channels; ++c) {
        const double s = to.op.scalar[c];
        const float single = form.single(s);
        for (int x = limits.low; x <= limits.high; ++x) {
            if (saturated(limits, roundToInt(form.wide(x, s))) !=
                roundedTo(limits, form.narrow(static_cast<float>(x), single)))
                return false;
        }
    }
    return true;
}

// True if single precision gives what double precision gives.
bool singleSuffices(const ScalarForm& form, const Lowering& to)
{
    if (to.depth <= CV_8S)
        return sameForBytes(form, to);
    if (form.scale != 1)
        return false;
    // One operation on two floats is rounded alike with twice as many digits in between.
    if (to.depth == CV_32F)
        return isFloat(to.op.scalar, to.channels);
    return !form.divides && to.depth <= CV_16S && shortProducts(to.op.scalar, to.channels, 16);
}

bool isShort(const ScalarForm& form, const Lowering& to)
{
    for (int c = 0; c < to.channels; ++c) {
        if (!to.isShort(form.single(to.op.scalar[c])))
            return false;
    }
    return true;
}

void lowerInSingle(Lowering& to, const ScalarForm& form)
{
    const Code product = isShort(form, to) ? Code::MultiplyShortI : Code::MultiplyRoundI;
    ChainInstruction& in = form.singleDivides() ? to.emit(Code::DivideRoundI, Code::DivideF, Code::DivideD)
                                                : to.emit(product, Code::MultiplyF, Code::MultiplyD);
    for (int c = 0; c < 4; ++c)
        in.x[c] = Lowering::ofFloat(form.single(to.op.scalar[c % to.channels]));
    if (to.isInteger())
        to.saturate(to.depth);
}

void lowerInDouble(Lowering& to, const ScalarForm& form)
{
    to.toDouble();
    const Code product = form.scale == 1 ? Code::MultiplyD : Code::MultiplyScaledD;
    const Code quotient = form.scale == 1 ? Code::DivideD : Code::DivideScaledD;
    ChainInstruction& in = to.emit(form.divides ? quotient : product);
    for (int c = 0; c < 4; ++c)
        in.x[c] = Lowering::ofDouble(to.op.scalar[c % to.channels]);
    Lowering::setAll(in.y, Lowering::ofDouble(form.scale));
    to.fromDouble(to.depth);
}

void lowerByScalar(Lowering& to, const ScalarForm& form)
{
    if (singleSuffices(form, to))
        lowerInSingle(to, form);
    else
        lowerInDouble(to, form);
}

void lowerInDouble(Lowering& to, Code code, double scale)
{
    to.toDouble();
    Lowering::setAll(to.emit(code).y, Lowering::ofDouble(scale));
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
    bool isShort = to.depth <= CV_16S;
    for (int c = 0; c < to.channels; ++c)
        isShort = isShort && std::fabs(to.op.scalar[c]) <= 1e9;
    lowerSum(to, isShort ? Code::AbsDiffShortI : Code::AbsDiffI, Code::AbsDiffF, Code::AbsDiffD);
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
    lowerAbsDiff(to);
}

void lowerTimesTwo(Lowering& to)
{
    lowerSum(to, Code::AddI, Code::AddF, Code::AddD);
    to.result.back().code.operand = ChainOperand::Self;
}

void lowerMultiply(Lowering& to)
{
    const double scale = to.op.values[0];
    if (!to.op.second)
        return lowerByScalar(to, {false, scale});
    to.requireSecond();
    const bool wide = to.depth == CV_32S || to.depth == CV_64F;
    const bool one = to.depth == CV_64F ? scale == 1 : wide ? std::fabs(scale - 1) <= FLT_EPSILON : isOne(scale);
    if (wide && !one)
        return lowerInDouble(to, Code::MultiplyScaledD, scale);
    if (one)
        to.emit(to.depth == CV_16U ? Code::MultiplyU : Code::MultiplyI, Code::MultiplyF, Code::MultiplyD);
    else
        Lowering::setAll(to.emit(to.isInteger() && to.isShort(scale * to.greatest()) ? Code::MultiplyScaledShortI
                                                                                     : Code::MultiplyScaledI,
                                 Code::MultiplyScaledF, Code::MultiplyScaledD)
                             .y,
                         Lowering::ofFloat(static_cast<float>(scale)));
    if (to.isInteger())
        to.saturate(to.depth);
}

void lowerDivide(Lowering& to)
{
    const double scale = to.op.values[0];
    if (!to.op.second)
        return lowerByScalar(to, {true, scale});
    to.requireSecond();
    const bool one = !to.isInteger() && (to.depth == CV_64F ? scale == 1 : isOne(scale));
    ChainInstruction& in = one ? to.emit(Code::DivideScaledI, Code::DivideF, Code::DivideD)
                               : to.emit(Code::DivideScaledI, Code::DivideScaledF, Code::DivideScaledD);
    Lowering::setAll(in.y, Lowering::valueFor(to.depth == CV_64F ? CV_64F : CV_32F, scale));
    if (to.isInteger())
        to.saturate(to.depth);
}

void lowerDivideInto(Lowering& to)
{
    ChainInstruction& in = to.emit(Code::DivideIntoI, Code::DivideIntoF, Code::DivideIntoD);
    Lowering::setAll(in.x, Lowering::valueFor(to.depth == CV_64F ? CV_64F : CV_32F, to.op.values[0]));
    if (to.isInteger())
        to.saturate(to.depth);
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
    const double* const v = to.op.values;
    const Code ofInt = to.isShort(std::fabs(v[0]) + std::fabs(v[1]), v[2]) ? Code::WeighShortI : Code::WeighI;
    ChainInstruction& in = wide ? to.emit(Code::WeighD) : to.emit(ofInt, Code::WeighF, Code::WeighD);
    for (int i = 0; i < 3; ++i)
        in.y[i] = Lowering::valueFor(wide ? CV_64F : CV_32F, to.op.values[i]);
    if (wide)
        to.fromDouble(to.depth);
    else if (to.isInteger())
        to.saturate(to.depth);
}

}}  // namespace cv::cudastripe
