// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lowering of convertTo, lut and gamma.

#include <cfloat>
#include <cmath>

#include "lowering.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

// True if OpenCV scales in double precision.
bool scalesInDouble(int from, int to)
{
    return to == CV_64F || (from == CV_32S && to == CV_32S) || (from == CV_64F && (to == CV_32S || to == CV_32F));
}

void lowerPlainConversion(Lowering& to, int depth)
{
    if (to.isInteger() && depth <= CV_32S) {
        to.emit(Code::SaturateI);
        to.saturate(depth);
    } else if (to.isInteger()) {
        depth == CV_32F ? to.toFloat() : to.toDouble();
    } else {
        to.depth == CV_32F ? to.fromFloat(depth) : to.fromDouble(depth);
    }
}

}  // namespace

void lowerConvertTo(Lowering& to)
{
    const double alpha = to.op.values[0], beta = to.op.values[1];
    const int depth = to.op.option < 0 ? to.depth : to.op.option;
    const bool plain = std::fabs(alpha - 1) < DBL_EPSILON && std::fabs(beta) < DBL_EPSILON;
    if (plain) {
        if (depth != to.depth)
            lowerPlainConversion(to, depth);
    } else if (scalesInDouble(to.depth, depth)) {
        to.toDouble();
        ChainInstruction& in = to.emit(Code::ScaleD);
        Lowering::setAll(in.x, Lowering::ofDouble(alpha));
        Lowering::setAll(in.y, Lowering::ofDouble(beta));
        to.fromDouble(depth);
    } else {
        const bool integers = to.isInteger() && depth <= CV_32S;
        if (!integers)
            to.toFloat();
        ChainInstruction& in = to.emit(!integers                 ? Code::ScaleF
                                       : to.isShort(alpha, beta) ? Code::ScaleShortI
                                                                 : Code::ScaleI);
        Lowering::setAll(in.x, Lowering::ofFloat(static_cast<float>(alpha)));
        Lowering::setAll(in.y, Lowering::ofFloat(static_cast<float>(beta)));
        if (integers)
            to.saturate(depth);
        else
            to.fromFloat(depth);
    }
    to.depth = depth;
}

void lowerLut(Lowering& to)
{
    const Mat& table = to.op.table;
    if (table.channels() != 1 && table.channels() != to.channels) {
        to.refuse(
            format("the table has %d channels; it must have 1 or, like the image, %d", table.channels(), to.channels));
    }
    ChainInstruction& in = to.emit(Code::Lookup);
    in.tableRows = static_cast<uchar>(table.channels());
    in.low = table.depth() == CV_64F;
    to.result.back().table = table;
    to.depth = table.depth();
}

void lowerGamma(Lowering& to)
{
    if (to.isInteger())
        to.toFloat();
    ChainInstruction& in = to.emit(Code::GammaF);
    in.y[0] = Lowering::ofDouble(to.isInteger() ? limitsOf(to.depth).high : 1);
    in.y[1] = Lowering::ofDouble(to.op.values[0]);
    if (to.isInteger())
        to.fromFloat(to.depth);
}

}}  // namespace cv::cudastripe
