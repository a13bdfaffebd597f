// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lowering of threshold, inRange and compare.

#include <algorithm>
#include <cmath>

#include "lowering.hpp"

namespace cv { namespace cudastripe {
namespace {

using Code = ChainCode;

// From CMP_EQ to CMP_NE.
constexpr ChainCodes kComparisons[] = {CUDASTRIPE_CODES(IsEqual), CUDASTRIPE_CODES(IsAbove), CUDASTRIPE_CODES(IsFrom),
                                       CUDASTRIPE_CODES(IsBelow), CUDASTRIPE_CODES(IsUpTo),  CUDASTRIPE_CODES(IsOther)};
// From THRESH_BINARY to THRESH_TOZERO_INV.
constexpr ChainCodes kThresholds[] = {CUDASTRIPE_CODES(SetAbove), CUDASTRIPE_CODES(SetUpTo), CUDASTRIPE_CODES(Min),
                                      CUDASTRIPE_CODES(KeepAbove), CUDASTRIPE_CODES(KeepUpTo)};

// Finds an integer that integers can be compared with instead of `value`; false if all comparisons give `outcome`.
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
        // Beyond 32 bits the conversion on x86 gives INT_MIN.
        const double whole = std::floor(thresh);
        const bool fits = whole >= INT_MIN && whole <= INT_MAX;
        const int floor = fits ? static_cast<int>(whole) : INT_MIN;
        thresh = floor;
        const DepthLimits limits = limitsOf(to.depth);
        most = std::min(std::max(cvRound(most), limits.low), limits.high);
        // OpenCV truncates to 0 if the threshold is below all values, also for 16S.
        if (type == THRESH_TRUNC && floor < limits.low) {
            to.emit(Code::AndI);
            return;
        }
    }
    to.emit(kThresholds[type], Lowering::valueFor(to.depth, thresh), Lowering::valueFor(to.depth, most));
}

void lowerInRange(Lowering& to)
{
    to.setImmediates(to.emitBinary(CUDASTRIPE_CODES(IsWithin)).y, to.op.upper);
    to.depth = CV_8U;
    if (to.channels == 1)
        return;
    const int channels = to.channels;
    to.channels = 1;
    to.emit(Code::AllSet).x[0].i = channels;
}

void lowerCompare(Lowering& to)
{
    const int cmpop = to.op.option;
    int bound = 0;
    bool outcome = false;
    if (to.op.second) {
        to.emitBinary(kComparisons[cmpop]);
    } else if (!to.isInteger()) {
        to.emit(kComparisons[cmpop], Lowering::valueFor(to.depth, to.op.values[0]));
    } else if (integerBound(to.op.values[0], cmpop, bound, outcome)) {
        to.emit(kComparisons[cmpop], Lowering::ofInt(bound));
    } else {
        to.emit(Code::AndI);
        to.emit(Code::OrI, Lowering::ofInt(outcome ? 255 : 0));
    }
    to.depth = CV_8U;
}

}}  // namespace cv::cudastripe
