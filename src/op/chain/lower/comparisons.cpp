// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <cmath>

#include "lowering.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

void setBoth(ChainInstruction& in, ChainValue x, ChainValue y)
{
    Lowering::setAll(in.x, x);
    Lowering::setAll(in.y, y);
}

struct Comparison
{
    Code ofInt, ofFloat, ofDouble;
};

Comparison comparisonOf(int cmpop)
{
    switch (cmpop) {
    case CMP_EQ:
        return {Code::IsEqualI, Code::IsEqualF, Code::IsEqualD};
    case CMP_GT:
        return {Code::IsAboveI, Code::IsAboveF, Code::IsAboveD};
    case CMP_GE:
        return {Code::IsFromI, Code::IsFromF, Code::IsFromD};
    case CMP_LT:
        return {Code::IsBelowI, Code::IsBelowF, Code::IsBelowD};
    case CMP_LE:
        return {Code::IsUpToI, Code::IsUpToF, Code::IsUpToD};
    default:
        return {Code::IsOtherI, Code::IsOtherF, Code::IsOtherD};
    }
}

// An integer for which x cmp integer is x cmp value; the outcome itself where that is the same for all x.
bool integerBound(double value, int cmpop, int& bound, bool& outcome)
{
    const bool greater = cmpop == CMP_GT || cmpop == CMP_GE, less = cmpop == CMP_LT || cmpop == CMP_LE;
    if (value != value) {
        outcome = cmpop == CMP_NE;
        return false;
    }
    if (value < INT_MIN || value > INT_MAX) {
        outcome = cmpop == CMP_NE || (value < INT_MIN ? greater : less);
        return false;
    }
    if (value != std::floor(value) && !greater && !less) {
        outcome = cmpop == CMP_NE;
        return false;
    }
    bound = static_cast<int>(cmpop == CMP_LT || cmpop == CMP_GE ? std::ceil(value) : std::floor(value));
    return true;
}

}  // namespace

void lowerThreshold(Lowering& to)
{
    const int type = to.op.option;
    double thresh = to.op.values[0], most = to.op.values[1];
    if (to.isInteger()) {
        // Beyond 32 bits as the conversion on x86 has it.
        const double whole = std::floor(thresh);
        const bool fits = whole >= INT_MIN && whole <= INT_MAX;
        const int floor = fits ? static_cast<int>(whole) : INT_MIN;
        thresh = floor;
        most = to.depth == CV_8U    ? saturate_cast<uchar>(cvRound(most))
               : to.depth == CV_16U ? saturate_cast<ushort>(cvRound(most))
                                    : saturate_cast<short>(cvRound(most));
        // Below all values OpenCV truncates to 0, also where that is not the least.
        if (type == THRESH_TRUNC && floor < (to.depth == CV_16S ? SHRT_MIN : 0))
            return setBoth(to.emit(Code::AndI), Lowering::ofInt(0), Lowering::ofInt(0));
    }
    ChainInstruction& in = type == THRESH_BINARY       ? to.emit(Code::SetAboveI, Code::SetAboveF, Code::SetAboveD)
                           : type == THRESH_BINARY_INV ? to.emit(Code::SetUpToI, Code::SetUpToF, Code::SetUpToD)
                           : type == THRESH_TRUNC      ? to.emit(Code::MinI, Code::MinF, Code::MinD)
                           : type == THRESH_TOZERO     ? to.emit(Code::KeepAboveI, Code::KeepAboveF, Code::KeepAboveD)
                                                       : to.emit(Code::KeepUpToI, Code::KeepUpToF, Code::KeepUpToD);
    setBoth(in, Lowering::valueFor(to.depth, thresh), Lowering::valueFor(to.depth, most));
}

void lowerInRange(Lowering& to)
{
    ChainInstruction& in = to.emit(Code::IsWithinI, Code::IsWithinF, Code::IsWithinD);
    to.setImmediates(in, to.op.scalar);
    for (int c = 0; c < 4; ++c)
        in.y[c] = Lowering::valueFor(to.depth, to.op.upper[c % to.channels]);
    to.depth = CV_8U;
    if (to.channels == 1)
        return;
    const int channels = to.channels;
    to.channels = 1;
    to.emit(Code::AllSet).x[0].i = channels;
    to.result.back().code.low = 0;
}

void lowerCompare(Lowering& to)
{
    const int cmpop = to.op.option;
    const Comparison codes = comparisonOf(cmpop);
    if (to.op.second) {
        to.requireSecond();
        to.emit(codes.ofInt, codes.ofFloat, codes.ofDouble);
    } else if (to.isInteger()) {
        int bound = 0;
        bool outcome = false;
        if (integerBound(to.op.values[0], cmpop, bound, outcome)) {
            Lowering::setAll(to.emit(codes.ofInt).x, Lowering::ofInt(bound));
        } else {
            Lowering::setAll(to.emit(Code::AndI).x, Lowering::ofInt(0));
            Lowering::setAll(to.emit(Code::OrI).x, Lowering::ofInt(outcome ? 255 : 0));
        }
    } else {
        Lowering::setAll(to.emit(codes.ofInt, codes.ofFloat, codes.ofDouble).x,
                         Lowering::valueFor(to.depth, to.op.values[0]));
    }
    to.depth = CV_8U;
}

}}  // namespace cv::cudastripe
