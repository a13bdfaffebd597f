// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "opencv2/cudastripe/chain.hpp"

#include "../../op/chain/lower/compiler.hpp"
#include "operator_check.hpp"

namespace cv { namespace cudastripe {

Chain& Chain::append(const Operator& step)
{
    requireValid(step);
    if (endsInYuv_) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain: %s cannot follow toYuv, which ends a chain",
                                     operatorTable()[static_cast<size_t>(step.code)].name));
    }
    if (static_cast<int>(steps_.size()) >= kMaxSteps) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain: %s would be step %d; a chain may have %d",
                   operatorTable()[static_cast<size_t>(step.code)].name, kMaxSteps + 1, kMaxSteps));
    }
    compiled_.set(nullptr);
    steps_.push_back(step);
    if (step.code == OperatorCode::Lut)
        steps_.back().table = step.table.clone().reshape(0, 1);
    return *this;
}

Chain& Chain::toYuv(const YuvFormat& format, ChannelOrder order)
{
    if (endsInYuv_)
        CV_Error(Error::StsBadArg, "cudastripe::Chain: toYuv cannot follow toYuv, which ends a chain");
    if (order != ChannelOrder::BGR && order != ChannelOrder::RGB) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain::toYuv: order is %d; it may be BGR (0) or RGB (1)", static_cast<int>(order)));
    }
    compiled_.set(nullptr);
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
    return compileChain(*this, srcType, secondType, "cudastripe::Chain::resultType")->resultType();
}

bool Chain::sameBits(int srcType, int secondType) const
{
    return compileChain(*this, srcType, secondType, "cudastripe::Chain::sameBits")->sameBits;
}

}}  // namespace cv::cudastripe
