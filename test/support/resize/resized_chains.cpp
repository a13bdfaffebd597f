// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/tensor_reference.hpp"
#include "resized_chains.hpp"

#include <optional>

#include "../operations/from_yuv_operations.hpp"
#include "../operations/operator_operation.hpp"
#include "resize_modes.hpp"
#include "resize_operations.hpp"

namespace opencv_test {
namespace {

//! A chain that crops, resizes or places, for any size of its picture, and the images that it takes.
struct ResizedChain
{
    std::string name;
    std::function<Chain(Size)> chainOf;
    std::optional<YuvFormat> format;
    int srcType;
    int secondType = -1;
    bool masked = false;
};

Size even(Size size)
{
    return Size(std::max(size.width + 1, 2) / 2 * 2, std::max(size.height + 1, 2) / 2 * 2);
}

// Sides of results are even, as formats of one image need them.
Size sizeOf(int number, Size s)
{
    switch (number % 4) {
    case 0:
        return even(s * 2 / 3);
    case 1:
        return even(Size(s.width * 9 / 5, s.height * 4 / 3));
    case 2:
        return even(Size(s.width / 4 + 1, s.height / 3 + 1));
    default:
        return even(Size(s.width / 2 + 1, s.height * 2));
    }
}

Rect partOf(int number, Size s)
{
    switch (number % 4) {
    case 1:
        return Rect(s.width / 3, s.height / 4, std::max(s.width / 2, 1), std::max(s.height / 2, 1));
    case 2:
        return Rect(Point(s.width / 4 * 2, s.height / 4 * 2), s - Size(s.width / 4 * 2, s.height / 4 * 2));
    case 3:
        return Rect(s.width - 1, 0, 1, s.height);
    default:
        return Rect();
    }
}

//! Crops, perhaps to a part that reaches beyond the picture.
void crop(Chain& chain, int number, Size picture)
{
    const Rect part = partOf(number, picture);
    const int more = number % 3 > 0 ? picture.width : 2;
    const Scalar border(99, 3, 201.5, 4);
    switch (number % 8) {
    case 4:
        chain.crop(Rect(-2, -3, picture.width + 5, picture.height + 4), border);
        break;
    case 5:
        chain.crop(Rect(part.tl() - Point(more, 5), part.br() + Point(3, more)), border);
        break;
    case 6:
        chain.crop(Rect(part.tl(), part.br() + Point(more, 1)), border);
        break;
    default:
        if (!part.empty())
            chain.crop(part);
        break;
    }
}

//! Places a picture on a larger image, a smaller one, and one that is both.
void place(Chain& chain, int number, Size picture)
{
    const Size s = chain.framing().resizedSize(picture);
    const Scalar border(17, 250, 3.5, 128);
    switch (number % 4) {
    case 0:
        chain.place(even(s + Size(5, 4)), Point(3, 1), border);
        break;
    case 1:
        chain.place(even(s - s / 3), -Point(s.width / 4, s.height / 4));
        break;
    case 2:
        chain.place(even(s + Size(7, -s.height / 2)), Point(2, -s.height / 3), border);
        break;
    default:
        break;
    }
}

Chain begin(const Chain& first, int number, Size picture, const cudastripe::Resampling* resampling)
{
    Chain chain = first;
    crop(chain, number, picture);
    if (resampling)
        chain.resize(sizeOf(number / 3, chain.framing().resizedSize(picture)), *resampling);
    place(chain, number / 2, picture);
    return chain;
}

//! Ends the chain, whose pixels have a type.
Chain ended(Chain chain, int ending, int type, int secondType)
{
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    const bool format = channels >= 3 && (depth == CV_8U || depth == CV_16U);
    const ChannelOrder order = channels >= 3 ? ChannelOrder::RGB : ChannelOrder::BGR;
    switch (ending) {
    case 0:
        return chain;
    case 1:
        return chain.convertTo(CV_32F, 1 / 255.).subtract(Scalar(0.4, 0.5, 0.6, 0.7)).toTensor();
    case 2:
        return chain.toTensor(TensorLayout::HWC, CV_16F, order);
    case 3:
        return format ? chain.toYuv(depth == CV_8U ? YuvFormat::hd() : YuvFormat::uhd()) : chain.abs();
    case 4:
        return secondType >= 0 ? chain.max(secondImage) : chain.min(Scalar::all(90));
    case 5:
        return chain.channels({channels - 1, 0}).add(Scalar(5, 250));
    case 6:
        return chain.convertTo(CV_64F, 0.3);
    case 7:
        return chain.threshold(100, 200, THRESH_TOZERO);
    case 8:
        return chain.toTensor(TensorLayout::CHW, CV_8U, order);
    case 9:
        return chain.convertTo(CV_32F, 0.013).toTensor(TensorLayout::CHW, cudastripe::kBFloat16);
    case 10:
        return chain.toPatches({2, 3, 1}, CV_16F, order);
    default:
        return chain.subtract(Scalar(3, 5, 7, 9)).toPatches({1, 2, 2}, CV_8U);
    }
}
constexpr int kEndings = 12;

int endingOf(int number, int type, bool resizes)
{
    const int ending = number % kEndings, depth = CV_MAT_DEPTH(type);
    const bool thresholds = depth == CV_8U || depth == CV_16U || depth == CV_32F;
    if (ending == 3 && (!resizes || depth == CV_8S || depth == CV_32S))
        return resizes ? 2 : 0;
    return ending == 7 && !thresholds ? 5 : ending >= 10 && !resizes ? 8 : ending;
}

ResizedChain make(const std::string& name, const Chain& first, int srcType, int number,
                  const cudastripe::Resampling* resampling)
{
    const int type = first.beginsInYuv() ? first.sourceType() : srcType, ending = endingOf(number, type, resampling);
    const int secondType = ending == 4 && number % 16 < 8 ? type : -1;
    const auto kept = resampling ? std::optional<cudastripe::Resampling>(*resampling) : std::nullopt;
    ResizedChain chain;
    chain.chainOf = [=](Size picture) {
        return ended(begin(first, number / 5, picture, kept ? &*kept : nullptr), ending, type, secondType);
    };
    chain.name = name + " " + chain.chainOf(Size(12, 12)).toString();
    if (first.beginsInYuv())
        chain.format = first.sourceFormat();
    chain.srcType = srcType;
    chain.secondType = secondType;
    chain.masked = ending >= 5 && ending < 8 && number % 3 == 0;
    return chain;
}

std::vector<ResizedChain> resizedChains()
{
    std::vector<ResizedChain> all;
    int number = 0;
    const std::vector<ResizeMode> modes = allResizeModes();
    for (const ResizeMode& mode : modes) {
        for (const int type : mode.types)
            all.push_back(make(typeToString(type), Chain(), type, number++, &mode.resampling));
    }
    const auto add = [&](const YuvFormat& format, ChromaUpsampling upsampling, const cudastripe::Resampling* by) {
        const int channels = 3 + number % 2;
        const Chain first =
            Chain::fromYuv(format, number % 3 ? ChannelOrder::BGR : ChannelOrder::RGB, channels, upsampling);
        all.push_back(make("", first, format.imageType(), number++, by));
    };
    std::vector<std::pair<YuvLayout, int>> seen;
    for (const YuvFormat& format : YuvFormat::all()) {
        const std::pair<YuvLayout, int> layout(format.layout(), format.depth());
        if (std::find(seen.begin(), seen.end(), layout) != seen.end())
            continue;
        seen.push_back(layout);
        const bool tested = !format.imageSize(format.blockSize()).empty();
        for (const ChromaUpsampling upsampling : {ChromaUpsampling::Nearest, ChromaUpsampling::Linear}) {
            if (!tested || (upsampling == ChromaUpsampling::Linear && format.blockSize().area() == 1))
                continue;
            for (int i = 0; i < 2; ++i) {
                const cudastripe::Resampling& any = modes[size_t(number) % modes.size()].resampling;
                const bool wide = format.depth() > 8;
                const int ofWords[] = {INTER_LINEAR, INTER_AREA, INTER_NEAREST};
                add(format, upsampling, wide ? nullptr : &any);
                if (wide) {
                    const auto by = cudastripe::Resampling::opencv(ofWords[i]);
                    add(format, upsampling, &by);
                }
            }
            number += 5;
            add(format, upsampling, nullptr);
        }
    }
    return all;
}

ImageOperation resizedChainOperation(const ResizedChain& chain)
{
    ImageOperation operation;
    const auto format = chain.format;
    const auto picture = [format](Size image) { return format ? format->sourceSize(image) : image; };
    const Chain any = chain.chainOf(Size(12, 12));
    const int pixels = any.beginsInYuv() ? any.sourceType() : chain.srcType;
    const int type = any.resultType(pixels, chain.secondType), channels = CV_MAT_CN(type);
    const bool planes = any.endsInTensor() && any.tensorLayout() == TensorLayout::CHW,
               patches = any.endsInTensor() && any.tensorLayout() == TensorLayout::Patches,
               sameBits = any.sameBits(pixels, chain.secondType);
    const auto chainOf = chain.chainOf;
    operation.name = chain.name;
    operation.srcTypes = {chain.srcType};
    operation.tolerance = [](int) { return 0.; };
    operation.namesSize = true;
    operation.readsAll = any.framing().part.empty();
    operation.mayReplaceSource = false;
    operation.masked = chain.masked;
    operation.gapsOnDevice = !any.endsInTensor();
    operation.sameBits = [=](int) { return sameBits; };
    operation.run = [=](const Sources& sources, OutputArray dst, const StreamRef& stream, Striper& striper) {
        runChain(chainOf(picture(sizeOfFirst(sources.image))), sources, dst, stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat& second) {
        const Chain whole = chainOf(picture(src.size()));
        Mat decoded = src;
        if (whole.beginsInYuv()) {
            FromYuvParams params;
            params.order = whole.sourceOrder();
            params.channels = CV_MAT_CN(whole.sourceType());
            params.upsampling = whole.sourceUpsampling();
            const auto host = makeStriper({});
            decoded = Mat();
            cudastripe::cvtFromYuv(src, decoded, whole.sourceFormat(), params, StreamRef(), *host);
        }
        return resizedChainReference(whole, decoded, second);
    };
    operation.otherSize = [=](Size size) { return chainOf(picture(size)).resultSize(picture(size)); };
    operation.dstSize = [=](Size size) {
        const Chain whole = chainOf(picture(size));
        const Size result = whole.resultSize(picture(size));
        if (whole.endsInYuv())
            return whole.yuvFormat().imageSize(result);
        const cudastripe::PatchShape& shape = whole.patches();
        if (patches)
            return Size(channels * shape.repeats * shape.side * shape.side, result.area() / shape.side / shape.side);
        return planes ? Size(result.width, result.height * channels) : result;
    };
    const int dstType = any.endsInYuv() ? any.yuvFormat().imageType()
                        : any.endsInTensor()
                            ? CV_MAKETYPE(tensorArrayDepth(any.tensorDepth()), planes || patches ? 1 : channels)
                            : type;
    operation.dstType = [=](int) { return dstType; };
    if (chain.secondType >= 0)
        operation.secondType = [second = chain.secondType](int) { return second; };
    operation.most = Size(36, 8);
    if (format) {
        operation.needsBlocks = format->blockSize().width > 1;
        operation.block = format->imageSize(Size(std::max(format->blockSize().width, 2), 2));
        operation.most = format->imageSize(Size(36, 10));
        operation.content = [=](Size size, int t, RNG& rng) {
            const bool whole = t == format->imageType() && size == format->imageSize(picture(size));
            return whole ? randomYuvImage(size, t, rng, *format) : randomImage(size, t, rng);
        };
    }
    return operation;
}

}  // namespace

std::vector<ImageOperation> resizedChainOperations()
{
    std::vector<ImageOperation> operations;
    for (const ResizedChain& chain : resizedChains())
        operations.push_back(resizedChainOperation(chain));
    return operations;
}

}  // namespace opencv_test
