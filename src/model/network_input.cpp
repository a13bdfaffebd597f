// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a network takes: the setters and presets.

#include "opencv2/cudastripe/network.hpp"

#include "arguments.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

const Scalar kImagenetMean(0.485, 0.456, 0.406), kImagenetDeviation(0.229, 0.224, 0.225);
const Scalar kClipMean(0.48145466, 0.4578275, 0.40821073), kClipDeviation(0.26862954, 0.26130258, 0.27577711);

//! The values, rounded to single precision.
Scalar asFloats(const Scalar& values)
{
    Scalar floats;
    for (int i = 0; i < 4; ++i)
        floats[i] = static_cast<float>(values[i]);
    return floats;
}

// A fourth channel stays as it is.
Chain normalized(Chain chain, Scalar mean, Scalar deviation)
{
    mean[3] = 0;
    deviation[3] = 1;
    if (mean != Scalar())
        chain.subtract(asFloats(mean));
    if (deviation != Scalar::all(1))
        chain.divide(asFloats(deviation));
    return chain;
}

// Processors of Hugging Face compute x * (1 / 255) in double precision, and round it to float.
Chain rescaled()
{
    return Chain().convertTo(CV_32F).multiply(1 / 255.);
}

Size requireSize(Size size)
{
    if (size.empty()) {
        CV_Error_(Error::StsBadSize,
                  ("cudastripe::NetworkInput: size is %d x %d; give at least 1 x 1", size.width, size.height));
    }
    return size;
}

}  // namespace

NetworkInput::NetworkInput(Size size) : size_(requireSize(size)), values_(Chain().convertTo(CV_32F)) {}

NetworkInput& NetworkInput::changed()
{
    last_.set(nullptr);
    return *this;
}

NetworkInput& NetworkInput::fromYuv(const YuvFormat& format, ChromaUpsampling upsampling)
{
    frames_ = Chain::fromYuv(format, ChannelOrder::BGR, 3, upsampling);
    return changed();
}

NetworkInput& NetworkInput::frameOrder(ChannelOrder order)
{
    requireOrder(order, "cudastripe::NetworkInput::frameOrder");
    frameOrder_ = order;
    return changed();
}

NetworkInput& NetworkInput::resampling(const Resampling& resampling)
{
    if (!resampling.box().empty()) {
        CV_Error_(Error::StsBadArg, ("cudastripe::NetworkInput::resampling: %s has a box; give boxes to toNetwork",
                                     resampling.name().c_str()));
    }
    resampling_ = resampling;
    return changed();
}

NetworkInput& NetworkInput::stretch()
{
    fit_ = Fit::Stretch;
    return changed();
}

NetworkInput& NetworkInput::letterbox(const Scalar& border, Anchor anchor, Rounding rounding)
{
    fit_ = Fit::Letterbox;
    border_ = border;
    anchor_ = anchor;
    rounding_ = rounding;
    return changed();
}

NetworkInput& NetworkInput::centerCrop(int shortSide, Rounding rounding)
{
    if (shortSide < 0) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::NetworkInput::centerCrop: shortSide is %d; it must be 0 or more", shortSide));
    }
    fit_ = Fit::CenterCrop;
    border_ = Scalar();
    shortSide_ = shortSide;
    rounding_ = rounding;
    return changed();
}

NetworkInput& NetworkInput::patches(int minPixels, int maxPixels, const PatchShape& shape)
{
    Chain().toPatches(shape);  // which checks it
    if (minPixels < 1 || maxPixels < minPixels) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::NetworkInput::patches: minPixels is %d and maxPixels %d; the first "
                   "must be at least 1, the second not less",
                   minPixels, maxPixels));
    }
    fit_ = Fit::Patches;
    minPixels_ = minPixels;
    maxPixels_ = maxPixels;
    patches_ = shape;
    return changed();
}

NetworkInput& NetworkInput::padBoxes(const Scalar& border)
{
    beyond_ = border;
    return changed();
}

NetworkInput& NetworkInput::values(const Chain& steps)
{
    if (steps.beginsInYuv() || steps.endsInYuv() || steps.endsInTensor() || !steps.framing().empty() ||
        steps.usesSecond()) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::NetworkInput::values: steps is %s; give a chain that has only steps on one image",
                   steps.toString().c_str()));
    }
    constexpr int kOwnSteps = 2;  // the order of channels, and what a tensor may need
    if (steps.steps().size() > size_t(Chain::kMaxSteps - kOwnSteps)) {
        CV_Error_(Error::StsOutOfRange, ("cudastripe::NetworkInput::values: steps has %zu steps; it may have %d",
                                         steps.steps().size(), Chain::kMaxSteps - kOwnSteps));
    }
    values_ = steps;
    return changed();
}

NetworkInput& NetworkInput::normalize(double divisor, const Scalar& mean, const Scalar& deviation)
{
    Chain steps = Chain().convertTo(CV_32F);
    if (divisor != 1)
        steps.divide(static_cast<float>(divisor));
    return values(normalized(steps, mean, deviation));
}

NetworkInput& NetworkInput::tensor(TensorLayout layout, int depth, ChannelOrder order, int channels)
{
    Chain().toTensor(layout, depth, order);  // which checks them
    if (channels != 0 && channels != 1 && channels != 3) {
        CV_Error_(Error::StsOutOfRange,
                  ("cudastripe::NetworkInput::tensor: channels is %d; it may be 0, 1 or 3", channels));
    }
    layout_ = layout;
    depth_ = depth;
    order_ = order;
    channels_ = channels;
    return changed();
}

NetworkInput NetworkInput::ofBlob(const Blob& blob)
{
    enum
    {
        kCropCenter = 1,
        kLetterbox = 2
    };
    constexpr int kNchw = 2, kNhwc = 4;
    const Scalar factor = blob.scalefactor, ones = Scalar::all(1);
    const bool bytes = blob.depth == CV_8U && blob.mean == Scalar() && factor == ones, planes = blob.layout == kNchw;
    if ((blob.depth != CV_32F && !bytes) || (!planes && blob.layout != kNhwc)) {
        CV_Error_(Error::StsBadArg,
                  ("cudastripe::NetworkInput::opencvBlob: ddepth is %d and datalayout %d; they may be "
                   "CV_32F, or CV_8U without mean and scalefactor, and DNN_LAYOUT_NCHW or "
                   "DNN_LAYOUT_NHWC",
                   blob.depth, blob.layout));
    }
    NetworkInput input(blob.size);
    if (blob.paddingMode == kLetterbox)
        input.letterbox(blob.border, Anchor::Center, Rounding::Floor);
    else if (blob.paddingMode == kCropCenter)
        input.centerCrop();
    Chain steps;
    if (!bytes)
        steps.convertTo(CV_32F);
    if (blob.mean != Scalar())
        steps.subtract(blob.mean);
    // OpenCV multiplies by floats where it writes planes, else in double precision.
    if (factor != ones)
        steps.multiply(planes ? asFloats(factor) : factor);
    return input.values(steps).tensor(planes ? TensorLayout::CHW : TensorLayout::HWC, blob.depth,
                                      blob.swapRB ? ChannelOrder::RGB : ChannelOrder::BGR, 0);
}

NetworkInput NetworkInput::ultralytics(Size size)
{
    return NetworkInput(size).letterbox(Scalar::all(114)).normalize(255);
}

NetworkInput NetworkInput::imagenet(int size, int resizeTo)
{
    return NetworkInput(Size(size, size))
        .resampling(Resampling::pillow(Resampling::Filter::Bilinear))
        .centerCrop(resizeTo, Rounding::Nearest)
        .normalize(255, kImagenetMean, kImagenetDeviation);
}

NetworkInput NetworkInput::clip(int size)
{
    return NetworkInput(Size(size, size))
        .resampling(Resampling::pillow(Resampling::Filter::Bicubic))
        .centerCrop(size)
        .values(normalized(rescaled(), kClipMean, kClipDeviation));
}

NetworkInput NetworkInput::qwenVl(int minPixels, int maxPixels, const PatchShape& shape)
{
    return clip().patches(minPixels, maxPixels, shape);
}

NetworkInput NetworkInput::siglip(int size)
{
    return NetworkInput(Size(size, size))
        .resampling(Resampling::pillow(Resampling::Filter::Bicubic))
        .values(normalized(rescaled(), Scalar::all(0.5), Scalar::all(0.5)));
}

}}  // namespace cv::cudastripe
