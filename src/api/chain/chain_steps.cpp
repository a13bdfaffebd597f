// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/chain.hpp"

#include <cstring>

#include "operator_parameters.hpp"

namespace cv { namespace cudastripe {
namespace {

Operator withScalar(OperatorCode code, const ChannelValues& s, double scale = 0)
{
    Operator step(code);
    step.scalar = s.values();
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

Operator feistel(OperatorCode code, std::uint64_t key, int rounds)
{
    Operator step = withOption(code, rounds);
    std::memcpy(&step.values[0], &key, sizeof(key));
    return step;
}

}  // namespace

#define CUDASTRIPE_SCALAR_OR_SECOND(METHOD, NAME)         \
    Chain& Chain::METHOD(const ChannelValues& s)          \
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

Chain& Chain::multiply(const ChannelValues& s, double scale)
{
    return append(withScalar(OperatorCode::Multiply, s, scale));
}
Chain& Chain::multiply(SecondImage, double scale)
{
    return append(withSecond(OperatorCode::Multiply, scale));
}
Chain& Chain::divide(const ChannelValues& s, double scale)
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
    return append(withOption(OperatorCode::ShiftLeft, bits));
}

Chain& Chain::shiftRight(int bits)
{
    return append(withOption(OperatorCode::ShiftRight, bits));
}

Chain& Chain::threshold(double thresh, double maxval, int type)
{
    Operator step = withOption(OperatorCode::Threshold, type);
    step.values[0] = thresh;
    step.values[1] = maxval;
    return append(step);
}

Chain& Chain::inRange(const ChannelValues& lower, const ChannelValues& upper)
{
    Operator step = withScalar(OperatorCode::InRange, lower);
    step.upper = upper.values();
    return append(step);
}

Chain& Chain::compare(double value, int cmpop)
{
    Operator step = withOption(OperatorCode::Compare, cmpop);
    step.values[0] = value;
    return append(step);
}

Chain& Chain::compare(SecondImage, int cmpop)
{
    Operator step = withOption(OperatorCode::Compare, cmpop);
    step.second = true;
    return append(step);
}

Chain& Chain::convertTo(int depth, double alpha, double beta)
{
    Operator step = withOption(OperatorCode::ConvertTo, depth);
    step.values[0] = alpha;
    step.values[1] = beta;
    return append(step);
}

Chain& Chain::lut(InputArray table)
{
    requireTable(table);
    Operator step(OperatorCode::Lut);
    table.copyTo(step.table);
    return append(step);
}

Chain& Chain::gamma(double gamma)
{
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
    Operator step(OperatorCode::Channels);
    step.channels = indices;
    return append(step);
}

Chain& Chain::permute64(std::uint64_t key, int rounds)
{
    return append(feistel(OperatorCode::Permute64, key, rounds));
}

Chain& Chain::unpermute64(std::uint64_t key, int rounds)
{
    return append(feistel(OperatorCode::Unpermute64, key, rounds));
}

}}  // namespace cv::cudastripe
