// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The steps of a chain, and its text.

#include "opencv2/cudastripe/chain.hpp"

#include "arguments.hpp"
#include "opencv2/core/check.hpp"
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

Chain Chain::fromYuv(const YuvFormat& format, ChannelOrder order, int channels, ChromaUpsampling upsampling)
{
    requireOrder(order, "cudastripe::Chain::fromYuv");
    requireUpsampling(upsampling, "cudastripe::Chain::fromYuv");
    if (channels != 3 && channels != 4)
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::fromYuv: channels is %d; it may be 3 or 4", channels));
    Chain chain;
    chain.sourceChannels_ = channels;
    chain.sourceFormat_ = format;
    chain.sourceOrder_ = order;
    chain.sourceUpsampling_ = upsampling;
    return chain;
}

void Chain::requireOpen(const char* next) const
{
    if (endsInYuv_ || endsInTensor()) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain: %s cannot follow %s, which ends a chain", next,
                                     endsInYuv_ ? "toYuv" : "toTensor"));
    }
}

void Chain::requireFirst(const char* next, bool afterCrop) const
{
    requireOpen(next);
    const char* const before = !steps_.empty()                ? nameOf(steps_[0].code)
                               : resampling_                  ? "resize"
                               : !afterCrop && !part_.empty() ? "crop"
                                                              : nullptr;
    if (before) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain: %s cannot follow %s: a chain begins with one crop, one resize, "
                   "or both in this order",
                   next, before));
    }
}

Chain& Chain::crop(const Rect& part)
{
    requireFirst("crop", false);
    if (part.x < 0 || part.y < 0 || part.empty()) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::crop: part is %d x %d at (%d, %d); give at least 1 x 1 at (0, 0) or behind",
                   part.width, part.height, part.x, part.y));
    }
    part_ = part;
    return *this;
}

Chain& Chain::resize(Size dsize, const Resampling& resampling)
{
    requireFirst("resize", true);
    if (dsize.empty()) {
        CV_Error_(Error::StsBadSize,
                  ("cudastripe::Chain::resize: dsize is %d x %d; give at least 1 x 1", dsize.width, dsize.height));
    }
    forgetLowered();
    dsize_ = dsize;
    resampling_ = resampling;
    return *this;
}

Size Chain::resultSize(Size source) const
{
    return resampling_ ? dsize_ : part_.empty() ? source : part_.size();
}

void Chain::forgetLowered()
{
    lowered_.set(nullptr);
    kernels_ = nullptr;
}

Chain& Chain::append(const Operator& step)
{
    requireValid(step);
    requireOpen(nameOf(step.code));
    if (static_cast<int>(steps_.size()) >= kMaxSteps) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Chain: %s would be step %d; a chain may have %d",
                                         nameOf(step.code), kMaxSteps + 1, kMaxSteps));
    }
    forgetLowered();
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
    requireOpen("toYuv");
    requireOrder(order, "cudastripe::Chain::toYuv");
    forgetLowered();
    endsInYuv_ = true;
    format_ = format;
    order_ = order;
    return *this;
}

Chain& Chain::toTensor(TensorLayout layout, int depth, ChannelOrder order)
{
    requireOpen("toTensor");
    requireLayout(layout, "cudastripe::Chain::toTensor");
    requireOrder(order, "cudastripe::Chain::toTensor");
    if (depth != CV_32F && depth != CV_16F) {
        CV_Error_(Error::StsBadArg, ("cudastripe::Chain::toTensor: depth is %s (%d); it may be CV_32F or CV_16F",
                                     0 <= depth && depth <= CV_16F ? depthToString(depth) : "unknown", depth));
    }
    forgetLowered();
    layout_ = layout;
    tensorDepth_ = depth;
    tensorOrder_ = order;
    return *this;
}

bool Chain::usesSecond() const
{
    return std::any_of(steps_.begin(), steps_.end(), [](const Operator& step) { return step.second; });
}

std::string Chain::toString() const
{
    const char* const linear = sourceUpsampling_ == ChromaUpsampling::Linear ? ", linear" : "";
    std::string text = beginsInYuv() ? "fromYuv(" + sourceFormat_.name() + linear + ")" : "";
    const auto append = [&](const std::string& next) { text += (text.empty() ? "" : " > ") + next; };
    if (!part_.empty())
        append(format("crop(%d x %d at %d, %d)", part_.width, part_.height, part_.x, part_.y));
    if (resampling_)
        append(format("resize(%d x %d, %s)", dsize_.width, dsize_.height, resampling_->name().c_str()));
    for (const Operator& step : steps_)
        append(textOf(step));
    if (endsInTensor()) {
        append("toTensor(" + std::string(nameOf(layout_)) + ", " + depthToString(tensorDepth_) +
               (tensorOrder_ == ChannelOrder::RGB ? ", RGB)" : ")"));
    }
    if (endsInYuv_)
        append("toYuv(" + format_.name() + ")");
    return text;
}

}}  // namespace cv::cudastripe
