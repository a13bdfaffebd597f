// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lowering of products and quotients, in single precision if that gives what double precision gives.

#include <cfloat>
#include <cmath>

#include "lowering.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

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

// True if products of integers of so many bits and these factors are exact in single precision.
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

//! OpenCV's formula with a scalar in double precision, and one in single precision that may give the same.
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

// True if both forms give the same for all 256 values.
bool sameForBytes(const ScalarForm& form, const Lowering& to)
{
    ChainInstruction limits;
    limits.low = limitsOf(to.depth).low;
    limits.high = limitsOf(to.depth).high;
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
    // An operation on two floats gives the same if it is done in double and rounded to float.
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
    const ChainCodes quotients = {Code::DivideRoundI, Code::DivideF, Code::DivideD};
    ChainInstruction& in =
        to.emit(form.singleDivides() ? quotients : ChainCodes{product, Code::MultiplyF, Code::MultiplyD});
    for (int c = 0; c < 4; ++c)
        in.x[c] = Lowering::ofFloat(form.single(to.op.scalar[c % to.channels]));
}

void lowerInDouble(Lowering& to, const ScalarForm& form)
{
    to.toReal(CV_64F);
    const Code product = form.scale == 1 ? Code::MultiplyD : Code::MultiplyScaledD;
    const Code quotient = form.scale == 1 ? Code::DivideD : Code::DivideScaledD;
    ChainInstruction& in = to.emit(form.divides ? quotient : product, {}, Lowering::ofDouble(form.scale));
    for (int c = 0; c < 4; ++c)
        in.x[c] = Lowering::ofDouble(to.op.scalar[c % to.channels]);
    to.fromReal(CV_64F, to.depth);
}

void lowerByScalar(Lowering& to, const ScalarForm& form)
{
    if (singleSuffices(form, to))
        lowerInSingle(to, form);
    else
        lowerInDouble(to, form);
}

}  // namespace

void lowerMultiply(Lowering& to)
{
    const double scale = to.op.values[0];
    if (!to.op.second)
        return lowerByScalar(to, {false, scale});
    to.checkSecond();
    const bool one = to.depth == CV_64F   ? scale == 1
                     : to.depth == CV_32S ? std::fabs(scale - 1) <= FLT_EPSILON
                                          : isOne(scale);
    if (to.isWide() && !one) {
        to.toReal(CV_64F);
        to.emit(Code::MultiplyScaledD, {}, Lowering::ofDouble(scale));
        return to.fromReal(CV_64F, to.depth);
    }
    if (one) {
        to.emit({to.depth == CV_16U ? Code::MultiplyU : Code::MultiplyI, Code::MultiplyF, Code::MultiplyD});
        return;
    }
    ChainCodes codes = CUDASTRIPE_CODES(MultiplyScaled);
    if (to.isInteger() && to.isShort(scale * to.greatest()))
        codes.ofInt = Code::MultiplyScaledShortI;
    to.emit(codes, {}, Lowering::ofFloat(static_cast<float>(scale)));
}

void lowerDivide(Lowering& to)
{
    const double scale = to.op.values[0];
    if (!to.op.second)
        return lowerByScalar(to, {true, scale});
    to.checkSecond();
    const bool one = to.depth == CV_64F ? scale == 1 : isOne(scale);
    const ChainCodes divided = {Code::DivideScaledI, Code::DivideF, Code::DivideD};
    to.emit(one ? divided : CUDASTRIPE_CODES(DivideScaled), {},
            Lowering::valueFor(to.depth == CV_64F ? CV_64F : CV_32F, scale));
}

void lowerDivideInto(Lowering& to)
{
    to.emit(CUDASTRIPE_CODES(DivideInto), Lowering::valueFor(to.depth == CV_64F ? CV_64F : CV_32F, to.op.values[0]));
}

void lowerAddWeighted(Lowering& to)
{
    to.checkSecond();
    const bool wide = to.isWide();
    if (wide)
        to.toReal(CV_64F);
    const double* const v = to.op.values;
    const Code ofInt = to.isShort(std::fabs(v[0]) + std::fabs(v[1]), v[2]) ? Code::WeighShortI : Code::WeighI;
    ChainInstruction& in = wide ? to.emit(Code::WeighD) : to.emit({ofInt, Code::WeighF, Code::WeighD});
    for (int i = 0; i < 3; ++i)
        in.y[i] = Lowering::valueFor(wide ? CV_64F : CV_32F, v[i]);
    if (wide)
        to.fromReal(CV_64F, to.depth);
}

}}  // namespace cv::cudastripe
