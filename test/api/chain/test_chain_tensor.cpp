// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../../src/op/chain/compiled/source.hpp"
#include "../../reference/operator_reference.hpp"
#include "../../reference/tensor_reference.hpp"
#include "../../support/operations/from_yuv_operations.hpp"
#include "../../support/operations/operator_operation.hpp"

// Chains that end in a tensor, against the steps one after the other, planes by cv::split and halves by a search.

namespace opencv_test { namespace {

//! A chain that ends in a tensor, and the images that it takes; a YUV format has its own type.
struct TensorChain
{
    Chain chain;
    int srcType;
    int secondType = -1;
};

void PrintTo(const TensorChain& chain, std::ostream* out)
{
    *out << typeToString(chain.srcType) << ": " << chain.chain.toString();
}

const Scalar kMean(103.53, 116.28, 123.675, 99), kScale(1 / 57.375f, 1 / 57.12f, 1 / 58.395f, 0.125f);

TensorChain fromYuv(const YuvFormat& format, int channels)
{
    return {Chain::fromYuv(format, ChannelOrder::RGB, channels), format.imageType()};
}

std::vector<TensorChain> beginnings()
{
    Mat table(1, 256, CV_8UC3);
    RNG(223).fill(table, RNG::UNIFORM, 0, 255);
    std::vector<TensorChain> all = {
        {Chain().channels({2, 1, 0}).convertTo(CV_32F).subtract(kMean).multiply(kScale), CV_8UC3},
        {Chain(), CV_8UC1},
        {Chain(), CV_32FC3},
        {Chain(), CV_64FC4},
        {Chain().convertTo(CV_64F, 1 / 3.).sqrt(), CV_16UC2},
        {Chain().lut(table), CV_8UC3},
        {Chain().addWeighted(0.3, secondImage, 0.6, 7), CV_8UC4, CV_8UC4},
        {Chain().channels({3}).convertTo(CV_32F, 1 / 255.), CV_8UC4},
        {Chain().channels({2, 1, 0}).channels({0, 2, 0, 1}).add(3), CV_8UC4},
        {Chain().convertTo(CV_32F, 1 / 255.).divide(kMean), CV_8UC2},
        {Chain().multiply(kScale), CV_8SC3},
    };
    const size_t firstFormat = all.size();
    all.insert(all.end(), {fromYuv(YuvFormat::hd(), 3),
                           fromYuv(YuvFormat::uhd(), 4),
                           fromYuv(YuvFormat(YuvLayout::YUY2), 3),
                           fromYuv(YuvFormat(YuvLayout::I420), 4),
                           {Chain::fromYuv(YuvFormat::hd(), ChannelOrder::BGR, 3, ChromaUpsampling::Linear), CV_8UC1}});
    for (size_t i = firstFormat; i < all.size(); ++i)
        all[i].chain.convertTo(CV_32F, 1 / 255.).subtract(Scalar(0.485, 0.456, 0.406, 0.5));
    all.push_back(fromYuv(YuvFormat::hd(), 3));
    all.back().chain.absdiff(secondImage).channels({1});
    all.back().secondType = CV_8UC3;
    return all;
}

int channelsOf(const TensorChain& tensor)
{
    const Chain& chain = tensor.chain;
    return CV_MAT_CN(chain.resultType(chain.beginsInYuv() ? chain.sourceType() : tensor.srcType, tensor.secondType));
}

std::vector<TensorChain> tensorChains()
{
    std::vector<TensorChain> all;
    for (const TensorChain& beginning : beginnings()) {
        for (TensorLayout layout : {TensorLayout::CHW, TensorLayout::HWC}) {
            for (int depth : {CV_32F, CV_16F, CV_8U, cudastripe::kBFloat16}) {
                all.push_back(beginning);
                all.back().chain.toTensor(layout, depth);
                if (channelsOf(beginning) < 3)
                    continue;
                all.push_back(beginning);
                all.back().chain.toTensor(layout, depth, ChannelOrder::RGB);
            }
        }
    }
    // Kernels load the samples of each layout of 8 bits in another way.
    for (const YuvFormat& format : YuvFormat::all()) {
        if (format.depth() == 8 && format.matrix() == YuvMatrix::BT709) {
            all.push_back(fromYuv(format, 3));
            all.back().chain.channels({1, 0, 2}).multiply(0.5).toTensor(TensorLayout::CHW, CV_16F);
        }
    }
    return all;
}

// OpenCV swaps the channels of the result.
Mat inOrder(const Chain& chain, const Mat& pixels)
{
    if (chain.tensorOrder() == ChannelOrder::BGR)
        return pixels;
    std::vector<Mat> channels;
    cv::split(pixels, channels);
    std::swap(channels[0], channels[2]);
    Mat swapped;
    cv::merge(channels, swapped);
    return swapped;
}

Mat reference(const Chain& chain, const Mat& src, const Mat& second)
{
    Mat pixels;  // of its own memory: a format may have the type of its pixels
    if (!chain.beginsInYuv()) {
        pixels = src;
    } else {
        const auto host = makeStriper({});
        FromYuvParams params;
        params.order = chain.sourceOrder();
        params.channels = CV_MAT_CN(chain.sourceType());
        params.upsampling = chain.sourceUpsampling();
        cudastripe::cvtFromYuv(src, pixels, chain.sourceFormat(), params, StreamRef(), *host);
    }
    const Mat result = chainReference(chain, pixels, second);
    return tensorReference(inOrder(chain, result), chain.tensorLayout(), chain.tensorDepth());
}

ImageOperation operationOf(const TensorChain& tensor)
{
    const Chain chain = tensor.chain;
    const int secondType = tensor.secondType, srcType = chain.beginsInYuv() ? chain.sourceType() : tensor.srcType;
    const int channels = CV_MAT_CN(chain.resultType(srcType, secondType));
    const int planes = chain.tensorLayout() == TensorLayout::CHW ? channels : 1;
    const YuvFormat format = chain.sourceFormat();
    const bool yuv = chain.beginsInYuv(), sameBits = chain.sameBits(srcType, secondType);
    ImageOperation operation = chainOperation(chain, {tensor.srcType});
    if (yuv) {
        operation.block = format.imageSize(format.blockSize());
        operation.otherSize = [=](Size size) { return format.sourceSize(size); };
        operation.content = [=](Size size, int type, RNG& rng) {
            return type == format.imageType() ? randomYuvImage(size, type, rng, format) : finiteImage(size, type, rng);
        };
    }
    operation.most = yuv ? format.imageSize(Size(38, 8)) : Size(38, 8);
    if (secondType >= 0)
        operation.secondType = [=](int) { return secondType; };
    const auto otherSize = operation.otherSize;
    operation.dstSize = [=](Size size) { return Size(otherSize(size).width, otherSize(size).height * planes); };
    operation.dstType = [=](int) { return CV_MAKETYPE(tensorArrayDepth(chain.tensorDepth()), channels / planes); };
    operation.sameBits = [=](int) { return sameBits; };
    operation.gapsOnDevice = false;
    operation.reference = [=](const Mat& src, const Mat& second) { return reference(chain, src, second); };
    return operation;
}

class CUDASTRIPE_ChainTensor : public testing::TestWithParam<std::tuple<BackendKind, TensorChain>>
{
protected:
    const ImageOperation operation_ = operationOf(std::get<1>(GetParam()));
    Backend backend_{std::get<0>(GetParam()), 227};
};

TEST_P(CUDASTRIPE_ChainTensor, isTheChainAndThenItsPlanesInAnyShapeAndCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkShapes(operation_, backend_, 229 + operation_.name.size(), 1);
}

TEST_P(CUDASTRIPE_ChainTensor, everyCuttingGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkCuttings(operation_, backend_);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ChainTensor,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(tensorChains())),
                       backendAndNumber<TensorChain>);

// Past the caches, too.
TEST(CUDASTRIPE_ChainTensors, mayBeLargerThanTheCaches)
{
    const auto host = makeStriper({});
    RNG rng(251);
    for (int depth : {CV_32F, CV_16F}) {
        for (int channels = 1; channels <= 4; ++channels) {
            const Mat src = randomImage(Size(1501, 1400), CV_8UC(channels), rng);
            const ChannelOrder order = channels > 2 ? ChannelOrder::RGB : ChannelOrder::BGR;
            const Chain chain = Chain().convertTo(CV_32F, 1 / 255.).toTensor(TensorLayout::CHW, depth, order);
            Mat dst;
            cudastripe::transform(src, dst, chain, StreamRef(), *host);
            EXPECT_TRUE(sameBytes(reference(chain, src, Mat()), tensorImage(dst, 0))) << chain.toString() << channels;
        }
    }
}

// The CPU takes runs of bytes apart if an image has many of them; its rows lie apart here.
TEST(CUDASTRIPE_ChainTensors, mayBeOfManyPixels)
{
    const auto host = makeStriper({});
    RNG rng(257);
    for (const TensorChain& tensor : tensorChains()) {
        const Chain& chain = tensor.chain;
        const bool yuv = chain.beginsInYuv();
        const YuvFormat format = chain.sourceFormat();
        const Size size = yuv ? Size(1096, 24) : Size(1101, 23), source = yuv ? format.imageSize(size) : size;
        const Mat wide = yuv ? randomYuvImage(source, tensor.srcType, rng, format)
                             : finiteImage(source + Size(3, 0), tensor.srcType, rng);
        const Mat src = wide(Rect(wide.cols - source.width, 0, source.width, source.height));
        Mat second, dst;
        if (tensor.secondType < 0) {
            cudastripe::transform(src, dst, chain, StreamRef(), *host);
        } else {
            second = finiteImage(size, tensor.secondType, rng);
            cudastripe::transform(src, second, dst, chain, StreamRef(), *host);
        }
        EXPECT_TRUE(sameBytes(reference(chain, src, second), tensorImage(dst, 0, chain.tensorLayout())))
            << chain.toString() << tensor.srcType;
    }
}

// The order is a matter of places: neither the kernel's program nor the CPU's loops have a step for it.
TEST(CUDASTRIPE_ChainTensors, swapPlanesAtNoCost)
{
    const Chain plain = Chain().convertTo(CV_32F).subtract(kMean).toTensor();
    const Chain swapped =
        Chain().convertTo(CV_32F).subtract(kMean).toTensor(TensorLayout::CHW, CV_32F, ChannelOrder::RGB);
    const auto a = lowerChain(plain, CV_8UC3, -1, "test"), b = lowerChain(swapped, CV_8UC3, -1, "test");
    EXPECT_EQ(a->program.count, b->program.count);
    EXPECT_EQ(a->cost, b->cost);
    EXPECT_EQ(chainSource(plain, *a), chainSource(swapped, *b));
}

TEST(CUDASTRIPE_ChainTensors, sayWhatTheyAre)
{
    const Chain chain = Chain().add(3).toTensor(TensorLayout::HWC, CV_16F);
    EXPECT_EQ("add(3, 3, 3, 3) > toTensor(HWC, CV_16F)", chain.toString());
    EXPECT_EQ("toTensor(CHW, CV_32F)", Chain().toTensor().toString());
    EXPECT_EQ("toTensor(CHW, CV_32F, RGB)", Chain().toTensor(TensorLayout::CHW, CV_32F, ChannelOrder::RGB).toString());
    EXPECT_EQ(ChannelOrder::BGR, chain.tensorOrder());
    EXPECT_TRUE(chain.endsInTensor());
    EXPECT_FALSE(chain.endsInYuv());
    EXPECT_FALSE(Chain().add(3).endsInTensor());
    EXPECT_EQ(TensorLayout::HWC, chain.tensorLayout());
    EXPECT_EQ(CV_16F, chain.tensorDepth());
    EXPECT_EQ(CV_32FC3, chain.resultType(CV_8UC3));
    EXPECT_EQ(1u, chain.steps().size());
}

}}  // namespace opencv_test
