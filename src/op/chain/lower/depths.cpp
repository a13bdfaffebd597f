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

}  // namespace

void lowerConvertTo(Lowering& to)
{
    const double alpha = to.op.values[0], beta = to.op.values[1];
    const int depth = to.op.option < 0 ? to.depth : to.op.option;
    const bool plain = std::fabs(alpha - 1) < DBL_EPSILON && std::fabs(beta) < DBL_EPSILON;
    if (plain && depth == to.depth)
        return;
    if (plain) {
        to.convert(to.depth, depth);
        if (depth <= CV_32S)
            to.saturate(depth);
    } else if (scalesInDouble(to.depth, depth)) {
        to.toReal(CV_64F);
        to.emit(Code::ScaleD, Lowering::ofDouble(alpha), Lowering::ofDouble(beta));
        to.fromReal(CV_64F, depth);
    } else {
        const bool integers = to.isInteger() && depth <= CV_32S;
        if (!integers)
            to.toReal(CV_32F);
        to.emit(!integers                 ? Code::ScaleF
                : to.isShort(alpha, beta) ? Code::ScaleShortI
                                          : Code::ScaleI,
                Lowering::ofFloat(static_cast<float>(alpha)), Lowering::ofFloat(static_cast<float>(beta)));
        if (integers)
            to.saturate(depth);
        else
            to.fromReal(CV_32F, depth);
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
    in.low = table.depth();
    to.result.back().table = table;
    to.depth = table.depth();
}

void lowerGamma(Lowering& to)
{
    to.toReal(CV_32F);
    ChainInstruction& in = to.emit(Code::GammaF);
    in.y[0] = Lowering::ofDouble(to.isInteger() ? limitsOf(to.depth).high : 1);
    in.y[1] = Lowering::ofDouble(to.op.values[0]);
    if (to.isInteger())
        to.fromReal(CV_32F, to.depth);
}

}}  // namespace cv::cudastripe
