// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// toNetwork.

#include "opencv2/cudastripe/network.hpp"

#include <cmath>

#include "../../op/chain/lower/lower_chain.hpp"
#include "../../op/simd/float_mode.hpp"
#include "../chain/describe.hpp"
#include "../chain/tensor.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

const char* const kFunction = "cudastripe::toNetwork";
constexpr YuvArgument kFrames = {"frames", {"frames[0]", "frames[1]", "frames[2]"}};

NetworkMap mapOf(const Framing& framing, Size frame)
{
    const Rect part = framing.part.empty() ? Rect(Point(), frame) : framing.part;
    const Size resized = framing.resizedSize(frame);
    NetworkMap map;
    map.scale = framing.scales.x > 0
                    ? framing.scales
                    : Point2d(double(resized.width) / part.width, double(resized.height) / part.height);
    map.offset = Point2d(framing.at.x - part.x * map.scale.x, framing.at.y - part.y * map.scale.y);
    return map;
}

//! A box, rounded to whole pixels and cut off at the edges of the frame. Throws if no pixel is left.
Rect partOf(const Rect2d& box, Size frame, size_t number)
{
    const bool finite = std::isfinite(box.x + box.width) && std::isfinite(box.y + box.height);
    const auto edge = [](double at, int most) {
        return static_cast<int>(std::nearbyint(std::clamp(at, 0., double(most))));
    };
    const Point first = finite ? Point(edge(box.x, frame.width), edge(box.y, frame.height)) : Point();
    const Point end =
        finite ? Point(edge(box.x + box.width, frame.width), edge(box.y + box.height, frame.height)) : Point();
    if (!(box.width > 0 && box.height > 0 && first.x < end.x && first.y < end.y)) {
        CV_Error_(Error::StsOutOfRange,
                  ("%s: boxes[%zu] is %g x %g at (%g, %g); it must have a pixel inside its frame, which has %d x %d",
                   kFunction, number, box.width, box.height, box.x, box.y, frame.width, frame.height));
    }
    return Rect(first, end);
}

//! The pictures of a call, one for each image of `src`. With boxes, `src` has the frame of each box. If the caller gave
//! a single frame, `whole` is that frame, else null.
class Pictures
{
public:
    Pictures(InputArray src, const _InputArray* whole, const std::vector<NetworkBox>* boxes, const NetworkInput& input)
        : src_(src), whole_(whole), boxes_(boxes), input_(input)
    {
        requireMats(src, "frames", kFunction);
        const ImageHeaders headers(src);
        if (imageCount(src) == 0)
            CV_Error_(Error::StsBadArg, ("%s: frames is an array without images", kFunction));
        type_ = headers[0].type;
        chain_ = input.chainOf(type_);
        for (size_t i = 0, count = imageCount(src); i < count; ++i)
            namingImage(i, kFunction, [&] { add(headers[i], i); });
    }

    void run(OutputArray tensor, const StreamRef& stream, Striper& striper) const
    {
        if (framings_.size() == 1 && !isArrayOfImages(tensor)) {
            const auto runOne = [&](InputArray frame) {
                cudastripe::run(describeFramed(kFunction, frame, kFrames, tensor, *chain_, framings_[0]), stream,
                                striper);
            };
            return whole_ ? runOne(*whole_) : withImage(src_, 0, runOne);
        }
        const auto describe = [&](size_t i, InputArray from, OutputArray to) {
            return describeFramed(kFunction, whole_ ? *whole_ : from, kFrames, to, *chain_, framings_[i]);
        };
        const Repeats repeats = boxes_ ? Repeats::Differ : Repeats::AreAlike;
        if (isArrayOfImages(tensor)) {
            const size_t given = imageCount(tensor), count = imageCount(src_);
            if (given > 0 && given != count) {
                CV_Error_(Error::StsUnmatchedSizes,
                          ("%s: tensor is an array of %zu images; there are %zu pictures", kFunction, given, count));
            }
            runBatch(src_, tensor, kFunction, describe, stream, striper, nullptr, repeats);
            return;
        }
        const int pixels = chain_->beginsInYuv() ? chain_->sourceType() : type_;
        const int channels = CV_MAT_CN(lowerChain(*chain_, pixels, -1, kFunction)->resultType());
        Tensor wanted = tensorOf(*chain_, channels, input_.size(), kFunction);
        wanted.argument = "tensor";
        runTensorBatch(src_, wanted, tensor, kFunction, describe, stream, striper, repeats);
    }

    const std::vector<NetworkMap>& maps() const { return maps_; }

private:
    void add(const ImageHeader& image, size_t i)
    {
        if (!image.data || image.size().empty()) {
            std::vector<ImageAccess> opened;
            withImage(src_, i, [&](InputArray frame) { openInput(opened, frame, kFunction, "frames"); });
        }
        if (image.type != type_) {
            CV_Error_(Error::StsUnmatchedFormats, ("%s: frames has type %s; it must be %s as image 0", kFunction,
                                                   typeToString(image.type).c_str(), typeToString(type_).c_str()));
        }
        const Size frame = chain_->beginsInYuv() ? chain_->sourceFormat().sourceSize(image.size()) : image.size();
        if (frame.empty()) {
            CV_Error_(Error::StsBadSize,
                      ("%s: frames is %d x %d, which is no image of %s", kFunction, image.size().width,
                       image.size().height, chain_->sourceFormat().name().c_str()));
        }
        framings_.push_back(boxes_ ? input_.framing(frame, partOf((*boxes_)[i].box, frame, i)) : input_.framing(frame));
        maps_.push_back(mapOf(framings_.back(), frame));
    }

    const _InputArray& src_;
    const _InputArray* const whole_;
    const std::vector<NetworkBox>* const boxes_;
    const NetworkInput& input_;
    int type_ = -1;
    std::shared_ptr<const Chain> chain_;
    std::vector<Framing> framings_;
    std::vector<NetworkMap> maps_;
};

//! The frame of each box; frameOf(i) gives the frame with number `i`.
template <class Image, class FrameOf>
std::vector<Image> framesOf(const std::vector<NetworkBox>& boxes, size_t count, const FrameOf& frameOf)
{
    std::vector<Image> frames;
    for (size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].frame < 0 || size_t(boxes[i].frame) >= count) {
            CV_Error_(Error::StsOutOfRange,
                      ("%s: boxes[%zu] is of frame %d; there are %zu frames", kFunction, i, boxes[i].frame, count));
        }
        frames.push_back(frameOf(boxes[i].frame));
    }
    return frames;
}

//! Calls use(images, whole). `images` has the frame of each box. If the caller gave a single frame, `whole` is that
//! frame, else null.
template <class Use>
void withFrames(InputArray frames, const std::vector<NetworkBox>& boxes, const Use& use)
{
    if (frames.isGpuMatVector()) {
        const std::vector<cuda::GpuMat>& all = gpuMatsOf(frames);
        return use(framesOf<cuda::GpuMat>(boxes, all.size(), [&](int i) { return all[size_t(i)]; }), nullptr);
    }
    if (frames.isGpuMat()) {
        const auto& one = *static_cast<const cuda::GpuMat*>(frames.getObj());
        return use(framesOf<cuda::GpuMat>(boxes, 1, [&](int) { return one; }), &frames);
    }
    if (isArrayOfImages(frames)) {
        requireMats(frames, "frames", kFunction);
        return use(framesOf<Mat>(boxes, imageCount(frames), [&](int i) { return frames.getMat(i); }), nullptr);
    }
    std::vector<ImageAccess> opened;
    const Mat one = openInput(opened, frames, kFunction, "frames").mat;
    use(framesOf<Mat>(boxes, 1, [&](int) { return one; }), &frames);
}

}  // namespace

std::vector<NetworkMap> toNetwork(InputArray frames, OutputArray tensor, const NetworkInput& input,
                                  const StreamRef& stream, Striper& striper)
{
    const FloatMode mode;  // sizes do not depend on the caller's
    std::vector<NetworkMap> maps;
    const auto runAll = [&](InputArray each, const _InputArray* whole) {
        const Pictures pictures(each, whole, nullptr, input);
        pictures.run(tensor, stream, striper);
        maps = pictures.maps();
    };
    if (isArrayOfImages(frames))
        runAll(frames, nullptr);
    else
        withFrames(frames, {NetworkBox()}, runAll);
    return maps;
}

std::vector<NetworkMap> toNetwork(InputArray frames, const std::vector<NetworkBox>& boxes, OutputArray tensor,
                                  const NetworkInput& input, const StreamRef& stream, Striper& striper)
{
    const FloatMode mode;
    std::vector<NetworkMap> maps;
    if (boxes.empty()) {
        if (!tensor.fixedSize())
            tensor.release();
        return maps;
    }
    withFrames(frames, boxes, [&](InputArray each, const _InputArray* whole) {
        const Pictures pictures(each, whole, &boxes, input);
        pictures.run(tensor, stream, striper);
        maps = pictures.maps();
    });
    return maps;
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
