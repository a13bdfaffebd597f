// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <cfloat>
#include <climits>
#include <cmath>
#include <sstream>

#include "operator_cases.hpp"

namespace opencv_test {
namespace {

const char* const kDepthNames[] = {"8U", "8S", "16U", "16S", "32S", "32F", "64F"};
const double kMin[] = {0, SCHAR_MIN, 0, SHRT_MIN, INT_MIN},
             kMax[] = {UCHAR_MAX, SCHAR_MAX, USHRT_MAX, SHRT_MAX, INT_MAX};

template <class T>
std::vector<double> realExtremes()
{
    using Limits = std::numeric_limits<T>;
    std::vector<double> values = {0,         0.25,        0.5,         1,           1.5,   2.5,     3,
                                  100.5,     127.5,       254.5,       255.5,       256.5, 32767.5, 65535.5,
                                  16777217., 2147483647., 2147483648., 4294967296., 1e10,  1e-10};
    values.insert(values.end(), {Limits::max(), Limits::min(), Limits::denorm_min(), Limits::infinity(),
                                 1 + Limits::epsilon(), 1 - Limits::epsilon() / 2, Limits::min() * 0.75, 88.7, 1e30});
    const size_t positive = values.size();
    for (size_t i = 0; i < positive; ++i)
        values.push_back(-values[i]);
    values.push_back(Limits::quiet_NaN());
    return values;
}

double randomValue(int depth, RNG& rng)
{
    switch (rng.uniform(0, 4)) {
    case 0: {
        const std::vector<double> extremes = extremeValues(depth);
        return extremes[static_cast<size_t>(rng.uniform(0, static_cast<int>(extremes.size())))];
    }
    case 1:
        return depth < CV_32F ? rng.uniform(0, 20) : rng.uniform(-300., 300.);
    case 2:
        if (depth >= CV_32F)
            return rng.uniform(0., 1.);
        break;
    default:
        if (depth >= CV_32F) {
            const double mantissa = rng.uniform(-1., 1.);
            return std::ldexp(mantissa, rng.uniform(-30, 30));
        }
    }
    return std::floor(rng.uniform(kMin[depth], kMax[depth] + 1));
}

}  // namespace

std::vector<double> extremeValues(int depth)
{
    if (depth == CV_32F)
        return realExtremes<float>();
    if (depth == CV_64F)
        return realExtremes<double>();
    const int all[] = {0,     1,       2,       3,           -1,          -2,       -3,        127,
                       128,   -127,    -128,    254,         255,         256,      -129,      32766,
                       32767, 32768,   -32767,  -32768,      65534,       65535,    46341,     -46341,
                       65536, INT_MAX, INT_MIN, INT_MAX - 1, INT_MIN + 1, 16777217, -16777217, 1 << 30};
    std::vector<double> values;
    for (double value : all) {
        if (value >= kMin[depth] && value <= kMax[depth])
            values.push_back(value);
    }
    return values;
}

Mat valueImage(Size size, int type, RNG& rng)
{
    Mat values(size.height, size.width * CV_MAT_CN(type), CV_64F), image;
    for (int r = 0; r < values.rows; ++r)
        for (int c = 0; c < values.cols; ++c)
            values.at<double>(r, c) = randomValue(CV_MAT_DEPTH(type), rng);
    values.convertTo(image, CV_MAT_DEPTH(type));
    return image.reshape(CV_MAT_CN(type));
}

Mat finiteImage(Size size, int type, RNG& rng)
{
    Mat image = valueImage(size, type, rng).reshape(1);
    if (image.depth() >= CV_32F) {
        Mat outside;
        cv::inRange(image, Scalar(-1e6), Scalar(1e6), outside);
        image.setTo(Scalar(0.75), ~outside);
    }
    return image.reshape(CV_MAT_CN(type));
}

bool namesDepth(const char* column, int depth)
{
    std::istringstream words(column);
    for (std::string word; words >> word;) {
        if (word == kDepthNames[depth] || (word == "int" && depth < CV_32F) || (word == "real" && depth >= CV_32F))
            return true;
    }
    return false;
}

std::vector<int> operatorTypes(const OperatorInfo& info)
{
    std::vector<int> types;
    const bool four = info.code == OperatorCode::BlendOver || info.code == OperatorCode::Premultiply;
    const int least = info.code == OperatorCode::Gray ? 3 : four ? 4 : 1;
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        for (int channels = least; channels <= 4; ++channels) {
            if (namesDepth(info.depths, depth))
                types.push_back(CV_MAKETYPE(depth, channels));
        }
    }
    return types;
}

}  // namespace opencv_test
