// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "operator_cases.hpp"

#include <algorithm>

namespace opencv_test {
namespace {

using Code = OperatorCode;

const Scalar kMixed(3, 5.5, -7, 100), kFraction(0.5, 2.5, 0.25, 1.75), kSmall(2, 1, 3, 0);
const Scalar kHuge(1e10, -1e10, 300, 70000), kZeros(0, 0, 1, -0.), kNegative(-1, -200.5, -40000, -0.1);

template <class... Args>
std::vector<Chain> scalarsAnd(Chain& (Chain::*step)(const Operand&), const Args&... scalars)
{
    std::vector<Chain> chains;
    for (const Scalar& s : {scalars...})
        chains.push_back((Chain().*step)(s));
    chains.push_back((Chain().*step)(secondImage));
    return chains;
}

Mat randomTable(int type)
{
    Mat values(1, 256, CV_64FC(CV_MAT_CN(type))), table;
    RNG rng(71);
    std::generate_n(values.ptr<double>(), values.total() * size_t(values.channels()),
                    [&] { return rng.uniform(-1000., 1000.); });
    values.convertTo(table, type);
    return table;
}

std::vector<Chain> tables(int channels)
{
    std::vector<Chain> chains;
    for (int type : {CV_8UC1, CV_8UC(channels), CV_8SC1, CV_16UC(channels), CV_16SC1, CV_32SC(channels), CV_32FC1,
                     CV_64FC(channels)})
        chains.push_back(Chain().lut(randomTable(type)));
    chains.push_back(Chain().lut(randomTable(CV_8UC1).reshape(1, 256)));
    return chains;
}

std::vector<Chain> conversions()
{
    std::vector<Chain> chains;
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        chains.push_back(Chain().convertTo(depth));
        chains.push_back(Chain().convertTo(depth, 1 / 3.));
        chains.push_back(Chain().convertTo(depth, -7.3, 100.5));
    }
    chains.push_back(Chain().convertTo(-1, 1, 0.5));
    chains.push_back(Chain().convertTo(-1, 0, 42));
    return chains;
}

// Older versions of OpenCV take a threshold below all integers for the greatest one.
bool takesLowThresholdsAsTheyAre()
{
    Mat dst;
    cv::threshold(Mat(1, 1, CV_8U, Scalar(1)), dst, -1e10, 7, THRESH_BINARY);
    return dst.at<uchar>(0) == 7;
}

std::vector<Chain> thresholds(int depth)
{
    static const bool low = takesLowThresholdsAsTheyAre();
    std::vector<Chain> chains;
    for (int type : {THRESH_BINARY, THRESH_BINARY_INV, THRESH_TRUNC, THRESH_TOZERO, THRESH_TOZERO_INV}) {
        for (double thresh : {99.7, -0.5, 0., 254., 255., 1e4, -1e4, 65535., 32767., -2147483648., 2147483647., 1e10,
                              depth >= CV_32F || low ? -1e10 : -1e9})
            chains.push_back(Chain().threshold(thresh, depth == CV_8U ? 200.5 : 1e5, type));
    }
    return chains;
}

std::vector<Chain> comparisons()
{
    std::vector<Chain> chains;
    for (int cmpop : {CMP_EQ, CMP_GT, CMP_GE, CMP_LT, CMP_LE, CMP_NE}) {
        for (double value : {7., 7.5, -1., 255., 256., -1e10, 1e10, -32768., 2147483647., -2147483649.})
            chains.push_back(Chain().compare(value, cmpop));
        chains.push_back(Chain().compare(secondImage, cmpop));
    }
    return chains;
}

std::vector<Chain> powers(int depth)
{
    std::vector<Chain> chains = {Chain().pow(3)};
    for (double power : {0., 1., 2., 7., 31., -1., -2., -3.})
        chains.push_back(Chain().pow(power));
    if (depth >= CV_32F) {
        for (double power : {0.5, -0.5, 2.5, 1 / 3., -1.7, 1e-3})
            chains.push_back(Chain().pow(power));
    }
    return chains;
}

std::vector<Chain> shifts(Chain& (Chain::*shift)(int), int depth)
{
    std::vector<Chain> chains;
    const int bits = 8 * static_cast<int>(CV_ELEM_SIZE1(depth));
    for (int by : {1, 0, 5, bits / 2, bits - 1})
        chains.push_back((Chain().*shift)(by));
    return chains;
}

std::vector<Chain> choices(int channels)
{
    const int last = channels - 1;
    return {Chain().channels({last, 0}), Chain().channels({last}), Chain().channels({0, 0, last, 0}),
            Chain().channels({last / 2, last, 0})};
}

std::vector<Chain> products()
{
    std::vector<Chain> chains;
    for (double scale : {1., 0.37, -2.}) {
        for (const Scalar& s : {kSmall, kFraction, kHuge, kNegative, kZeros})
            chains.push_back(Chain().multiply(s, scale));
        chains.push_back(Chain().multiply(secondImage, scale));
    }
    return chains;
}

std::vector<Chain> quotients()
{
    std::vector<Chain> chains;
    for (double scale : {1., 3.7, -1e5}) {
        for (const Scalar& s : {kMixed, kFraction, kHuge, kNegative, kZeros})
            chains.push_back(Chain().divide(s, scale));
        chains.push_back(Chain().divide(secondImage, scale));
    }
    return chains;
}

}  // namespace

std::vector<Chain> operatorCases(OperatorCode code, int type)
{
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    switch (code) {
    case Code::Add:
        return scalarsAnd(&Chain::add, kMixed, kFraction, kHuge, kNegative);
    case Code::Subtract:
        return scalarsAnd(&Chain::subtract, kMixed, kFraction, kHuge, kNegative);
    case Code::SubtractFrom:
        return scalarsAnd(&Chain::subtractFrom, kMixed, kFraction, kHuge, kNegative);
    case Code::Multiply:
        return products();
    case Code::Divide:
        return quotients();
    case Code::DivideInto:
        return {Chain().divideInto(1000), Chain().divideInto(-0.5), Chain().divideInto(1e10)};
    case Code::AbsDiff:
        return scalarsAnd(&Chain::absdiff, kMixed, kFraction, kNegative);
    case Code::Min:
        return scalarsAnd(&Chain::min, kMixed, kFraction, kHuge, kNegative);
    case Code::Max:
        return scalarsAnd(&Chain::max, kMixed, kFraction, kHuge, kNegative);
    case Code::BitwiseAnd:
        return scalarsAnd(&Chain::bitwiseAnd, kMixed, kFraction, kHuge);
    case Code::BitwiseOr:
        return scalarsAnd(&Chain::bitwiseOr, kMixed, kFraction, kHuge);
    case Code::BitwiseXor:
        return scalarsAnd(&Chain::bitwiseXor, kMixed, kFraction, kHuge);
    case Code::BitwiseNot:
        return {Chain().bitwiseNot()};
    case Code::ShiftLeft:
        return shifts(&Chain::shiftLeft, depth);
    case Code::ShiftRight:
        return shifts(&Chain::shiftRight, depth);
    case Code::Threshold:
        return thresholds(depth);
    case Code::InRange:
        return {Chain().inRange(Scalar(1, 0, -5, -1e5), Scalar(200, 254.5, 1e5, 1e10)),
                Chain().inRange(Scalar::all(2.5), Scalar::all(100.5)),
                Chain().inRange(Scalar::all(7), Scalar(6, 9, 9, 9)),
                Chain().inRange(Scalar::all(-1e10), Scalar::all(1e10)),
                Chain().inRange(Scalar::all(-40000), Scalar::all(-1))};
    case Code::Compare:
        return comparisons();
    case Code::ConvertTo:
        return conversions();
    case Code::Lut:
        return tables(channels);
    case Code::Gamma:
        return {Chain().gamma(1 / 2.2), Chain().gamma(2.4), Chain().gamma(1), Chain().gamma(0.1)};
    case Code::Abs:
        return {Chain().abs()};
    case Code::Sqr:
        return {Chain().sqr()};
    case Code::Sqrt:
        return {Chain().sqrt()};
    case Code::Exp:
        return {Chain().exp()};
    case Code::Log:
        return {Chain().log()};
    case Code::Pow:
        return powers(depth);
    case Code::Magnitude:
        return {Chain().magnitude(secondImage)};
    case Code::AddWeighted:
        return {Chain().addWeighted(0.3, secondImage, 0.7, 0.5), Chain().addWeighted(1, secondImage, 1, 0),
                Chain().addWeighted(-2.5, secondImage, 1, 0), Chain().addWeighted(1.3, secondImage, -1 / 3., 1000)};
    case Code::Gray:
        return {Chain().gray(), Chain().gray(ChannelOrder::RGB)};
    case Code::BlendOver:
        return {Chain().blendOver(secondImage)};
    case Code::Premultiply:
        return {Chain().premultiply()};
    case Code::Channels:
        return choices(channels);
    }
    // Nothing can vary of an operator without parameters.
    if (operatorTable()[static_cast<size_t>(code)].parameters[0] == 0)
        return {Chain().append(Operator(code))};
    return {};
}

std::string backendAndOperator(const testing::TestParamInfo<std::tuple<BackendKind, int>>& info)
{
    const OperatorInfo& row = operatorTable()[static_cast<size_t>(std::get<1>(info.param))];
    return backendName({std::get<0>(info.param), 0}) + "_" + row.name;
}

int secondTypeOf(const Operator& step, int type)
{
    return !step.second ? -1 : step.code == Code::BlendOver ? CV_MAKETYPE(CV_MAT_DEPTH(type), 3) : type;
}

}  // namespace opencv_test
