// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "operator_check.hpp"

#include "array_access.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Whether an operator's other operand is the second image.
enum class UseOfSecond
{
    Never,
    Either,
    Always
};

UseOfSecond useOfSecond(OperatorCode code)
{
    switch (code) {
    case OperatorCode::Add:
    case OperatorCode::Subtract:
    case OperatorCode::SubtractFrom:
    case OperatorCode::Multiply:
    case OperatorCode::Divide:
    case OperatorCode::AbsDiff:
    case OperatorCode::Min:
    case OperatorCode::Max:
    case OperatorCode::BitwiseAnd:
    case OperatorCode::BitwiseOr:
    case OperatorCode::BitwiseXor:
    case OperatorCode::Compare:
        return UseOfSecond::Either;
    case OperatorCode::Magnitude:
    case OperatorCode::AddWeighted:
    case OperatorCode::BlendOver:
        return UseOfSecond::Always;
    default:
        return UseOfSecond::Never;
    }
}

const char* nameOf(const Operator& step)
{
    return operatorTable()[static_cast<size_t>(step.code)].name;
}

template <class... Accepted>
void requireOneOf(const Operator& step, const char* name, const char* list, Accepted... accepted)
{
    if (!((step.option == accepted) || ...)) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain::%s: %s is %d; it may be %s", nameOf(step), name, step.option, list));
    }
}

void requireWithin(const Operator& step, const char* name, int value, int low, int high)
{
    if (value < low || value > high) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::%s: %s is %d; it must be %d to %d", nameOf(step), name, value, low, high));
    }
}

void requireChannels(const Operator& step)
{
    requireWithin(step, "the number of indices", static_cast<int>(step.channels.size()), 1, 4);
    for (int index : step.channels)
        requireWithin(step, "an index", index, 0, 3);
}

void requireGamma(const Operator& step)
{
    const double gamma = step.values[0];
    if (!(gamma > 0 && gamma <= 100)) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::gamma: gamma is %g; it must be above 0, at most 100", gamma));
    }
}

void requireParameters(const Operator& step)
{
    switch (step.code) {
    case OperatorCode::ShiftLeft:
    case OperatorCode::ShiftRight:
        return requireWithin(step, "bits", step.option, 0, 31);
    case OperatorCode::Threshold:
        return requireOneOf(
            step, "type", "THRESH_BINARY, THRESH_BINARY_INV, THRESH_TRUNC, THRESH_TOZERO or THRESH_TOZERO_INV",
            int(THRESH_BINARY), int(THRESH_BINARY_INV), int(THRESH_TRUNC), int(THRESH_TOZERO), int(THRESH_TOZERO_INV));
    case OperatorCode::Compare:
        return requireOneOf(step, "cmpop", "CMP_EQ, CMP_GT, CMP_GE, CMP_LT, CMP_LE or CMP_NE", int(CMP_EQ), int(CMP_GT),
                            int(CMP_GE), int(CMP_LT), int(CMP_LE), int(CMP_NE));
    case OperatorCode::ConvertTo:
        return requireOneOf(step, "depth", "CV_8U to CV_64F (0 to 6), or -1 for the same", -1, CV_8U, CV_8S, CV_16U,
                            CV_16S, CV_32S, CV_32F, CV_64F);
    case OperatorCode::Lut:
        return requireTable(step.table);
    case OperatorCode::Gamma:
        return requireGamma(step);
    case OperatorCode::Channels:
        return requireChannels(step);
    case OperatorCode::Permute64:
    case OperatorCode::Unpermute64:
        return requireWithin(step, "rounds", step.option, 1, INT_MAX);
    default:
        return;
    }
}

}  // namespace

void requireValid(const Operator& step)
{
    const int code = static_cast<int>(step.code), codes = static_cast<int>(operatorTable().size());
    if (code < 0 || code >= codes) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::append: step has code %d; it must be 0 to %d", code, codes - 1));
    }
    const UseOfSecond use = useOfSecond(step.code);
    if (step.second ? use == UseOfSecond::Never : use == UseOfSecond::Always) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::%s: second is %s; it must be %s", nameOf(step),
                                     step.second ? "true" : "false", step.second ? "false" : "true"));
    }
    requireParameters(step);
}

void requireTable(InputArray table)
{
    if (!isOneImage(table))
        CV_Error(Error::StsBadArg, "cudastripe::Chain::lut: table is a container; it must be one array");
    const size_t elements = table.empty() ? 0 : table.total();
    const int type = table.empty() ? CV_8U : table.type();
    if (elements != 256 || CV_MAT_CN(type) > 4 || CV_MAT_DEPTH(type) > CV_64F) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::lut: table has %zu elements of %s; it must have 256 of 1 to 4 "
                                     "channels of CV_8U to CV_64F",
                                     elements, typeToString(type).c_str()));
    }
}

}}  // namespace cv::cudastripe
