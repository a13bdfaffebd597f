// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <cfloat>
#include <cmath>

#include "../../reference/operator_reference.hpp"
#include "../operations/operator_operation.hpp"

namespace opencv_test {
namespace {

// The distance of neighbours of a value in a real depth.
long double placeOf(long double value, int depth)
{
    const int digits = depth == CV_64F ? DBL_MANT_DIG : FLT_MANT_DIG;
    const int least = depth == CV_64F ? DBL_MIN_EXP - DBL_MANT_DIG : FLT_MIN_EXP - FLT_MANT_DIG;
    const int exponent = value == 0 || !std::isfinite(value) ? least : std::ilogb(value) + 1 - digits;
    return std::ldexp(1.0L, std::max(exponent, least));
}

Mat doubles(const Mat& image)
{
    Mat values;
    image.reshape(1).convertTo(values, CV_64F);
    return values;
}

// No curve goes below 0; squares of 64F may not fit 64F, which makes them 0 or infinity in OpenCV, too.
bool isOpen(const Operator& step, int depth, double x, double y)
{
    if (step.code == OperatorCode::Gamma)
        return !(x >= 0);
    const double squares = x * x + y * y;
    return step.code == OperatorCode::Magnitude && depth == CV_64F && !(squares > 1e-290 && squares < 1e308);
}

std::string farFromReal(const Operator& step, const Mat& src, const Mat& second, const Mat& actual)
{
    const int depth = src.depth();
    const Mat xs = doubles(src), ys = second.empty() ? xs : doubles(second), results = doubles(actual);
    const double bound = boundOf(step, depth);
    for (int r = 0; r < xs.rows; ++r) {
        for (int c = 0; c < xs.cols; ++c) {
            const double x = xs.at<double>(r, c), y = ys.at<double>(r, c), is = results.at<double>(r, c);
            const long double real = realReference(step, depth, x, y);
            const double nearest = depth == CV_64F ? double(real) : double(float(real));
            if ((std::isnan(real) && std::isnan(is)) || is == nearest || isOpen(step, depth, x, y))
                continue;
            // An integer is rounded from a real number that was as close as a 32F result.
            long double most = bound * placeOf(real, depth == CV_64F ? CV_64F : CV_32F);
            if (depth < CV_32F)
                most += 0.5;
            if (!(std::abs(is - real) <= most))
                return format("of %.17g and %.17g: expected %.17Lg +- %.3Lg, is %.17g", x, y, real, most, is);
        }
    }
    return std::string();
}

//! The first image's values as results have places: of gray the sum of a pixel's magnitudes.
Mat valuesOfResults(const Operator& step, const Mat& src)
{
    if (step.code != OperatorCode::Gray)
        return doubles(src);
    Mat magnitudes, sums;
    Mat(cv::abs(src)).convertTo(magnitudes, CV_64F);
    cv::transform(magnitudes, sums, Mat(1, src.channels(), CV_64F, Scalar(1)));
    return sums;
}

// OpenCV rounds once or twice, depending on the CPU, on its version and on where in a row a pixel lies.
std::string farFromOpenCV(const Operator& step, const Mat& src, const Mat& second, const Mat& actual)
{
    const Mat opencv = doubles(operatorReference(step, src, second)), ours = doubles(actual);
    const Mat xs = valuesOfResults(step, src), ys = second.empty() ? xs : doubles(second);
    const double* v = step.values;
    const bool wide = actual.depth() == CV_64F || (src.depth() == CV_32S && actual.depth() == CV_32S);
    for (int r = 0; r < xs.rows; ++r) {
        for (int c = 0; c < xs.cols; ++c) {
            const double x = xs.at<double>(r, c), y = ys.at<double>(r, c);
            double size = std::abs(x * v[0]) + std::abs(v[1]);
            if (step.code == OperatorCode::AddWeighted)
                size = std::abs(x * v[0]) + std::abs(y * v[1]) + std::abs(v[2]);
            else if (step.code == OperatorCode::Gray)
                size = x;
            else if (step.code == OperatorCode::Multiply)
                size = std::abs(x * v[0]) > 1e-36 ? std::abs(x * v[0]) * std::max(std::abs(y), 1.) : NAN;
            // What comes near the ends of 32 bits may fall on either side, and becomes another value altogether.
            if (!(size < (actual.depth() < CV_32F ? 1e9 : 1e38)))
                continue;
            const double most =
                size * (wide ? 4 * DBL_EPSILON : 4 * FLT_EPSILON) + (actual.depth() < CV_32F ? 1 : 1e-44);
            if (std::abs(opencv.at<double>(r, c) - ours.at<double>(r, c)) > most)
                return format("of %.17g and %.17g: OpenCV gives %.17g, more than %.3g from %.17g", x, y,
                              opencv.at<double>(r, c), most, ours.at<double>(r, c));
        }
    }
    return std::string();
}

// Takes over where OpenCV's vectors and its loops over the last pixels of a row differ.
void accept(const Operator& step, const Mat& src, const Mat& second, const Mat& actual, Mat& expected)
{
    if (expected.type() != actual.type())
        return;
    Mat open;
    if (step.code == OperatorCode::Threshold && src.depth() >= CV_32F)
        open = whereNaN(src);
    if (step.code == OperatorCode::Compare && step.option == CMP_NE && src.depth() >= CV_32F)
        open = whereNaN(src) | whereNaN(step.second ? second : src);
    if (step.code == OperatorCode::AbsDiff && src.depth() == CV_32S) {
        const Mat other = step.second ? second : Mat(src.size(), src.type(), step.scalar);
        Mat difference;
        cv::absdiff(Mat_<double>(doubles(src)), Mat_<double>(doubles(other)), difference);
        open = difference > 2147483647.;
    }
    if (!open.empty())
        actual.reshape(1).copyTo(expected.reshape(1), open.reshape(1));
}

}  // namespace

double boundOf(const Operator& step, int depth)
{
    if (depth != CV_64F)
        return 0.501;
    return step.code == OperatorCode::Exp || step.code == OperatorCode::Log ? 1 : 2;
}

std::string wrongResult(const Operator& step, const Mat& src, const Mat& second, const Mat& actual)
{
    if (isReal(step, src.depth())) {
        return actual.type() == src.type() ? farFromReal(step, src, second, actual)
                                           : "the result has type " + typeToString(actual.type());
    }
    Mat expected = documentedReference(step, src, second);
    accept(step, src, second, actual, expected);
    const std::string wrong = differences(expected, actual, 0);
    return wrong.empty() && isLoose(step, src.depth()) ? farFromOpenCV(step, src, second, actual) : wrong;
}

}  // namespace opencv_test
