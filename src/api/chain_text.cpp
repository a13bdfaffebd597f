// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/core/check.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {
namespace {

std::string textOf(double value)
{
    return format("%g", value);
}

std::string textOf(const Scalar& s)
{
    return format("%g, %g, %g, %g", s[0], s[1], s[2], s[3]);
}

std::string otherOperand(const Operator& step)
{
    return step.second ? "second image" : textOf(step.scalar);
}

std::string parametersOf(const Operator& step)
{
    switch (step.code) {
    case OperatorCode::Add:
    case OperatorCode::Subtract:
    case OperatorCode::SubtractFrom:
    case OperatorCode::AbsDiff:
    case OperatorCode::Min:
    case OperatorCode::Max:
    case OperatorCode::BitwiseAnd:
    case OperatorCode::BitwiseOr:
    case OperatorCode::BitwiseXor:
        return otherOperand(step);
    case OperatorCode::Multiply:
    case OperatorCode::Divide:
        return otherOperand(step) + (step.values[0] == 1 ? "" : ", " + textOf(step.values[0]));
    case OperatorCode::DivideInto:
    case OperatorCode::Gamma:
    case OperatorCode::Pow:
        return textOf(step.values[0]);
    case OperatorCode::ShiftLeft:
    case OperatorCode::ShiftRight:
    case OperatorCode::Permute64:
    case OperatorCode::Unpermute64:
        return std::to_string(step.option);
    case OperatorCode::Threshold:
        return format("%g, %g, %d", step.values[0], step.values[1], step.option);
    case OperatorCode::InRange:
        return "(" + textOf(step.scalar) + "), (" + textOf(step.upper) + ")";
    case OperatorCode::Compare:
        return (step.second ? "second image" : textOf(step.values[0])) + ", " + std::to_string(step.option);
    case OperatorCode::ConvertTo:
        return format("%s, %g, %g", step.option < 0 ? "-1" : depthToString(step.option), step.values[0],
                      step.values[1]);
    case OperatorCode::Lut:
        return typeToString(step.table.type());
    case OperatorCode::AddWeighted:
        return format("%g, second image, %g, %g", step.values[0], step.values[1], step.values[2]);
    case OperatorCode::Channels: {
        std::string text;
        for (int index : step.channels)
            text += (text.empty() ? "" : ", ") + std::to_string(index);
        return text;
    }
    default:
        return step.second ? "second image" : "";
    }
}

}  // namespace

std::string Chain::toString() const
{
    std::string text;
    for (const Operator& step : steps_) {
        text += text.empty() ? "" : " > ";
        text += operatorTable()[static_cast<size_t>(step.code)].name + ("(" + parametersOf(step) + ")");
    }
    if (endsInYuv_)
        text += (text.empty() ? "toYuv(" : " > toYuv(") + format_.name() + ")";
    return text;
}

}}  // namespace cv::cudastripe
