// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// toNetwork.

#include "opencv2/cudastripe/network.hpp"

#include <cmath>

#include "../../op/chain/lower/lower_chain.hpp"
#include "../../op/simd/float_mode.hpp"
#include "../chain/describe.hpp"
#include "../chain/tensor.hpp"
#include "frames.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr YuvArgument kFrames = {"frames", {"frames[0]", "frames[1]", "frames[2]"}};

NetworkMap mapOf(const Framing& framing, Size frame)
{
    const Rect part = framing.part.empty() ? Rect(Point(), frame) : framing.part;
    const Size resized = framing.resizedSize(frame);
    NetworkMap map;
    map.scale = framing.scales.x > 0
                    ? framing.scales
                    : Point2d(double(resized.width) / part.width, double(resized.height) / part.height);
    map.size = framing.resultSize(frame);
    map.offset = Point2d(framing.at.x - part.x * map.scale.x, framing.at.y - part.y * map.scale.y);
    return map;
}

//! A box, rounded to whole pixels, and cut off at the edges of the frame unless it is padded.
Rect partOf(const Rect2d& box, Size frame, size_t number, bool pads)
{
    const auto text = [&] {
        return format("boxes[%zu] is %g x %g at (%g, %g)", number, box.width, box.height, box.x, box.y);
    };
    const bool finite = std::isfinite(box.x + box.width) && std::isfinite(box.y + box.height);
    if (pads && finite && std::max(box.width, box.height) > NetworkInput::kMostOfBox) {
        CV_Error_(Error::StsOutOfRange, ("%s: %s; sides of padded boxes may have %d pixels", kToNetwork, text().c_str(),
                                         NetworkInput::kMostOfBox));
    }
    // Boxes that meet the frame and are no larger than that end within these limits.
    const auto edge = [&](double at, int most) {
        const double least = pads ? -NetworkInput::kMostOfBox - 1. : 0;
        return static_cast<int>(std::nearbyint(std::clamp(at, least, most - least)));
    };
    const Point first = finite ? Point(edge(box.x, frame.width), edge(box.y, frame.height)) : Point();
    const Point end =
        finite ? Point(edge(box.x + box.width, frame.width), edge(box.y + box.height, frame.height)) : Point();
    const bool hasPixels = box.width > 0 && box.height > 0 && first.x < end.x && first.y < end.y;
    if (!hasPixels || (Rect(first, end) & Rect(Point(), frame)).empty()) {
        CV_Error_(Error::StsOutOfRange, ("%s: %s; it must have a pixel inside its frame, which has %d x %d", kToNetwork,
                                         text().c_str(), frame.width, frame.height));
    }
    return Rect(first, end);
}

//! The pictures of a call, one for each frame of `frames`.
class Pictures
{
public:
    Pictures(const Frames& frames, const std::vector<NetworkBox>* boxes, const NetworkInput& input)
        : frames_(frames), src_(frames.images), boxes_(boxes), input_(input)
    {
        requireMats(src_, "frames", kToNetwork);
        const ImageHeaders headers(src_);
        if (imageCount(src_) == 0)
            CV_Error_(Error::StsBadArg, ("%s: frames is an array without images", kToNetwork));
        type_ = headers[0].type;
        chain_ = input.chainOf(frames.inPlanes ? CV_8UC3 : type_);
        if (frames.inPlanes && !chain_->beginsInYuv()) {
            CV_Error_(Error::StsBadArg,
                      ("%s: frames have planes, but input names no format: call its fromYuv", kToNetwork));
        }
        for (size_t i = 0, count = imageCount(src_); i < count; ++i)
            namingImage(i, kToNetwork, [&] { add(headers[i], i); });
    }

    void run(OutputArray tensor, const StreamRef& stream, Striper& striper) const
    {
        if (framings_.size() == 1 && !isArrayOfImages(tensor)) {
            const auto runOne = [&](InputArray frame) {
                cudastripe::run(describeFramed(kToNetwork, frame, kFrames, tensor, *chain_, framings_[0]), stream,
                                striper);
            };
            return frames_.whole.empty() ? withImage(src_, 0, runOne) : runOne(frames_.whole[0]);
        }
        const auto describe = [&](size_t i, InputArray from, OutputArray to) {
            const _InputArray& frame = frames_.whole.empty() ? from : frames_.whole[i];
            return describeFramed(kToNetwork, frame, kFrames, to, *chain_, framings_[i]);
        };
        const Repeats repeats = boxes_ || frames_.inPlanes ? Repeats::Differ : Repeats::AreAlike;
        if (isArrayOfImages(tensor)) {
            const size_t given = imageCount(tensor), count = imageCount(src_);
            if (given > 0 && given != count) {
                CV_Error_(Error::StsUnmatchedSizes,
                          ("%s: tensor is an array of %zu images; there are %zu pictures", kToNetwork, given, count));
            }
            runBatch(src_, tensor, kToNetwork, describe, stream, striper, nullptr, repeats);
            return;
        }
        const int pixels = chain_->beginsInYuv() ? chain_->sourceType() : type_;
        const int channels = CV_MAT_CN(lowerChain(*chain_, pixels, -1, kToNetwork)->resultType());
        std::vector<int> rows;
        Tensor wanted;
        for (const NetworkMap& map : maps_) {
            wanted = tensorOf(*chain_, channels, map.size, kToNetwork);
            rows.push_back(wanted.size().height);
        }
        wanted.argument = "tensor";
        runTensorBatch(src_, wanted, tensor, kToNetwork, describe, stream, striper, repeats, rows);
    }

    const std::vector<NetworkMap>& maps() const { return maps_; }

private:
    void add(const ImageHeader& image, size_t i)
    {
        if (!image.data || image.size().empty()) {
            std::vector<ImageAccess> opened;
            withImage(src_, i, [&](InputArray frame) { openInput(opened, frame, kToNetwork, "frames"); });
        }
        if (image.type != type_) {
            CV_Error_(Error::StsUnmatchedFormats, ("%s: frames has type %s; it must be %s as image 0", kToNetwork,
                                                   typeToString(image.type).c_str(), typeToString(type_).c_str()));
        }
        const bool oneImage = chain_->beginsInYuv() && !frames_.inPlanes;
        const Size frame = oneImage ? chain_->sourceFormat().sourceSize(image.size()) : image.size();
        if (frame.empty()) {
            CV_Error_(Error::StsBadSize,
                      ("%s: frames is %d x %d, which is no image of %s", kToNetwork, image.size().width,
                       image.size().height, chain_->sourceFormat().name().c_str()));
        }
        framings_.push_back(boxes_ ? input_.framing(frame, partOf((*boxes_)[i].box, frame, i, input_.padsBoxes()))
                                   : input_.framing(frame));
        maps_.push_back(mapOf(framings_.back(), frame));
    }

    const Frames& frames_;
    const _InputArray& src_;
    const std::vector<NetworkBox>* const boxes_;
    const NetworkInput& input_;
    int type_ = -1;
    std::shared_ptr<const Chain> chain_;
    std::vector<Framing> framings_;
    std::vector<NetworkMap> maps_;
};

template <class AllFrames>
std::vector<NetworkMap> makeTensor(const AllFrames& frames, const std::vector<NetworkBox>* boxes, OutputArray tensor,
                                   const NetworkInput& input, const StreamRef& stream, Striper& striper)
{
    const FloatMode mode;  // sizes do not depend on the caller's
    std::vector<NetworkMap> maps;
    if (boxes && boxes->empty()) {
        if (!tensor.fixedSize())
            tensor.release();
        return maps;
    }
    withFrames(frames, boxes, [&](const Frames& each) {
        const Pictures pictures(each, boxes, input);
        pictures.run(tensor, stream, striper);
        maps = pictures.maps();
    });
    return maps;
}

}  // namespace

std::vector<NetworkMap> toNetwork(InputArray frames, OutputArray tensor, const NetworkInput& input,
                                  const StreamRef& stream, Striper& striper)
{
    return makeTensor(frames, nullptr, tensor, input, stream, striper);
}

std::vector<NetworkMap> toNetwork(InputArray frames, const std::vector<NetworkBox>& boxes, OutputArray tensor,
                                  const NetworkInput& input, const StreamRef& stream, Striper& striper)
{
    return makeTensor(frames, &boxes, tensor, input, stream, striper);
}

std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<Mat>>& frames, OutputArray tensor,
                                        const NetworkInput& input, const StreamRef& stream, Striper& striper)
{
    return makeTensor(frames, nullptr, tensor, input, stream, striper);
}

std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<Mat>>& frames,
                                        const std::vector<NetworkBox>& boxes, OutputArray tensor,
                                        const NetworkInput& input, const StreamRef& stream, Striper& striper)
{
    return makeTensor(frames, &boxes, tensor, input, stream, striper);
}

std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<cuda::GpuMat>>& frames, OutputArray tensor,
                                        const NetworkInput& input, const StreamRef& stream, Striper& striper)
{
    return makeTensor(frames, nullptr, tensor, input, stream, striper);
}

std::vector<NetworkMap> planesToNetwork(const std::vector<std::vector<cuda::GpuMat>>& frames,
                                        const std::vector<NetworkBox>& boxes, OutputArray tensor,
                                        const NetworkInput& input, const StreamRef& stream, Striper& striper)
{
    return makeTensor(frames, &boxes, tensor, input, stream, striper);
}

Point2d NetworkMap::mapBack(Point2d inPicture) const
{
    return {(inPicture.x - offset.x) / scale.x, (inPicture.y - offset.y) / scale.y};
}

Rect2d NetworkMap::mapBack(const Rect2d& inPicture) const
{
    return Rect2d(mapBack(inPicture.tl()), mapBack(inPicture.br()));
}

std::vector<Rect2d> NetworkMap::mapBack(const std::vector<Rect2d>& boxes) const
{
    std::vector<Rect2d> all;
    for (const Rect2d& box : boxes)
        all.push_back(mapBack(box));
    return all;
}

}}  // namespace cv::cudastripe
