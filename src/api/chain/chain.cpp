// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The steps of a chain, and its text.

#include "opencv2/cudastripe/chain.hpp"

#include "../../op/chain/lower/compiler.hpp"
#include "../yuv/planes.hpp"
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
    return nameOf(step.code) + ("(" + parameters + ")");
}

}  // namespace

Chain Chain::fromYuv(const YuvFormat& format, ChannelOrder order, int channels)
{
    requireOrder(order, "cudastripe::Chain::fromYuv");
    if (channels != 3 && channels != 4)
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::fromYuv: channels is %d; it may be 3 or 4", channels));
    Chain chain;
    chain.sourceChannels_ = channels;
    chain.sourceFormat_ = format;
    chain.sourceOrder_ = order;
    return chain;
}

Chain& Chain::append(const Operator& step)
{
    requireValid(step);
    if (endsInYuv_) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain: %s cannot follow toYuv, which ends a chain", nameOf(step.code)));
    }
    if (static_cast<int>(steps_.size()) >= kMaxSteps) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Chain: %s would be step %d; a chain may have %d",
                                         nameOf(step.code), kMaxSteps + 1, kMaxSteps));
    }
    compiled_.set(nullptr);
    steps_.push_back(step);
    if (step.code == OperatorCode::Lut)
        steps_.back().table = step.table.clone().reshape(0, 1);
    return *this;
}

Chain& Chain::inRange(const ChannelValues& lower, const ChannelValues& upper)
{
    Operator step(OperatorCode::InRange, lower);
    step.upper = upper.values();
    return append(step);
}

Chain& Chain::lut(InputArray table)
{
    requireTable(table);
    Operator step(OperatorCode::Lut);
    table.copyTo(step.table);
    return append(step);
}

Chain& Chain::channels(const std::vector<int>& indices)
{
    Operator step(OperatorCode::Channels);
    step.channels = indices;
    return append(step);
}

Chain& Chain::toYuv(const YuvFormat& format, ChannelOrder order)
{
    if (endsInYuv_)
        CV_Error(Error::StsBadArg, "cudastripe::Chain: toYuv cannot follow toYuv, which ends a chain");
    requireOrder(order, "cudastripe::Chain::toYuv");
    compiled_.set(nullptr);
    endsInYuv_ = true;
    format_ = format;
    order_ = order;
    return *this;
}

bool Chain::usesSecond() const
{
    return std::any_of(steps_.begin(), steps_.end(), [](const Operator& step) { return step.second; });
}

int Chain::resultType(int srcType, int secondType) const
{
    return compileChain(*this, srcType, secondType, "cudastripe::Chain::resultType")->resultType();
}

bool Chain::sameBits(int srcType, int secondType) const
{
    return compileChain(*this, srcType, secondType, "cudastripe::Chain::sameBits")->sameBits;
}

std::string Chain::toString() const
{
    std::string text = beginsInYuv() ? "fromYuv(" + sourceFormat_.name() + ")" : "";
    for (const Operator& step : steps_)
        text += (text.empty() ? "" : " > ") + textOf(step);
    if (endsInYuv_)
        text += (text.empty() ? "toYuv(" : " > toYuv(") + format_.name() + ")";
    return text;
}

}}  // namespace cv::cudastripe
