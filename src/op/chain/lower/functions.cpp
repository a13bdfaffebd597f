// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <cfloat>
#include <cmath>

#include "lowering.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

void lowerReal(Lowering& to, Code ofFloat, Code ofDouble)
{
    to.emit(to.depth == CV_32F ? ofFloat : ofDouble);
}

}  // namespace

void lowerSqrt(Lowering& to)
{
    lowerReal(to, Code::SqrtF, Code::SqrtD);
}
void lowerExp(Lowering& to)
{
    lowerReal(to, Code::ExpF, Code::ExpD);
}
void lowerLog(Lowering& to)
{
    lowerReal(to, Code::LogF, Code::LogD);
}
void lowerUnitCircle(Lowering& to)
{
    lowerReal(to, Code::UnitCircleF, Code::UnitCircleD);
}

void lowerMagnitude(Lowering& to)
{
    to.requireSecond();
    lowerReal(to, Code::MagnitudeF, Code::MagnitudeD);
}

void lowerPow(Lowering& to)
{
    const double power = to.op.values[0];
    if (!to.isInteger()) {
        lowerReal(to, Code::PowerF, Code::PowerD);
        to.result.back().code.y[0] = Lowering::ofDouble(power);
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
        Lowering::setAll(to.emit(Code::AndI).x, Lowering::ofInt(0));
        Lowering::setAll(to.emit(Code::OrI).x, Lowering::ofInt(1));
        return;
    }
    ChainInstruction& in = to.emit(Code::PowerI);
    Lowering::setAll(in.x, Lowering::ofInt(whole));
    Lowering::setAll(in.y, Lowering::ofInt(to.depth == CV_8U || to.depth == CV_16U));
    to.saturate(to.depth);
}

}}  // namespace cv::cudastripe
