// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The members of Lowering, and the dispatch to the functions of operators.

#include "lowering.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

// Allocates nothing, to be fast: a chain that is made for one call is lowered in that call.
bool hasWord(const char* words, const char* word)
{
    const size_t length = std::strlen(word);
    for (const char* at = std::strstr(words, word); at; at = std::strstr(at + 1, word)) {
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    }
    return false;
}

// The words of the table are "int", "real" and names of depths.
bool takes(const OperatorInfo& info, int depth)
{
    static const char* const names[] = {"8U", "8S", "16U", "16S", "32S", "32F", "64F"};
    return hasWord(info.depths, names[depth]) || hasWord(info.depths, depth <= CV_32S ? "int" : "real");
}

}  // namespace

void Lowering::refuse(const std::string& text) const
{
    CV_Error_(Error::StsUnsupportedFormat, ("%s: step %d, %s: %s", function_, number_,
                                            operatorTable()[static_cast<size_t>(op.code)].name, text.c_str()));
}

void Lowering::refuseType(const char* taken) const
{
    refuse(format("the image is of %s here; the step takes %s", typeToString(CV_MAKETYPE(depth, channels)).c_str(),
                  taken));
}

void Lowering::checkSecond(int type) const
{
    if (!op.second || secondType == type)
        return;
    if (secondType < 0)
        refuse("it needs a second image; the call has none");
    refuse(format("the second image has type %s; here it must have %s", typeToString(secondType).c_str(),
                  typeToString(type).c_str()));
}

double Lowering::greatest() const
{
    return std::max(double(limitsOf(depth).high), -double(limitsOf(depth).low));
}

bool Lowering::isShort(double a, double b) const
{
    return depth <= CV_16S && std::fabs(a) * greatest() + std::fabs(b) <= 4e6;
}

ChainInstruction& Lowering::emit(const ChainCodes& codes)
{
    result.emplace_back();
    ChainInstruction& in = result.back().code;
    std::memset(&in, 0, sizeof(in));
    in.code = codes.of(depth);
    in.operand = op.second ? ChainOperand::Second : ChainOperand::Immediate;
    in.channels = static_cast<uchar>(channels);
    saturate(depth);
    return in;
}

ChainInstruction& Lowering::emit(const ChainCodes& codes, ChainValue x, ChainValue y)
{
    ChainInstruction& in = emit(codes);
    std::fill_n(in.x, 4, x);
    std::fill_n(in.y, 4, y);
    return in;
}

ChainInstruction& Lowering::emitBinary(const ChainCodes& codes)
{
    checkSecond();
    ChainInstruction& in = emit(codes);
    setImmediates(in.x, op.scalar);
    return in;
}

ChainInstruction& Lowering::emitUnary(ChainCode code)
{
    ChainInstruction& in = emit(code);
    in.operand = ChainOperand::Immediate;
    return in;
}

void Lowering::saturate(int toDepth)
{
    const DepthLimits limits = limitsOf(toDepth);
    result.back().code.low = limits.low;
    result.back().code.high = limits.high;
}

void Lowering::convert(int from, int to)
{
    using Code = ChainCode;
    constexpr ChainCodes ofInts = {Code::SaturateI, Code::IntToFloat, Code::IntToDouble};
    constexpr ChainCodes ofFloats = {Code::FloatToInt, Code(), Code::FloatToDouble};
    constexpr ChainCodes ofDoubles = {Code::DoubleToInt, Code::DoubleToFloat, Code()};
    if (from != to)
        emitUnary((from <= CV_32S ? ofInts : from == CV_32F ? ofFloats : ofDoubles).of(to));
}

void Lowering::fromReal(int real, int toDepth)
{
    convert(real, toDepth);
    saturate(toDepth);
}

ChainValue Lowering::valueFor(int depth, double x)
{
    return depth <= CV_32S ? ofInt(roundToInt(x)) : depth == CV_32F ? ofFloat(static_cast<float>(x)) : ofDouble(x);
}

// The four values repeat the channels, so that they also serve pixels of one or two channels side by side.
void Lowering::setImmediates(ChainValue (&values)[4], const Scalar& x) const
{
    for (int c = 0; c < 4; ++c)
        values[c] = valueFor(depth, x[c % channels]);
}

void lower(Lowering& to)
{
#define CUDASTRIPE_LOWER(NAME, ...) &lower##NAME,
    static void (*const functions[])(Lowering&) = {CV_CUDASTRIPE_OPERATORS(CUDASTRIPE_LOWER)};
#undef CUDASTRIPE_LOWER
    const size_t code = static_cast<size_t>(to.op.code);
    const OperatorInfo& info = operatorTable()[code];
    if (to.depth > CV_64F || !takes(info, to.depth)) {
        std::string depths;
        for (int depth = CV_8U; depth <= CV_64F; ++depth)
            depths += takes(info, depth) ? depthToString(depth) + std::string(" ") : "";
        to.refuseType((depths + "only: put convertTo() before it").c_str());
    }
    functions[code](to);
}

}}  // namespace cv::cudastripe
