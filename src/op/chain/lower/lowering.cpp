// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lowering.hpp"

#include <cmath>
#include <cstring>

#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

// Of words that are apart by spaces.
bool hasWord(const char* words, const char* word)
{
    const size_t length = std::strlen(word);
    for (const char* at = words; (at = std::strstr(at, word)) != nullptr; at += length) {
        const bool begins = at == words || at[-1] == ' ', ends = at[length] == ' ' || at[length] == 0;
        if (begins && ends)
            return true;
    }
    return false;
}

// "int", "real", or depths by name.
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

void Lowering::requireSecond(int type) const
{
    if (secondType < 0)
        refuse("it uses a second image, but the call has one");
    if (secondType != type) {
        refuse(format("the second image has type %s; here it must have %s", typeToString(secondType).c_str(),
                      typeToString(type).c_str()));
    }
}

double Lowering::greatest() const
{
    static const double greatest[] = {UCHAR_MAX, -SCHAR_MIN, USHRT_MAX, -SHRT_MIN, -double(INT_MIN)};
    return greatest[depth];
}

bool Lowering::isShort(double a, double b) const
{
    return depth <= CV_16S && std::fabs(a) * greatest() + std::fabs(b) <= 4e6;
}

ChainInstruction& Lowering::emit(ChainCode code)
{
    LoweredInstruction lowered;
    std::memset(&lowered.code, 0, sizeof(lowered.code));
    lowered.code.code = static_cast<uchar>(code);
    lowered.code.operand = op.second ? ChainOperand::Second : ChainOperand::Immediate;
    lowered.code.channels = static_cast<uchar>(channels);
    lowered.code.low = INT_MIN;
    lowered.code.high = INT_MAX;
    result.push_back(lowered);
    return result.back().code;
}

ChainInstruction& Lowering::emit(ChainCode ofInt, ChainCode ofFloat, ChainCode ofDouble)
{
    return emit(isInteger() ? ofInt : depth == CV_32F ? ofFloat : ofDouble);
}

void Lowering::saturate(int toDepth)
{
    static const int low[] = {0, SCHAR_MIN, 0, SHRT_MIN, INT_MIN};
    static const int high[] = {UCHAR_MAX, SCHAR_MAX, USHRT_MAX, SHRT_MAX, INT_MAX};
    CV_Assert(toDepth <= CV_32S && !result.empty());
    result.back().code.low = low[toDepth];
    result.back().code.high = high[toDepth];
}

// Conversions have no other operand.
void Lowering::toFloat()
{
    if (isInteger())
        emit(ChainCode::IntToFloat).operand = ChainOperand::Immediate;
    else if (depth == CV_64F)
        emit(ChainCode::DoubleToFloat).operand = ChainOperand::Immediate;
}

void Lowering::toDouble()
{
    if (isInteger())
        emit(ChainCode::IntToDouble).operand = ChainOperand::Immediate;
    else if (depth == CV_32F)
        emit(ChainCode::FloatToDouble).operand = ChainOperand::Immediate;
}

void Lowering::fromFloat(int toDepth)
{
    if (toDepth <= CV_32S) {
        emit(ChainCode::FloatToInt).operand = ChainOperand::Immediate;
        saturate(toDepth);
    } else if (toDepth == CV_64F) {
        emit(ChainCode::FloatToDouble).operand = ChainOperand::Immediate;
    }
}

void Lowering::fromDouble(int toDepth)
{
    if (toDepth <= CV_32S) {
        emit(ChainCode::DoubleToInt).operand = ChainOperand::Immediate;
        saturate(toDepth);
    } else if (toDepth == CV_32F) {
        emit(ChainCode::DoubleToFloat).operand = ChainOperand::Immediate;
    }
}

ChainValue Lowering::ofInt(int x)
{
    ChainValue value = {};
    value.l = 0;
    value.i = x;
    return value;
}

ChainValue Lowering::ofFloat(float x)
{
    ChainValue value;
    value.l = 0;
    value.f = x;
    return value;
}

ChainValue Lowering::ofDouble(double x)
{
    ChainValue value;
    value.d = x;
    return value;
}

ChainValue Lowering::valueFor(int depth, double x)
{
    return depth <= CV_32S ? ofInt(roundToInt(x)) : depth == CV_32F ? ofFloat(static_cast<float>(x)) : ofDouble(x);
}

void Lowering::setAll(ChainValue (&values)[4], ChainValue value)
{
    for (ChainValue& v : values)
        v = value;
}

// Four lanes repeat the channels, so that they also serve pixels of one or two channels side by side.
void Lowering::setImmediates(ChainInstruction& in, const Scalar& x) const
{
    for (int c = 0; c < 4; ++c)
        in.x[c] = valueFor(depth, x[c % channels]);
}

void lower(Lowering& to)
{
#define CUDASTRIPE_LOWER(NAME, ...) &lower##NAME,
    static void (*const functions[])(Lowering&) = {CV_CUDASTRIPE_OPERATORS(CUDASTRIPE_LOWER)};
#undef CUDASTRIPE_LOWER
    const size_t code = static_cast<size_t>(to.op.code);
    const OperatorInfo& info = operatorTable()[code];
    if (to.depth > CV_64F || !takes(info, to.depth)) {
        to.refuse(format("the image is of %s here; it takes %s",
                         typeToString(CV_MAKETYPE(to.depth, to.channels)).c_str(), info.depths));
    }
    functions[code](to);
}

}}  // namespace cv::cudastripe
