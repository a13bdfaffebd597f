// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/chain.hpp"

#include <cmath>
#include <cstring>

#include "../op/chain_compiler.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

Operator withScalar(OperatorCode code, const Scalar& s, double scale = 0)
{
    Operator step(code);
    step.scalar = s;
    step.values[0] = scale;
    return step;
}

Operator withSecond(OperatorCode code, double scale = 0)
{
    Operator step(code);
    step.second = true;
    step.values[0] = scale;
    return step;
}

Operator withValue(OperatorCode code, double value)
{
    return withScalar(code, Scalar(), value);
}

Operator withOption(OperatorCode code, int option)
{
    Operator step(code);
    step.option = option;
    return step;
}

template <class... Accepted>
void requireOneOf(const char* method, const char* name, int value, const char* list, Accepted... accepted)
{
    if (!((value == accepted) || ...))
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::%s: %s is %d; it may be %s", method, name, value, list));
}

void requireWithin(const char* method, const char* name, int value, int low, int high)
{
    if (value < low || value > high) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::%s: %s is %d; it must be %d to %d", method, name, value, low, high));
    }
}

void requireComparison(int cmpop)
{
    requireOneOf("compare", "cmpop", cmpop, "CMP_EQ, CMP_GT, CMP_GE, CMP_LT, CMP_LE or CMP_NE", int(CMP_EQ),
                 int(CMP_GT), int(CMP_GE), int(CMP_LT), int(CMP_LE), int(CMP_NE));
}

Operator feistel(OperatorCode code, const char* method, std::uint64_t key, int rounds)
{
    requireWithin(method, "rounds", rounds, 1, INT_MAX);
    Operator step = withOption(code, rounds);
    std::memcpy(&step.values[0], &key, sizeof(key));
    return step;
}

}  // namespace

Chain& Chain::append(const Operator& step)
{
    if (endsInYuv_) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain: %s cannot follow toYuv, which ends a chain",
                                     operatorTable()[static_cast<size_t>(step.code)].name));
    }
    steps_.push_back(step);
    return *this;
}

#define CUDASTRIPE_SCALAR_OR_SECOND(METHOD, NAME)         \
    Chain& Chain::METHOD(const Scalar& s)                 \
    {                                                     \
        return append(withScalar(OperatorCode::NAME, s)); \
    }                                                     \
    Chain& Chain::METHOD(SecondImage)                     \
    {                                                     \
        return append(withSecond(OperatorCode::NAME));    \
    }

CUDASTRIPE_SCALAR_OR_SECOND(add, Add)
CUDASTRIPE_SCALAR_OR_SECOND(subtract, Subtract)
CUDASTRIPE_SCALAR_OR_SECOND(subtractFrom, SubtractFrom)
CUDASTRIPE_SCALAR_OR_SECOND(absdiff, AbsDiff)
CUDASTRIPE_SCALAR_OR_SECOND(min, Min)
CUDASTRIPE_SCALAR_OR_SECOND(max, Max)
CUDASTRIPE_SCALAR_OR_SECOND(bitwiseAnd, BitwiseAnd)
CUDASTRIPE_SCALAR_OR_SECOND(bitwiseOr, BitwiseOr)
CUDASTRIPE_SCALAR_OR_SECOND(bitwiseXor, BitwiseXor)
#undef CUDASTRIPE_SCALAR_OR_SECOND

Chain& Chain::multiply(const Scalar& s, double scale)
{
    return append(withScalar(OperatorCode::Multiply, s, scale));
}
Chain& Chain::multiply(SecondImage, double scale)
{
    return append(withSecond(OperatorCode::Multiply, scale));
}
Chain& Chain::divide(const Scalar& s, double scale)
{
    return append(withScalar(OperatorCode::Divide, s, scale));
}
Chain& Chain::divide(SecondImage, double scale)
{
    return append(withSecond(OperatorCode::Divide, scale));
}
Chain& Chain::divideInto(double scale)
{
    return append(withValue(OperatorCode::DivideInto, scale));
}
Chain& Chain::bitwiseNot()
{
    return append(Operator(OperatorCode::BitwiseNot));
}
Chain& Chain::abs()
{
    return append(Operator(OperatorCode::Abs));
}
Chain& Chain::sqr()
{
    return append(Operator(OperatorCode::Sqr));
}
Chain& Chain::sqrt()
{
    return append(Operator(OperatorCode::Sqrt));
}
Chain& Chain::exp()
{
    return append(Operator(OperatorCode::Exp));
}
Chain& Chain::log()
{
    return append(Operator(OperatorCode::Log));
}
Chain& Chain::pow(double power)
{
    return append(withValue(OperatorCode::Pow, power));
}
Chain& Chain::magnitude(SecondImage)
{
    return append(withSecond(OperatorCode::Magnitude));
}
Chain& Chain::blendOver(SecondImage)
{
    return append(withSecond(OperatorCode::BlendOver));
}
Chain& Chain::premultiply()
{
    return append(Operator(OperatorCode::Premultiply));
}
Chain& Chain::timesTwo()
{
    return append(Operator(OperatorCode::TimesTwo));
}
Chain& Chain::unitCircle()
{
    return append(Operator(OperatorCode::UnitCircle));
}

Chain& Chain::shiftLeft(int bits)
{
    requireWithin("shiftLeft", "bits", bits, 0, 31);
    return append(withOption(OperatorCode::ShiftLeft, bits));
}

Chain& Chain::shiftRight(int bits)
{
    requireWithin("shiftRight", "bits", bits, 0, 31);
    return append(withOption(OperatorCode::ShiftRight, bits));
}

Chain& Chain::threshold(double thresh, double maxval, int type)
{
    requireOneOf(
        "threshold", "type", type, "THRESH_BINARY, THRESH_BINARY_INV, THRESH_TRUNC, THRESH_TOZERO or THRESH_TOZERO_INV",
        int(THRESH_BINARY), int(THRESH_BINARY_INV), int(THRESH_TRUNC), int(THRESH_TOZERO), int(THRESH_TOZERO_INV));
    Operator step = withOption(OperatorCode::Threshold, type);
    step.values[0] = thresh;
    step.values[1] = maxval;
    return append(step);
}

Chain& Chain::inRange(const Scalar& lower, const Scalar& upper)
{
    Operator step = withScalar(OperatorCode::InRange, lower);
    step.upper = upper;
    return append(step);
}

Chain& Chain::compare(double value, int cmpop)
{
    requireComparison(cmpop);
    Operator step = withOption(OperatorCode::Compare, cmpop);
    step.values[0] = value;
    return append(step);
}

Chain& Chain::compare(SecondImage, int cmpop)
{
    requireComparison(cmpop);
    Operator step = withOption(OperatorCode::Compare, cmpop);
    step.second = true;
    return append(step);
}

Chain& Chain::convertTo(int depth, double alpha, double beta)
{
    requireOneOf("convertTo", "depth", depth, "CV_8U to CV_64F (0 to 6), or -1 for the same", -1, CV_8U, CV_8S, CV_16U,
                 CV_16S, CV_32S, CV_32F, CV_64F);
    Operator step = withOption(OperatorCode::ConvertTo, depth);
    step.values[0] = alpha;
    step.values[1] = beta;
    return append(step);
}

Chain& Chain::lut(InputArray table)
{
    Operator step(OperatorCode::Lut);
    table.copyTo(step.table);
    if (step.table.total() != 256 || step.table.channels() > 4 || step.table.depth() > CV_64F) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::lut: table has %d elements of %s; it must have 256 of 1 to 4 "
                                     "channels of CV_8U to CV_64F",
                                     int(step.table.total()), typeToString(step.table.type()).c_str()));
    }
    step.table = step.table.reshape(0, 1);
    return append(step);
}

Chain& Chain::gamma(double gamma)
{
    if (!(gamma > 0 && gamma <= 100))
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::gamma: gamma is %g; it must be above 0, at most 100", gamma));
    return append(withValue(OperatorCode::Gamma, gamma));
}

Chain& Chain::addWeighted(double alpha, SecondImage, double beta, double gamma)
{
    Operator step = withSecond(OperatorCode::AddWeighted, alpha);
    step.values[1] = beta;
    step.values[2] = gamma;
    return append(step);
}

Chain& Chain::channels(const std::vector<int>& indices)
{
    requireWithin("channels", "the number of indices", static_cast<int>(indices.size()), 1, 4);
    for (int index : indices)
        requireWithin("channels", "an index", index, 0, 3);
    Operator step(OperatorCode::Channels);
    step.channels = indices;
    return append(step);
}

Chain& Chain::permute64(std::uint64_t key, int rounds)
{
    return append(feistel(OperatorCode::Permute64, "permute64", key, rounds));
}

Chain& Chain::unpermute64(std::uint64_t key, int rounds)
{
    return append(feistel(OperatorCode::Unpermute64, "unpermute64", key, rounds));
}

Chain& Chain::toYuv(const YuvFormat& format, ChannelOrder order)
{
    if (endsInYuv_)
        CV_Error(Error::StsBadArg, "cudastripe::Chain: toYuv cannot follow toYuv, which ends a chain");
    if (order != ChannelOrder::BGR && order != ChannelOrder::RGB) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain::toYuv: order is %d; it may be BGR (0) or RGB (1)", static_cast<int>(order)));
    }
    endsInYuv_ = true;
    format_ = format;
    order_ = order;
    return *this;
}

bool Chain::usesSecond() const
{
    for (const Operator& step : steps_) {
        if (step.second)
            return true;
    }
    return false;
}

int Chain::resultType(int srcType, int secondType) const
{
    return compileChain(*this, srcType, secondType, "cudastripe::Chain::resultType").resultType();
}

bool Chain::sameBits(int srcType, int secondType) const
{
    return compileChain(*this, srcType, secondType, "cudastripe::Chain::sameBits").sameBits;
}

}}  // namespace cv::cudastripe
