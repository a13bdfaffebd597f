// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/chain.hpp"
#include "operator_parameters.hpp"

namespace cv { namespace cudastripe {
namespace {

std::string textOf(const Operator& step)
{
    std::string parameters;
    for (const OperatorParameter& parameter : parametersOf(step.code)) {
        const std::string text = parameter.text(step);
        parameters += (parameters.empty() || text.empty() ? "" : ", ") + text;
    }
    return operatorTable()[static_cast<size_t>(step.code)].name + ("(" + parameters + ")");
}

}  // namespace

std::string Chain::toString() const
{
    std::string text;
    for (const Operator& step : steps_)
        text += (text.empty() ? "" : " > ") + textOf(step);
    if (endsInYuv_)
        text += (text.empty() ? "toYuv(" : " > toYuv(") + format_.name() + ")";
    return text;
}

}}  // namespace cv::cudastripe
