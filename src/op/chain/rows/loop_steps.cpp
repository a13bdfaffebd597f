// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops that stand for the instructions of a program.

#include <algorithm>
#include <cstring>

#include "../../depth_types.hpp"
#include "loop.hpp"

namespace cv { namespace cudastripe {
namespace {

bool fit(const ChainValue (&values)[4], DepthLimits limits)
{
    for (const ChainValue& value : values) {
        if (value.i < limits.low || value.i > limits.high)
            return false;
    }
    return true;
}

//! Turns AddI or SubtractI with immediates into one AddI: it adds x and, for unsigned values, subtracts y.
ChainInstruction asSums(ChainInstruction in, int depth)
{
    const bool subtracts = in.code == ChainCode::SubtractI;
    if (in.operand != ChainOperand::Immediate || !(subtracts || in.code == ChainCode::AddI))
        return in;
    in.code = ChainCode::AddI;
    for (int c = 0; c < 4; ++c) {
        const int x = subtracts ? wrapped(0u - static_cast<unsigned>(in.x[c].i)) : in.x[c].i;
        const bool split = x < 0 && limitsOf(depth).low == 0;
        in.x[c].i = split ? 0 : x;
        in.y[c].i = split ? wrapped(0u - static_cast<unsigned>(x)) : 0;
    }
    return in;
}

//! True if the limits of the instruction, and its immediates, are those of the loop.
bool keepsLimits(const ChainLoop& loop, const ChainInstruction& in)
{
    const DepthLimits to = limitsOf(loop.to), immediates = limitsOf(loop.immediates);
    if (loop.saturates && (in.low != to.low || in.high != to.high))
        return false;
    return loop.onPixels || loop.operand != ChainOperand::Immediate || (fit(in.x, immediates) && fit(in.y, immediates));
}

//! `result`: the depth of the program's result if this is its end, else -1. Only there a lookup's is known.
const ChainLoop* loopFor(const ChainInstruction& in, ChainCode last, int depth, int result)
{
    const ChainOperand operand = in.operand == ChainOperand::Self ? ChainOperand::Second : in.operand;
    const bool looksUp = in.code == ChainCode::Lookup;
    const ChainRowVersion& version = chainRowVersion();
    const auto found = std::find_if(version.firstLoop, version.lastLoop, [&](const ChainLoop& loop) {
        return loop.code == in.code && loop.last == last && loop.operand == operand && loop.from == depth &&
               (!looksUp || loop.to == result) && keepsLimits(loop, in);
    });
    return found == version.lastLoop ? nullptr : found;
}

template <class T>
void repeat(const ChainValue (&values)[4], int channels, uchar* to)
{
    constexpr int period = 12, bytes = period * static_cast<int>(sizeof(T));
    T elements[period];
    for (int i = 0, c = 0; i < period; ++i) {
        elements[i] = static_cast<T>(ChainValueOf<RegisterType<T>>::of(values[c]));
        c = c + 1 < channels ? c + 1 : 0;
    }
    for (int i = 0; i < ChainArrays::kTogether / period; ++i)
        std::memcpy(to + i * bytes, elements, bytes);
}

void repeatImmediates(ChainLoopStep& step)
{
#define CUDASTRIPE_REPEAT(T)                                \
    do {                                                    \
        if constexpr (sizeof(T) <= 4) {                     \
            repeat<T>(step.in.x, step.in.channels, step.x); \
            repeat<T>(step.in.y, step.in.channels, step.y); \
        }                                                   \
    } while (false)
    CUDASTRIPE_FOR_DEPTH(step.loop->immediates, CUDASTRIPE_REPEAT)
#undef CUDASTRIPE_REPEAT
}

//! Merges two instructions, of which one has no immediates. The result has the limits of the second.
ChainInstruction merged(const ChainInstruction& first, const ChainInstruction& second)
{
    ChainInstruction in = first;
    in.low = second.low;
    in.high = second.high;
    for (int c = 0; c < 4; ++c) {
        in.x[c].l |= second.x[c].l;
        in.y[c].l |= second.y[c].l;
    }
    return in;
}

//! Sets the next step for values of a depth; returns how many instructions it does.
int setStep(ChainLoopStep& step, const ChainInstruction* next, int left, int depth, int result)
{
    if (left > 1) {
        step.in = merged(next[0], next[1]);
        step.loop =
            next[0].code == next[1].code ? nullptr : loopFor(step.in, next[1].code, depth, left == 2 ? result : -1);
        if (step.loop)
            return 2;
    }
    step.in = asSums(next[0], depth);
    step.loop = loopFor(step.in, step.in.code, depth, left == 1 ? result : -1);
    return 1;
}

}  // namespace

std::vector<ChainLoopStep> loopSteps(const ChainProgram& program)
{
    std::vector<ChainLoopStep> steps;
    steps.reserve(static_cast<size_t>(program.count));
    int depth = program.srcDepth, channels = program.srcChannels;
    for (int done = 0; done < program.count;) {
        steps.emplace_back();
        ChainLoopStep& step = steps.back();
        done += setStep(step, program.instructions + done, program.count - done, depth,
                        program.wide ? -1 : program.dstDepth);
        const bool fitsSecond = program.secondDepth == depth && program.secondChannels == channels;
        if (!step.loop || (step.in.operand == ChainOperand::Second && !fitsSecond))
            return {};
        if (step.in.operand == ChainOperand::Immediate && !step.loop->onPixels)
            repeatImmediates(step);
        channels = step.in.channels;
        depth = step.loop->to;
    }
    if (depth != program.dstDepth)
        return {};
    return steps;
}

}}  // namespace cv::cudastripe
