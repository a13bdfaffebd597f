// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <cmath>

#include "operator_reference.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

bool isReal(const Operator& step, int depth)
{
    switch (step.code) {
    case OperatorCode::Gamma:
        return true;
    case OperatorCode::Exp:
    case OperatorCode::Log:
    case OperatorCode::Pow:
    case OperatorCode::Magnitude:
        return depth >= CV_32F;
    default:
        return false;
    }
}

long double realReference(const Operator& step, int depth, long double x, long double y)
{
    const long double value = step.values[0];
    const long double most = depth == CV_8U ? 255 : depth == CV_16U ? 65535 : 1;
    switch (step.code) {
    case OperatorCode::Gamma:
        return most * std::pow(x / most, value);
    case OperatorCode::Exp:
        return std::exp(x);
    case OperatorCode::Log:
        return std::log(x);
    case OperatorCode::Pow:
        return std::pow(x, value);
    case OperatorCode::Magnitude:
        return std::sqrt(x * x + y * y);
    default:
        CV_Error(cv::Error::StsBadArg, "this step has an exact reference");
    }
}

}  // namespace opencv_test
