// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Steps on 8-bit values become one table if that is faster.

#include "assembly.hpp"

#include "../body/word_body.hpp"
#include "../rows/host_chain.hpp"

namespace cv { namespace cudastripe {
namespace {

// The costs of a lookup and of a heavy instruction, in instructions on values of 32 bits.
constexpr int kLookupCost = 14;
constexpr int kHeavyCost = 15;

int costOf(const LoweredStep& step)
{
    int cost = 0;
    for (const LoweredInstruction& in : step.instructions) {
        cost += isLookup(in.code) ? kLookupCost : isHeavy(in.code.code) ? kHeavyCost : 1;
    }
    return cost;
}

LoweredStep tabulated(const std::vector<LoweredStep>& steps)
{
    LoweredStep result = {steps.front().fromType, steps.back().toType, {}};
    Operator lut(OperatorCode::Lut);
    lut.table = tableOf(steps);
    Lowering lowering(lut, 0, result.fromType, -1, "");
    lowerLut(lowering);
    result.instructions = lowering.result;
    return result;
}

}  // namespace

bool ofOneValue(const LoweredStep& step)
{
    for (const LoweredInstruction& in : step.instructions) {
        if (in.code.operand == ChainOperand::Second || !(isOnValues(in.code.code) || isLookup(in.code)))
            return false;
    }
    return true;
}

Mat tableOf(const std::vector<LoweredStep>& steps)
{
    const int fromType = steps.front().fromType, toType = steps.back().toType;
    const int channels = CV_MAT_CN(fromType);
    Mat values(1, 256, fromType), results(1, 256, toType);
    for (int i = 0; i < 256 * channels; ++i)
        values.data[i] = static_cast<uchar>(i / channels);
    std::vector<uchar> tables;
    const ChainProgram program = assemble(steps, fromType, -1, false, tables);
    const std::vector<ChainLoopStep> loops = loopSteps(program, tables.data());
    HostChain chain(program, tables.data(), loops);
    chain.run({values.data, nullptr, nullptr, nullptr, results.data, 256, false});
    if (!program.uniform)
        return results;
    Mat first;
    extractChannel(results, first, 0);
    return first;
}

bool keepsDepth(const ChainInstruction& in, int depth)
{
    switch (in.code) {
#define CUDASTRIPE_CASE(NAME, ...) \
    case ChainCode::NAME:          \
        return depth == CV_32F ? runsOn<float, Chain##NAME> : runsOn<int, Chain##NAME>;
        CUDASTRIPE_CHAIN_LIGHT_MATH(CUDASTRIPE_CASE)
#undef CUDASTRIPE_CASE
    case ChainCode::Lookup:
        return depth <= CV_8S;
    default:
        return false;
    }
}

std::vector<LoweredStep> tabulateSteps(const std::vector<LoweredStep>& steps)
{
    std::vector<LoweredStep> result;
    for (size_t first = 0; first < steps.size();) {
        size_t end = first;
        int cost = 0;
        if (CV_MAT_DEPTH(steps[first].fromType) <= CV_8S) {
            for (; end < steps.size() && ofOneValue(steps[end]); ++end)
                cost += costOf(steps[end]);
        }
        if (cost > kLookupCost) {
            result.push_back(tabulated({steps.begin() + static_cast<std::ptrdiff_t>(first),
                                        steps.begin() + static_cast<std::ptrdiff_t>(end)}));
            first = end;
        } else {
            result.push_back(steps[first++]);
        }
    }
    return result;
}

}}  // namespace cv::cudastripe
