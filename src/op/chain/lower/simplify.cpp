// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Steps on integers that do nothing are left out, and two that one instruction can do become one.

#include <algorithm>

#include "assembly.hpp"

namespace cv { namespace cudastripe {
namespace {

ChainCode codeOf(const LoweredStep& step)
{
    return step.instructions.front().code.code;
}

// True for one instruction on integers of one depth, with the same operand for all pixels.
bool isPlain(const LoweredStep& step)
{
    return step.fromType == step.toType && CV_MAT_DEPTH(step.fromType) <= CV_32S && step.instructions.size() == 1 &&
           isOnValues(codeOf(step)) && step.instructions[0].code.operand == ChainOperand::Immediate;
}

// True if an instruction with this operand leaves every value of the depth unchanged.
bool isIdentity(ChainCode code, const ChainValue& x, int depth)
{
    const DepthLimits limits = limitsOf(depth);
    switch (code) {
    case ChainCode::AddI:
    case ChainCode::SubtractI:
    case ChainCode::OrI:
    case ChainCode::XorI:
    case ChainCode::ShiftLeftI:
    case ChainCode::ShiftRightI:
        return x.i == 0;
    case ChainCode::AndI:
        return x.i == -1 || (limits.low == 0 && (x.i & limits.high) == limits.high);
    case ChainCode::MinI:
        return x.i >= limits.high;
    case ChainCode::MaxI:
        return x.i <= limits.low;
    case ChainCode::MultiplyRoundI:
    case ChainCode::MultiplyShortI:
        return depth < CV_32S && x.f == 1;
    default:
        return false;
    }
}

bool doesNothing(const LoweredStep& step)
{
    if (!isPlain(step))
        return false;
    const ChainValue* const x = step.instructions[0].code.x;
    return std::all_of(x, x + CV_MAT_CN(step.fromType), [&](const ChainValue& value) {
        return isIdentity(codeOf(step), value, CV_MAT_DEPTH(step.fromType));
    });
}

// Two saturated sums may become one if both have the same sign and neither is so large that it would wrap around. Sums
// of 32 bits do not saturate, so they need no such check.
bool mayAddUp(const LoweredStep& first, const LoweredStep& second)
{
    const ChainInstruction &a = first.instructions[0].code, &b = second.instructions[0].code;
    for (int c = 0; c < CV_MAT_CN(first.fromType); ++c) {
        const int64 x = a.x[c].i, y = b.x[c].i;
        if ((x < 0) != (y < 0) || std::abs(x) > USHRT_MAX || std::abs(y) > USHRT_MAX)
            return false;
    }
    return true;
}

// Merges both steps into `first`, if one instruction can do both. Merges all four immediates, since they repeat for one
// or two channels.
bool merge(LoweredStep& first, const LoweredStep& second)
{
    if (!isPlain(first) || !isPlain(second) || codeOf(first) != codeOf(second))
        return false;
    const auto inEachChannel = [&](const auto& of) {
        ChainInstruction merged = second.instructions[0].code;
        for (int c = 0; c < 4; ++c)
            merged.x[c].i = of(first.instructions[0].code.x[c].i, merged.x[c].i);
        first.instructions[0].code = merged;
        return true;
    };
    switch (codeOf(first)) {
    case ChainCode::AddI:
    case ChainCode::SubtractI:
        return (CV_MAT_DEPTH(first.fromType) == CV_32S || mayAddUp(first, second)) && inEachChannel([](int a, int b) {
                   return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
               });
    case ChainCode::AndI:
        return inEachChannel([](int a, int b) { return a & b; });
    case ChainCode::OrI:
        return inEachChannel([](int a, int b) { return a | b; });
    case ChainCode::XorI:
        return inEachChannel([](int a, int b) { return a ^ b; });
    case ChainCode::MinI:
        return inEachChannel([](int a, int b) { return std::min(a, b); });
    case ChainCode::MaxI:
        return inEachChannel([](int a, int b) { return std::max(a, b); });
    default:
        return false;
    }
}

}  // namespace

std::vector<LoweredStep> simplifySteps(const std::vector<LoweredStep>& steps)
{
    std::vector<LoweredStep> result;
    for (const LoweredStep& step : steps) {
        if (doesNothing(step))
            continue;
        if (result.empty() || !merge(result.back(), step))
            result.push_back(step);
        else if (doesNothing(result.back()))
            result.pop_back();
    }
    return result;
}

}}  // namespace cv::cudastripe
