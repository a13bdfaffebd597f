// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops that stand for the instructions of a program.

#include <algorithm>
#include <cstring>
#include <utility>

#include "../../depth_types.hpp"
#include "loop.hpp"
#include "opencv2/core/base.hpp"

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

//! True if the loop saturates to the limits of the instruction, and can hold its immediates.
bool keepsLimits(const ChainLoop& loop, const ChainInstruction& in)
{
    const DepthLimits to = limitsOf(loop.to), immediates = limitsOf(loop.immediates);
    if (loop.saturates && (in.low != to.low || in.high != to.high))
        return false;
    return loop.onPixels || loop.operand != ChainOperand::Immediate || (fit(in.x, immediates) && fit(in.y, immediates));
}

//! The loop for one instruction, or for two that end in `last`; null if there is none for the depth. `wideTables`:
//! tables have entries of 64 bits, not 32.
const ChainLoop* loopFor(const ChainInstruction& in, ChainCode last, int depth, bool wideTables)
{
    const ChainOperand operand = in.operand == ChainOperand::Self ? ChainOperand::Second : in.operand;
    const bool looksUp = in.code == ChainCode::Lookup;
    const ChainLoops& loops = chainLoops();
    const auto found = std::find_if(loops.begin(), loops.end(), [&](const ChainLoop& loop) {
        if (loop.code != in.code || loop.last != last || loop.operand != operand || loop.from != depth)
            return false;
        return looksUp ? loop.to == in.low && loop.immediates == (wideTables ? CV_64F : CV_32S) : keepsLimits(loop, in);
    });
    return found == loops.end() ? nullptr : found;
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
    for (int i = 0; i < ChainArrays::kTogether * 4 / std::max(bytes, 4 * period); ++i)
        std::memcpy(to + i * bytes, elements, bytes);
}

void repeatImmediates(ChainLoopStep& step)
{
#define CUDASTRIPE_REPEAT(T)                        \
    repeat<T>(step.in.x, step.in.channels, step.x); \
    repeat<T>(step.in.y, step.in.channels, step.y)
    CUDASTRIPE_FOR_DEPTH(step.loop->immediates, CUDASTRIPE_REPEAT)
#undef CUDASTRIPE_REPEAT
}

void narrowTables(const std::uint32_t* entries, int tables, uchar* to)
{
    for (int i = 0; i < tables * 256; ++i)
        to[i] = static_cast<uchar>(entries[i]);
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

class Steps
{
public:
    Steps(const ChainProgram& program, const uchar* tables)
        : program_(program), tables_(tables), depth_(program.srcDepth)
    {
        steps.reserve(static_cast<size_t>(program.count));
        for (int done = 0; done < program.count;)
            done += addNext(program.instructions + done, program.count - done);
        if (depth_ != program.dstDepth)
            convert(depth_, program.dstDepth, false);
    }

    std::vector<ChainLoopStep> steps;

private:
    //! Returns how many instructions the step does.
    int addNext(const ChainInstruction* next, int left)
    {
        if (next[0].code == ChainCode::GrayI && depth_ == CV_8U && channels() == 3)
            addFourthChannel();
        if (left > 1 && next[0].code != next[1].code) {
            const ChainInstruction both = merged(next[0], next[1]);
            if (add(both, next[1].code, depth_))
                return 2;
        }
        if (add(asSums(next[0], depth_), depth_) || add(next[0], depth_))
            return 1;
        // Operations on bits take single precision numbers as integers.
        const bool bits = depth_ == CV_32F;
        if (!bits) {
            convert(depth_, CV_32S, false);
            depth_ = CV_32S;
        }
        CV_Assert(add(next[0], CV_32S));
        depth_ = bits ? CV_32F : depth_;
        return 1;
    }

    int channels() const { return steps.empty() ? program_.srcChannels : steps.back().in.channels; }

    //! Makes pixels of four bytes, which are words: that is faster.
    void addFourthChannel()
    {
        ChainInstruction in = {};
        in.code = ChainCode::Shuffle;
        in.channels = 4;
        for (int c = 0; c < 3; ++c)
            in.x[c].i = c;
        add(in, depth_);
    }

    bool add(const ChainInstruction& in, int depth) { return add(in, in.code, depth); }

    bool add(const ChainInstruction& in, ChainCode last, int depth)
    {
        const ChainLoop* const loop = loopFor(in, last, depth, program_.wide);
        if (!loop)
            return false;
        const bool usesSecond = in.operand == ChainOperand::Second || in.code == ChainCode::BlendOver;
        const bool converts = usesSecond && program_.secondDepth != depth_;
        // A narrow depth may not hold all values of the second image.
        if (converts && depth < CV_32S)
            return false;
        if (converts)
            convert(program_.secondDepth, depth, true);
        append(in, *loop, false);
        depth_ = loop->to;
        return true;
    }

    //! Converts values that lie within the limits of both depths.
    void convert(int from, int to, bool second)
    {
        ChainInstruction in = {};
        in.code = to == CV_32F ? ChainCode::IntToFloat : to == CV_64F ? ChainCode::IntToDouble : ChainCode::SaturateI;
        in.channels = second ? program_.secondChannels : static_cast<uchar>(channels());
        in.low = limitsOf(to).low;
        in.high = limitsOf(to).high;
        if (const ChainLoop* const loop = loopFor(in, in.code, from, false))
            return append(in, *loop, second);
        CV_Assert(from < CV_32S && !second);
        convert(from, CV_32S, false);
        convert(CV_32S, to, false);
    }

    void append(const ChainInstruction& in, const ChainLoop& loop, bool convertsSecond)
    {
        steps.emplace_back();
        ChainLoopStep& step = steps.back();
        step.loop = &loop;
        step.in = in;
        step.convertsSecond = convertsSecond;
        if (loop.run == &lookUpBytes)
            narrowTables(reinterpret_cast<const std::uint32_t*>(tables_ + in.table), in.tableRows, step.x);
        else if (in.operand == ChainOperand::Immediate && !loop.onPixels)
            repeatImmediates(step);
    }

    const ChainProgram& program_;
    const uchar* const tables_;
    int depth_;  //!< of the array so far; may differ from the program's depth, which then also holds these values
};

}  // namespace

std::vector<ChainLoopStep> loopSteps(const ChainProgram& program, const uchar* tables)
{
    return std::move(Steps(program, tables).steps);
}

}}  // namespace cv::cudastripe
