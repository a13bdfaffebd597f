// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The steps of a chain, and its text.

#include "opencv2/cudastripe/chain.hpp"

#include <climits>
#include <cstring>
#include <utility>

#include "arguments.hpp"
#include "opencv2/core/check.hpp"
#include "operator_parameters.hpp"
#include "tensor_depth.hpp"

namespace cv { namespace cudastripe {
namespace {

std::string textOf(const Scalar& values)
{
    return format("%g %g %g %g", values[0], values[1], values[2], values[3]);
}

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
                                     endsInYuv_                         ? "toYuv"
                                     : layout_ == TensorLayout::Patches ? "toPatches"
                                                                        : "toTensor"));
    }
}

void Chain::requireFirst(const char* next) const
{
    requireOpen(next);
    const std::pair<const char*, bool> order[] = {{"place", !framing_.size.empty()},
                                                  {"resize", framing_.resampling.has_value()},
                                                  {"crop", !framing_.part.empty()}};
    const char* before = steps_.empty() ? nullptr : nameOf(steps_[0].code);
    for (size_t i = 0; !before && i < std::size(order); ++i) {
        if (order[i].second)
            before = order[i].first;
        if (std::strcmp(order[i].first, next) == 0)
            break;
    }
    if (before) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain: %s cannot follow %s: a chain begins with crop, resize and place, each at most "
                   "once, in this order",
                   next, before));
    }
}

Chain& Chain::crop(const Rect& part)
{
    requireFirst("crop");
    if (part.x < 0 || part.y < 0 || part.empty()) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::crop: part is %d x %d at (%d, %d); give at least 1 x 1 at (0, 0) or behind",
                   part.width, part.height, part.x, part.y));
    }
    forgetLowered();
    framing_.part = part;
    return *this;
}

Chain& Chain::crop(const Rect& part, const Scalar& border)
{
    requireFirst("crop");
    const auto fits = [](int at, int side) { return side > 0 && int64(at) + side <= INT_MAX; };
    if (!fits(part.x, part.width) || !fits(part.y, part.height)) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::crop: part is %d x %d at (%d, %d); give at least 1 x 1 that ends before 2^31",
                   part.width, part.height, part.x, part.y));
    }
    forgetLowered();
    framing_.part = part;
    framing_.beyond = border;
    return *this;
}

Chain& Chain::resize(Size dsize, const Resampling& resampling)
{
    requireFirst("resize");
    if (dsize.empty()) {
        CV_Error_(Error::StsBadSize,
                  ("cudastripe::Chain::resize: dsize is %d x %d; give at least 1 x 1", dsize.width, dsize.height));
    }
    forgetLowered();
    framing_.resized = dsize;
    framing_.resampling = resampling;
    return *this;
}

Chain& Chain::rescale(double fx, double fy, const Resampling& resampling)
{
    requireFirst("resize");
    if (!(fx > 0 && fy > 0 && fx < INT_MAX && fy < INT_MAX)) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::Chain::rescale: the scales are %g and %g; they must be above 0 and "
                   "below 2^31",
                   fx, fy));
    }
    if (resampling.interpolation() < 0) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::Chain::rescale: %s needs a size: use resize", resampling.name().c_str()));
    }
    forgetLowered();
    framing_.scales = {fx, fy};
    framing_.resampling = resampling;
    return *this;
}

Chain& Chain::place(Size size, Point at, const Scalar& border)
{
    requireFirst("place");
    if (size.empty()) {
        CV_Error_(Error::StsBadSize,
                  ("cudastripe::Chain::place: size is %d x %d; give at least 1 x 1", size.width, size.height));
    }
    forgetLowered();
    framing_.size = size;
    framing_.at = at;
    framing_.border = border;
    return *this;
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
    return endInTensor("cudastripe::Chain::toTensor", layout, depth, order);
}

Chain& Chain::toPatches(const PatchShape& shape, int depth, ChannelOrder order)
{
    constexpr int kMost = 256;
    requireOpen("toPatches");
    for (const int number : {shape.side, shape.repeats, shape.merge}) {
        if (number < 1 || number > kMost) {
            CV_Error_(Error::StsOutOfRange, ("cudastripe::Chain::toPatches: side is %d, repeats %d and merge %d; each "
                                             "may be 1 to %d",
                                             shape.side, shape.repeats, shape.merge, kMost));
        }
    }
    endInTensor("cudastripe::Chain::toPatches", TensorLayout::Patches, depth, order);
    patches_ = shape;
    return *this;
}

Chain& Chain::endInTensor(const char* function, TensorLayout layout, int depth, ChannelOrder order)
{
    requireOrder(order, function);
    if (!findTensorDepth(depth)) {
        CV_Error_(Error::StsBadArg, ("%s: depth is %s (%d); it may be CV_32F, CV_16F, kBFloat16 or CV_8U", function,
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
    const Framing& f = framing_;
    if (!f.part.empty()) {
        append(format("crop(%d x %d at %d, %d", f.part.width, f.part.height, f.part.x, f.part.y) +
               (f.beyond ? ", border " + textOf(*f.beyond) : "") + ")");
    }
    if (f.resampling && f.resized.empty())
        append(format("rescale(%g, %g, %s)", f.scales.x, f.scales.y, f.resampling->name().c_str()));
    else if (f.resampling)
        append(format("resize(%d x %d, %s)", f.resized.width, f.resized.height, f.resampling->name().c_str()));
    if (!f.size.empty()) {
        append(format("place(%d x %d, at %d, %d, border %s)", f.size.width, f.size.height, f.at.x, f.at.y,
                      textOf(f.border).c_str()));
    }
    for (const Operator& step : steps_)
        append(textOf(step));
    if (endsInTensor()) {
        const std::string shape = layout_ == TensorLayout::Patches
                                      ? format("toPatches(%d, %d, %d", patches_.side, patches_.repeats, patches_.merge)
                                      : "toTensor(" + std::string(nameOf(layout_));
        append(shape + ", " + tensorDepthOf(*this).name + (tensorOrder_ == ChannelOrder::RGB ? ", RGB)" : ")"));
    }
    if (endsInYuv_)
        append("toYuv(" + format_.name() + ")");
    return text;
}

}}  // namespace cv::cudastripe
