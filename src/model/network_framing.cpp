// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where a frame lies in the input of a network, and what happens to its pixels.

#include "opencv2/cudastripe/network.hpp"

#include <climits>
#include <cmath>

#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

//! The scale as OpenCV's functions for blobs compute it.
float scaleOf(int to, int from)
{
    return static_cast<float>(to) / static_cast<float>(from);
}

//! Half of a value, rounded towards minus infinity.
int64 halfOf(int64 value)
{
    return value >= 0 ? value / 2 : -((1 - value) / 2);
}

//! How many pixels are cut off at the left or upper side of a picture that is `tooLarge` pixels too large. Below 0 if
//! the picture is too small.
int64 cutOf(int64 tooLarge, NetworkInput::Rounding rounding)
{
    if (rounding == NetworkInput::Rounding::Floor)
        return halfOf(tooLarge);
    return tooLarge >= 0 ? int64(std::nearbyint(double(tooLarge) / 2)) : -halfOf(-tooLarge);
}

void requireSides(double width, double height, Size part, Size size)
{
    if (width >= 1 && height >= 1 && width <= INT_MAX && height <= INT_MAX)
        return;
    CV_Error_(
        Error::StsBadSize,
        ("cudastripe::NetworkInput: a frame of %d x %d would have %.0f x %.0f pixels%s", part.width, part.height, width,
         height, size.empty() ? "" : format(", for a picture of %d x %d", size.width, size.height).c_str()));
}

void requireBox(const Rect& box, Size frame, const Rect& inside)
{
    if (frame.empty()) {
        CV_Error_(Error::StsBadSize, ("cudastripe::NetworkInput::framing: frame is %d x %d; give at least 1 x 1",
                                      frame.width, frame.height));
    }
    if (inside.empty()) {
        CV_Error_(Error::StsBadSize, ("cudastripe::NetworkInput::framing: box is %d x %d at (%d, %d); give one with a "
                                      "pixel of the frame, which has %d x %d",
                                      box.width, box.height, box.x, box.y, frame.width, frame.height));
    }
}

}  // namespace

struct NetworkInput::ChainOfType
{
    int type;
    Chain chain;
};

Point NetworkInput::fitWhole(Framing& framing, Size part) const
{
    const float scale = std::min(scaleOf(size_.width, part.width), scaleOf(size_.height, part.height));
    const double exact = std::min(double(size_.width) / part.width, double(size_.height) / part.height);
    const auto scaled = [&](int side) {
        return rounding_ == Rounding::Floor ? double(static_cast<int>(static_cast<float>(side) * scale))
                                            : std::nearbyint(side * exact);
    };
    requireSides(scaled(part.width), scaled(part.height), part, size_);
    framing.resized = Size(static_cast<int>(scaled(part.width)), static_cast<int>(scaled(part.height)));
    const Size rest = size_ - framing.resized;
    return anchor_ == Anchor::Center ? Point(rest.width / 2, rest.height / 2) : Point();
}

Point NetworkInput::fill(Framing& framing, Size part) const
{
    const double scale = std::max(scaleOf(size_.width, part.width), scaleOf(size_.height, part.height));
    const int shorter = std::min(part.width, part.height);
    const bool scales = shortSide_ == 0 && part != size_;
    const auto scaled = [&](int side) {
        return shortSide_ > 0 ? std::floor(double(int64(shortSide_) * side) / shorter)
                              : std::nearbyint(scales ? side * scale : side);
    };
    requireSides(scaled(part.width), scaled(part.height), part, size_);
    framing.resized = Size(static_cast<int>(scaled(part.width)), static_cast<int>(scaled(part.height)));
    if (scales && resampling_.interpolation() >= 0)
        framing.scales = Point2d(scale, scale);
    const auto cut = [&](int from, int to) { return static_cast<int>(-cutOf(int64(from) - to, rounding_)); };
    return {cut(framing.resized.width, size_.width), cut(framing.resized.height, size_.height)};
}

Size NetworkInput::sizeInPatches(Size part) const
{
    constexpr int kMostTimes = 200;
    const double span = patches_.span(), pixels = double(part.width) * part.height;
    if (std::max(part.width, part.height) > kMostTimes * int64(std::min(part.width, part.height))) {
        CV_Error_(Error::StsBadSize,
                  ("cudastripe::NetworkInput: a frame is %d x %d; one side may be %d times the other, at most",
                   part.width, part.height, kMostTimes));
    }
    double width = std::nearbyint(part.width / span) * span, height = std::nearbyint(part.height / span) * span;
    if (width * height > maxPixels_) {
        const double beta = std::sqrt(pixels / maxPixels_);
        width = std::max(span, std::floor(part.width / beta / span) * span);
        height = std::max(span, std::floor(part.height / beta / span) * span);
    } else if (width * height < minPixels_) {
        const double beta = std::sqrt(minPixels_ / pixels);
        width = std::ceil(part.width * beta / span) * span;
        height = std::ceil(part.height * beta / span) * span;
    }
    requireSides(width, height, part, Size());
    return Size(static_cast<int>(width), static_cast<int>(height));
}

Framing NetworkInput::framing(Size frame, const Rect& box) const
{
    const Rect all(Point(), frame), inside = box.empty() ? all : box & all, seen = beyond_ ? box : inside;
    const Size part = box.empty() ? frame : seen.size();
    requireBox(box, frame, inside);
    Framing framing;
    if (!box.empty())
        framing.part = seen;
    if (!box.empty() && seen != inside)
        framing.beyond = beyond_;
    framing.resampling = resampling_;
    framing.resized = fit_ == Fit::Patches ? sizeInPatches(part) : size_;
    framing.at = fit_ == Fit::Letterbox    ? fitWhole(framing, part)
                 : fit_ == Fit::CenterCrop ? fill(framing, part)
                                           : Point();
    if (fit_ != Fit::Patches && (framing.resized != size_ || framing.at != Point())) {
        framing.size = size_;
        framing.border = border_;
    }
    if (framing.scales.x > 0)
        framing.resized = Size();
    return framing;
}

std::shared_ptr<const Chain> NetworkInput::chainOf(int type) const
{
    auto last = last_.get();
    if (!last || last->type != type) {
        last = std::make_shared<const ChainOfType>(ChainOfType{type, makeChain(CV_MAT_CN(type))});
        last_.set(last);
    }
    return {last, &last->chain};
}

Chain NetworkInput::makeChain(int channels) const
{
    Chain chain = frames_;
    const bool yuv = frames_.beginsInYuv();
    const int given = yuv ? 3 : channels, wanted = channels_ > 0 ? channels_ : given;
    const ChannelOrder order = yuv ? frames_.sourceOrder() : frameOrder_;
    if (given == 2) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("cudastripe::NetworkInput: frames have 2 channels; they may have 1, 3 or 4"));
    }
    if (wanted == 1 && given >= 3) {
        chain.gray(order);
    } else if (wanted != given || (order != order_ && given >= 3)) {
        const std::vector<int> all = order != order_ ? std::vector<int>{2, 1, 0, 3} : std::vector<int>{0, 1, 2, 3};
        chain.channels(given == 1 ? std::vector<int>(size_t(wanted), 0)
                                  : std::vector<int>(all.begin(), all.begin() + wanted));
    }
    for (const Operator& step : values_.steps())
        chain.append(step);
    return fit_ == Fit::Patches ? chain.toPatches(patches_, depth_) : chain.toTensor(layout_, depth_);
}

}}  // namespace cv::cudastripe
