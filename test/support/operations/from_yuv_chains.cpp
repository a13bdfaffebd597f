// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "from_yuv_chains.hpp"

#include "from_yuv_operations.hpp"
#include "operator_operation.hpp"
#include "random_chain.hpp"

namespace opencv_test {
namespace {

bool hasImage(const YuvFormat& format)
{
    return !format.imageSize(format.blockSize()).empty();
}

//! The number-th format of 8 bits, or of more, that has one image.
YuvFormat formatOf(bool bytes, int number)
{
    std::vector<YuvFormat> formats;
    for (const YuvFormat& format : YuvFormat::all()) {
        if ((format.depth() == 8) == bytes && hasImage(format))
            formats.push_back(format);
    }
    return formats[static_cast<size_t>(number) % formats.size()];
}

Mat tableOf(int type)
{
    Mat table(1, 256, type);
    RNG(173).fill(table, RNG::UNIFORM, 0, 255);
    return table;
}

// The steps, and the format at the end.
Chain rest(const Chain& whole)
{
    Chain chain;
    for (const Operator& step : whole.steps())
        chain.append(step);
    if (whole.endsInYuv())
        chain.toYuv(whole.yuvFormat(), whole.yuvOrder());
    return chain;
}

}  // namespace

void PrintTo(const FromYuvChain& chain, std::ostream* out)
{
    *out << chain.chain.toString() << (chain.masked ? " with a mask" : "");
}

Mat fromYuvChainReference(const FromYuvChain& chain, InputArray src, const Mat& second)
{
    const auto host = makeStriper({});
    Mat pixels, dst;
    const Chain& whole = chain.chain;
    FromYuvParams params;
    params.order = whole.sourceOrder();
    params.channels = CV_MAT_CN(whole.sourceType());
    params.upsampling = whole.sourceUpsampling();
    cudastripe::cvtFromYuv(src, pixels, whole.sourceFormat(), params, StreamRef(), *host);
    CV_Assert(pixels.type() == whole.sourceType());
    runChain(rest(whole), {pixels, second}, dst, StreamRef(), *host);
    return dst;
}

ImageOperation fromYuvChainOperation(const FromYuvChain& chain)
{
    const Chain& whole = chain.chain;
    const YuvFormat from = whole.sourceFormat(), to = whole.yuvFormat();
    const bool yuv = whole.endsInYuv();
    const int secondType = chain.secondType;
    Size block = from.blockSize();
    if (yuv)
        block = Size(std::max(block.width, to.blockSize().width), std::max(block.height, to.blockSize().height));
    ImageOperation operation = chainOperation(whole, {from.imageType()});
    operation.block = from.imageSize(block);
    operation.most = from.imageSize(Size(38, 10));
    operation.otherSize = [=](Size size) { return from.sourceSize(size); };
    operation.dstSize = [=](Size size) { return yuv ? to.imageSize(from.sourceSize(size)) : from.sourceSize(size); };
    const int result = yuv ? to.imageType() : whole.resultType(whole.sourceType(), secondType);
    const bool sameBits = whole.sameBits(whole.sourceType(), secondType);
    operation.dstType = [=](int) { return result; };
    operation.sameBits = [=](int) { return sameBits; };
    operation.masked = chain.masked;
    const bool interpolates = whole.sourceUpsampling() == ChromaUpsampling::Linear && from.blockSize().area() > 1;
    operation.mayReplaceSource = !interpolates && (!yuv || to.planes() == 1);
    if (secondType >= 0)
        operation.secondType = [=](int) { return secondType; };
    operation.content = [=](Size size, int type, RNG& rng) {
        return type == from.imageType() ? randomYuvImage(size, type, rng, from) : finiteImage(size, type, rng);
    };
    operation.reference = [=](const Mat& src, const Mat& second) { return fromYuvChainReference(chain, src, second); };
    return operation;
}

FromYuvChain fromYuvChain(const YuvFormat& format, int kind, int number, ChromaUpsampling upsampling)
{
    const bool bytes = format.depth() == 8;
    const int channels = 3 + number / 2 % 2, depth = bytes ? CV_8U : CV_16U, type = CV_MAKETYPE(depth, channels);
    const ChannelOrder order = number % 2 ? ChannelOrder::RGB : ChannelOrder::BGR;
    const Chain from = Chain::fromYuv(format, order, channels, upsampling);
    Chain chain = from;
    switch (kind) {
    case 0:
        return {chain};
    case 1:
        return {chain.convertTo(CV_32F, bytes ? 1 / 255. : 1 / 65535.)
                    .subtract(Scalar(0.485, 0.456, 0.406, 0.5))
                    .multiply(Scalar(4.36, 4.46, 4.44, 1))};
    case 2:
        if (bytes)
            return {chain.lut(tableOf(type)).channels({2, 0, 1}).lut(tableOf(CV_32FC1))};
        return {chain.convertTo(CV_8U, 1 / 257.).lut(tableOf(CV_16UC(channels))).channels({2, 2})};
    case 3:
        return {chain.channels({1}).add(Scalar(3))};
    case 4:
        return {chain.absdiff(secondImage).bitwiseNot(), type};
    case 5:
        if (bytes && channels == 4)
            return {chain.subtract(Scalar(0, 0, 0, 90)).blendOver(secondImage), CV_8UC3};
        return {chain.addWeighted(0.3, secondImage, 0.6, 7), type};
    case 6:
        return {chain.add(Scalar(10, -20, 30, 300)), -1, true};
    case 7:
        return {chain.convertTo(CV_64F, 0.5).subtract(secondImage).channels({1, 0}), CV_64FC(channels), true};
    case 8:
        return {chain.toYuv(formatOf(bytes, 7 * number), order)};
    case 9:
        return {chain.min(secondImage).toYuv(hasImage(format) ? format : formatOf(bytes, number), order), type};
    default:
        return {
            chain.convertTo(bytes ? CV_16U : CV_8U, bytes ? 257 : 1 / 257.).toYuv(formatOf(!bytes, 5 * number), order)};
    }
}

FromYuvChain randomFromYuvChain(RNG& rng, bool exact)
{
    const YuvFormat format = formatOf(rng.uniform(0, 2) == 0, rng.uniform(0, 1000));
    const ChannelOrder order = rng.uniform(0, 2) ? ChannelOrder::RGB : ChannelOrder::BGR;
    const int channels = rng.uniform(3, 5);
    const ChromaUpsampling upsampling = rng.uniform(0, 2) ? ChromaUpsampling::Linear : ChromaUpsampling::Nearest;
    FromYuvChain result = {Chain::fromYuv(format, order, channels, upsampling)};
    const RandomChain random = randomChain(rng, exact, result.chain.sourceType());
    for (const Operator& step : random.chain.steps())
        result.chain.append(step);
    result.secondType = random.secondType;
    const int type = result.chain.resultType(random.srcType, random.secondType);
    if (CV_MAT_CN(type) >= 3 && (CV_MAT_DEPTH(type) == CV_8U || CV_MAT_DEPTH(type) == CV_16U))
        result.chain.toYuv(formatOf(CV_MAT_DEPTH(type) == CV_8U, rng.uniform(0, 1000)), order);
    else
        result.masked = rng.uniform(0, 3) == 0;
    return result;
}

}  // namespace opencv_test
