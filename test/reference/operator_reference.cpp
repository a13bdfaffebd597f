// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "operator_reference.hpp"

#include <cmath>

#include "own_formulas.hpp"

namespace opencv_test {

using cv::InputArray;
using cv::Mat;
using namespace cv::cudastripe;

namespace {

// OpenCV takes an image of four numbers for a scalar, so none is as small as that.
Mat padded(const Mat& image)
{
    Mat larger;
    if (!image.empty())
        cv::copyMakeBorder(image, larger, 0, 5, 0, 5, cv::BORDER_CONSTANT, cv::Scalar::all(1));
    return larger;
}

Mat chosenChannels(const Mat& src, const std::vector<int>& channels)
{
    Mat dst(src.size(), CV_MAKETYPE(src.depth(), static_cast<int>(channels.size())));
    std::vector<int> pairs;
    for (size_t i = 0; i < channels.size(); ++i)
        pairs.insert(pairs.end(), {channels[i], static_cast<int>(i)});
    cv::mixChannels(&src, 1, &dst, 1, pairs.data(), channels.size());
    return dst;
}

// OpenCV 5 wraps products of 16U; of 32S it saturates products and distances, and divides in double precision.
bool openCVDiffers(const Mat& x)
{
    return CV_VERSION_MAJOR >= 5 && (x.depth() == CV_16U || x.depth() == CV_32S);
}

Mat product(const Mat& x, const cv::_InputArray& y, double scale)
{
    if (openCVDiffers(x) && y.isMat() && scale == 1)
        return integerProduct(x, y.getMat());
    if (openCVDiffers(x) && y.isMat() && x.depth() == CV_32S)
        return scaledIntegerProduct(x, y.getMat(), scale);
    Mat dst;
    cv::multiply(x, y, dst, scale);
    return dst;
}

Mat quotient(const Mat& x, const cv::_InputArray& y, double scale)
{
    if (openCVDiffers(x) && y.isMat() && x.depth() == CV_32S)
        return integerQuotient(x, y.getMat(), scale);
    Mat dst;
    cv::divide(x, y, dst, scale);
    return dst;
}

Mat distance(const Mat& x, const cv::_InputArray& y)
{
    if (openCVDiffers(x) && x.depth() == CV_32S)
        return integerDistance(x,
                               y.isMat() ? y.getMat() : Mat(x.size(), x.type(), *static_cast<cv::Scalar*>(y.getObj())));
    Mat dst;
    cv::absdiff(x, y, dst);
    return dst;
}

// The powers of INT_MIN would read outside a table in OpenCV; 1 / INT_MIN is 0 as 1 / 3 is.
Mat powers(Mat src, double power)
{
    if (power == 2 && openCVDiffers(src))
        return product(src, src, 1);
    Mat dst;
    if (src.depth() == CV_32S && power < 0)
        src.reshape(1).setTo(3, src.reshape(1) == std::numeric_limits<int>::min());
    cv::pow(src, power, dst);
    return dst;
}

Mat call(const Operator& step, const Mat& x, const Mat& y)
{
    const bool two = step.second;
    const cv::_InputArray other = two ? cv::_InputArray(y) : cv::_InputArray(step.scalar);
    const double* v = step.values;
    Mat dst;
    switch (step.code) {
    case OperatorCode::Add:
        cv::add(x, other, dst);
        break;
    case OperatorCode::Subtract:
        cv::subtract(x, other, dst);
        break;
    case OperatorCode::SubtractFrom:
        cv::subtract(other, x, dst);
        break;
    case OperatorCode::Multiply:
        return product(x, other, v[0]);
    case OperatorCode::Divide:
        return quotient(x, other, v[0]);
    case OperatorCode::DivideInto:
        if (openCVDiffers(x) && x.depth() == CV_32S)
            return integerQuotient(Mat(x.size(), x.type(), cv::Scalar::all(1)), x, v[0]);
        cv::divide(v[0], x, dst);
        break;
    case OperatorCode::AbsDiff:
        return distance(x, other);
    case OperatorCode::Min:
        cv::min(x, other, dst);
        break;
    case OperatorCode::Max:
        cv::max(x, other, dst);
        break;
    case OperatorCode::BitwiseAnd:
        cv::bitwise_and(x, other, dst);
        break;
    case OperatorCode::BitwiseOr:
        cv::bitwise_or(x, other, dst);
        break;
    case OperatorCode::BitwiseXor:
        cv::bitwise_xor(x, other, dst);
        break;
    case OperatorCode::BitwiseNot:
        cv::bitwise_not(x, dst);
        break;
    case OperatorCode::ShiftLeft:
        return shiftFormula(x, step.option);
    case OperatorCode::ShiftRight:
        return shiftFormula(x, -step.option);
    case OperatorCode::Threshold:
        cv::threshold(x, dst, v[0], v[1], step.option);
        break;
    case OperatorCode::InRange:
        cv::inRange(x, step.scalar, step.upper, dst);
        break;
    case OperatorCode::Compare:
        if (two)
            cv::compare(x, y, dst, step.option);
        else
            cv::compare(x, v[0], dst, step.option);
        break;
    case OperatorCode::ConvertTo:
        x.convertTo(dst, step.option, v[0], v[1]);
        break;
    case OperatorCode::Lut:
        cv::LUT(x, step.table, dst);
        break;
    case OperatorCode::Gamma:
        return x.depth() == CV_32F ? powers(x, v[0]) : gammaFormula(x, v[0]);
    case OperatorCode::Abs:
        return openCVDiffers(x) ? distance(x, Mat::zeros(x.size(), x.type())) : Mat(cv::abs(x));
    case OperatorCode::Sqr:
        return product(x, x, 1);
    case OperatorCode::Sqrt:
        cv::sqrt(x, dst);
        break;
    case OperatorCode::Exp:
        cv::exp(x, dst);
        break;
    case OperatorCode::Log:
        cv::log(x, dst);
        break;
    case OperatorCode::Pow:
        return powers(x, v[0]);
    case OperatorCode::Magnitude:
        cv::magnitude(x, y, dst);
        break;
    case OperatorCode::AddWeighted:
        cv::addWeighted(x, v[0], y, v[1], v[2], dst);
        break;
    case OperatorCode::Gray: {
        const bool four = x.channels() == 4, bgr = step.option == static_cast<int>(ChannelOrder::BGR);
        cv::cvtColor(x, dst,
                     bgr ? (four ? cv::COLOR_BGRA2GRAY : cv::COLOR_BGR2GRAY)
                         : (four ? cv::COLOR_RGBA2GRAY : cv::COLOR_RGB2GRAY));
        break;
    }
    case OperatorCode::BlendOver:
        return blendFormula(x, y);
    case OperatorCode::Premultiply:
        cv::cvtColor(x, dst, cv::COLOR_RGBA2mRGBA);
        break;
    case OperatorCode::Channels:
        return chosenChannels(x, step.channels);
    }
    return dst;
}

// True where a value, whatever OpenCV makes of it, decides nothing that is defined.
Mat openValues(const Operator& step, const Mat& values)
{
    if (values.depth() < CV_32F)
        return Mat();
    Mat open = whereNaN(values).reshape(1);
    switch (step.code) {
    case OperatorCode::DivideInto:
    case OperatorCode::BitwiseAnd:
    case OperatorCode::BitwiseOr:
    case OperatorCode::BitwiseXor:
    case OperatorCode::BitwiseNot:
    case OperatorCode::Pow:
        open |= values.reshape(1) == 0;
        break;
    default:
        break;
    }
    Mat any;
    cv::inRange(open.reshape(values.channels()), cv::Scalar::all(0), cv::Scalar::all(0), any);
    return ~any;
}

}  // namespace

Mat whereNaN(const Mat& image)
{
    Mat equal;
    cv::compare(image, image, equal, cv::CMP_EQ);
    return ~equal;
}

bool isLoose(const Operator& step, int depth)
{
    switch (step.code) {
    case OperatorCode::AddWeighted:
        return true;
    case OperatorCode::Gray:
        return depth == CV_32F;
    case OperatorCode::ConvertTo:
        return step.values[0] != 1 || step.values[1] != 0;
    case OperatorCode::Multiply:
        return step.second && depth == CV_32F && step.values[0] != 1;
    default:
        return false;
    }
}

Mat operatorReference(const Operator& step, const Mat& current, const Mat& second)
{
    const Mat x = padded(current), y = padded(second);
    return call(step, x, y)(cv::Rect(0, 0, current.cols, current.rows)).clone();
}

Mat documentedReference(const Operator& step, const Mat& current, const Mat& second)
{
    const double* v = step.values;
    if (isLoose(step, current.depth())) {
        if (step.code == OperatorCode::AddWeighted)
            return fusedSum(current, v[0], second, v[1], v[2]);
        if (step.code == OperatorCode::Multiply)
            return scaledProduct(current, second, v[0]);
        if (step.code == OperatorCode::Gray)
            return grayFormula(current, step.option == static_cast<int>(ChannelOrder::BGR));
        return fusedScale(current, step.option < 0 ? current.depth() : step.option, v[0], v[1]);
    }
    const bool smaller = step.code == OperatorCode::Min;
    if ((smaller || step.code == OperatorCode::Max) && current.depth() >= CV_32F)
        return selectFormula(current, step.second ? second : Mat(current.size(), current.type(), step.scalar), smaller);
    return operatorReference(step, current, second);
}

Mat chainReference(const Chain& chain, const Mat& src, const Mat& second, Mat* undefined)
{
    Mat current = src.clone();
    if (undefined)
        *undefined = Mat(src.size(), CV_8U, cv::Scalar(0));
    for (const Operator& step : chain.steps()) {
        for (const Mat& values : {current, step.second ? second : current}) {
            const Mat open = openValues(step, values);
            if (undefined && !open.empty())
                *undefined |= open;
        }
        current = documentedReference(step, current, second);
    }
    return current;
}

}  // namespace opencv_test
