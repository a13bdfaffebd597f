// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of operators as data, and what their parameters mean.

#include "operator_parameters.hpp"

#include <algorithm>
#include <sstream>

#include "arguments.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

using Step = const Operator&;

std::string scalarText(const Scalar& s)
{
    return format("%g, %g, %g, %g", s[0], s[1], s[2], s[3]);
}

std::string secondImageText(Step)
{
    return "second image";
}

template <int Index>
std::string valueText(Step step)
{
    return format("%g", step.values[Index]);
}

std::string optionText(Step step)
{
    return std::to_string(step.option);
}

std::string channelsText(Step step)
{
    std::string text;
    for (int index : step.channels)
        text += (text.empty() ? "" : ", ") + std::to_string(index);
    return text;
}

template <class... Accepted>
void requireOneOf(Step step, const char* name, const char* list, Accepted... accepted)
{
    if (!((step.option == accepted) || ...)) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain::%s: %s is %d; it may be %s", nameOf(step.code), name, step.option, list));
    }
}

void requireWithin(Step step, const char* name, int value, int low, int high)
{
    if (value < low || value > high) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::%s: %s is %d; it must be %d to %d", nameOf(step.code), name, value, low, high));
    }
}

void requireBits(Step step)
{
    requireWithin(step, "bits", step.option, 0, 31);
}

void requireThresholdType(Step step)
{
    requireOneOf(step, "type", "THRESH_BINARY, THRESH_BINARY_INV, THRESH_TRUNC, THRESH_TOZERO or THRESH_TOZERO_INV",
                 int(THRESH_BINARY), int(THRESH_BINARY_INV), int(THRESH_TRUNC), int(THRESH_TOZERO),
                 int(THRESH_TOZERO_INV));
}

void requireComparison(Step step)
{
    requireOneOf(step, "cmpop", "CMP_EQ, CMP_GT, CMP_GE, CMP_LT, CMP_LE or CMP_NE", int(CMP_EQ), int(CMP_GT),
                 int(CMP_GE), int(CMP_LT), int(CMP_LE), int(CMP_NE));
}

void requireDepth(Step step)
{
    requireOneOf(step, "depth", "CV_8U to CV_64F (0 to 6), or -1 for the same", -1, CV_8U, CV_8S, CV_16U, CV_16S,
                 CV_32S, CV_32F, CV_64F);
}

void requireOrder(Step step)
{
    requireOneOf(step, "order", "BGR (0) or RGB (1)", int(ChannelOrder::BGR), int(ChannelOrder::RGB));
}

void requireGamma(Step step)
{
    const double gamma = step.values[0];
    if (!(gamma > 0 && gamma <= 100)) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::%s: gamma is %g; it must be above 0, at most 100", nameOf(step.code), gamma));
    }
}

void requireChannels(Step step)
{
    requireWithin(step, "the number of indices", static_cast<int>(step.channels.size()), 1, 4);
    for (int index : step.channels)
        requireWithin(step, "an index", index, 0, 3);
}

constexpr OperatorParameter kParameters[] = {
    {"second", secondImageText, nullptr},
    {"scalar|second", [](Step s) { return s.second ? secondImageText(s) : scalarText(s.scalar); }, nullptr},
    {"value0|second", [](Step s) { return s.second ? secondImageText(s) : valueText<0>(s); }, nullptr},
    {"value0", valueText<0>, nullptr},
    {"value1", valueText<1>, nullptr},
    {"value2", valueText<2>, nullptr},
    {"scale", [](Step s) { return s.values[0] == 1 ? std::string() : valueText<0>(s); }, nullptr},
    {"gamma", valueText<0>, requireGamma},
    {"lower", [](Step s) { return "(" + scalarText(s.scalar) + ")"; }, nullptr},
    {"upper", [](Step s) { return "(" + scalarText(s.upper) + ")"; }, nullptr},
    {"bits", optionText, requireBits},
    {"type", optionText, requireThresholdType},
    {"cmpop", optionText, requireComparison},
    {"depth", [](Step s) { return std::string(s.option < 0 ? "-1" : depthToString(s.option)); }, requireDepth},
    {"order", [](Step s) { return std::string(s.option ? "RGB" : "BGR"); }, requireOrder},
    {"channels", channelsText, requireChannels},
    {"table", [](Step s) { return std::string(typeToString(s.table.type())); }, [](Step s) { requireTable(s.table); }},
};

std::vector<OperatorParameter> parametersOf(const OperatorInfo& info)
{
    std::vector<OperatorParameter> parameters;
    std::istringstream words(info.parameters);
    for (std::string word; words >> word;) {
        const auto found = std::find_if(std::begin(kParameters), std::end(kParameters),
                                        [&](const OperatorParameter& parameter) { return word == parameter.word; });
        if (found == std::end(kParameters))
            CV_Error_(Error::StsInternal, ("cudastripe: %s has an unknown parameter, %s", info.name, word.c_str()));
        parameters.push_back(*found);
    }
    return parameters;
}

// At most one parameter of an operator may be the second image.
void requireSecondAsUsed(Step step)
{
    bool allowed = false, needed = false;
    for (const OperatorParameter& parameter : parametersOf(step.code)) {
        const std::string word = parameter.word;
        needed = needed || word == "second";
        allowed = allowed || needed || word.find("|second") != std::string::npos;
    }
    if (step.second ? !allowed : needed) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::%s: second is %s; it must be %s", nameOf(step.code),
                                     step.second ? "true" : "false", step.second ? "false" : "true"));
    }
}

}  // namespace

const std::vector<OperatorInfo>& operatorTable()
{
#define CUDASTRIPE_ROW(NAME, TEXT, STANDS_FOR, PARAMETERS, DEPTHS, CLOSENESS, SAME_BITS, COST) \
    {OperatorCode::NAME, TEXT, STANDS_FOR, PARAMETERS, DEPTHS, Closeness::CLOSENESS, SAME_BITS, COST},
    static const std::vector<OperatorInfo> table = {CV_CUDASTRIPE_OPERATORS(CUDASTRIPE_ROW)};
#undef CUDASTRIPE_ROW
    return table;
}

const std::vector<OperatorParameter>& parametersOf(OperatorCode code)
{
    static const std::vector<std::vector<OperatorParameter>> ofOperators = [] {
        std::vector<std::vector<OperatorParameter>> lists;
        for (const OperatorInfo& info : operatorTable())
            lists.push_back(parametersOf(info));
        return lists;
    }();
    return ofOperators[static_cast<size_t>(code)];
}

const char* nameOf(OperatorCode code)
{
    return operatorTable()[static_cast<size_t>(code)].name;
}

void requireValid(const Operator& step)
{
    const int code = static_cast<int>(step.code), codes = static_cast<int>(operatorTable().size());
    if (code < 0 || code >= codes) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::append: step has code %d; it must be 0 to %d", code, codes - 1));
    }
    requireSecondAsUsed(step);
    for (const OperatorParameter& parameter : parametersOf(step.code)) {
        if (parameter.require)
            parameter.require(step);
    }
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
