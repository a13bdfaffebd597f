// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "operator_check.hpp"

#include <algorithm>

#include "operator_parameters.hpp"

namespace cv { namespace cudastripe {
namespace {

// An operator has one parameter at most that may be the second image.
void requireSecondAsUsed(const Operator& step)
{
    UseOfSecond use = UseOfSecond::Never;
    for (const OperatorParameter& parameter : parametersOf(step.code))
        use = std::max(use, parameter.second);
    if (step.second ? use == UseOfSecond::Never : use == UseOfSecond::Always) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::%s: second is %s; it must be %s",
                                     operatorTable()[static_cast<size_t>(step.code)].name,
                                     step.second ? "true" : "false", step.second ? "false" : "true"));
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
    requireSecondAsUsed(step);
    for (const OperatorParameter& parameter : parametersOf(step.code)) {
        if (parameter.require)
            parameter.require(step);
    }
}

}}  // namespace cv::cudastripe
