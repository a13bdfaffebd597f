// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/operator_reference.hpp"
#include "../../support/images/placed_call.hpp"
#include "../../support/operations/operator_operation.hpp"

namespace opencv_test { namespace {

// A chain that ends in a format, and what it starts from.
struct Ending
{
    Chain chain;
    int srcType;
    int secondType;
};

void PrintTo(const Ending& ending, std::ostream* out)
{
    *out << ending.chain.toString();
}

// Every layout and depth with another matrix, range and siting, behind chains of several kinds.
std::vector<Ending> endings()
{
    std::vector<Ending> all;
    const std::vector<YuvFormat> formats = YuvFormat::all();
    for (size_t i = 0; i < formats.size(); i += 11) {
        const YuvFormat& format = formats[i];
        const ChannelOrder order = i % 2 ? ChannelOrder::RGB : ChannelOrder::BGR;
        const int depth = format.depth() == 8 ? CV_8U : CV_16U;
        const int bgr = CV_MAKETYPE(depth, 3), bgra = CV_MAKETYPE(depth, 4);
        Mat table(1, 256, CV_MAKETYPE(depth, 3));
        RNG(163).fill(table, RNG::UNIFORM, 0, 255);
        switch (i / 11 % 6) {
        case 0:
            all.push_back({Chain().toYuv(format, order), bgra, -1});
            break;
        case 1:
            all.push_back({Chain().channels({2, 1, 0}).toYuv(format, order), bgra, -1});
            break;
        case 2:
            all.push_back({Chain().lut(table).toYuv(format, order), CV_8UC3, -1});
            break;
        case 3:
            all.push_back({Chain().convertTo(depth, 200, 3).toYuv(format, order), CV_32FC4, -1});
            break;
        case 4:
            all.push_back({Chain().absdiff(secondImage).bitwiseNot().toYuv(format, order), bgr, bgr});
            break;
        default:
            if (depth == CV_8U)
                all.push_back({Chain().blendOver(secondImage).toYuv(format, order), CV_8UC4, CV_8UC3});
            else
                all.push_back({Chain().convertTo(CV_16U, 257).toYuv(format, order), CV_8UC4, -1});
        }
    }
    return all;
}

ImageOperation endingOperation(const Ending& ending)
{
    const Chain chain = ending.chain;
    const int secondType = ending.secondType;
    std::function<int(int)> second;
    if (secondType >= 0)
        second = [=](int) { return secondType; };
    ImageOperation operation = chainOperation(chain, {ending.srcType}, second);
    operation.reference = [chain](const Mat& src, const Mat& other) {
        const auto host = makeStriper({});
        Mat dst;
        cudastripe::cvtToYuv(chainReference(chain, src, other), dst, chain.yuvFormat(), chain.yuvOrder(), StreamRef(),
                             *host);
        return dst;
    };
    operation.dstType = [chain](int) { return chain.yuvFormat().imageType(); };
    operation.dstSize = [chain](Size size) { return chain.yuvFormat().imageSize(size); };
    operation.block = chain.yuvFormat().blockSize();
    operation.most = Size(66, 10);
    return operation;
}

class CUDASTRIPE_ChainYuv : public testing::TestWithParam<std::tuple<BackendKind, Ending>>
{
protected:
    const Ending& ending() const { return std::get<1>(GetParam()); }
    Backend backend_{std::get<0>(GetParam()), 151};
};

TEST_P(CUDASTRIPE_ChainYuv, isTheChainAndThenTheConversion)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const ImageOperation operation = endingOperation(ending());
    if (operation.dstSize(operation.block * 8).empty())
        return;  // no single image has these planes
    checkShapes(operation, backend_, 157, 1);
}

TEST_P(CUDASTRIPE_ChainYuv, fillsPlanes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(167);
    const auto striper = backend_.striper();
    const YuvFormat& format = ending().chain.yuvFormat();
    const Size size(64, 24);
    const Mat src = finiteImage(size, ending().srcType, rng);
    const Mat second = ending().secondType < 0 ? Mat() : finiteImage(size, ending().secondType, rng);
    std::vector<Mat> expected, planes;
    cudastripe::cvtToYuv(chainReference(ending().chain, src, second), expected, format, ending().chain.yuvOrder(),
                         StreamRef(), *striper);
    runChain(ending().chain, {src, second}, planes, StreamRef(), *striper);
    ASSERT_EQ(expected.size(), planes.size());
    for (size_t i = 0; i < planes.size(); ++i)
        EXPECT_EQ(std::string(), differences(expected[i], planes[i], 0)) << "plane " << i;
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ChainYuv,
                       testing::Combine(testing::ValuesIn(kAllBackends), testing::ValuesIn(endings())),
                       backendAndNumber<Ending>);

class CUDASTRIPE_YuvInPlace : public testing::TestWithParam<BackendKind>
{
};

TEST_P(CUDASTRIPE_YuvInPlace, pixelsOfOneSizeMayBeReplaced)
{
    const Backend backend(GetParam(), 173);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    RNG rng(179);
    int found = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const int type = format.imageType();
        if (format.planes() != 1 || CV_MAT_CN(type) < 3)
            continue;
        SCOPED_TRACE(format.name());
        ++found;
        ImageOperation operation = endingOperation({Chain().toYuv(format), type, -1});
        for (const bool asChain : {true, false}) {
            if (!asChain) {
                operation.run = [&](const Sources& in, OutputArray out, const StreamRef& stream, Striper& by) {
                    cudastripe::cvtToYuv(in.image, out, format, ChannelOrder::BGR, stream, by);
                };
            }
            PlacedCall call(operation, backend, randomSample(operation, Size(127, 9), type, rng, backend.device()),
                            true);
            call.run(StreamRef(), *striper);
            EXPECT_EQ(std::string(), call.wrong()) << asChain;
        }
    }
    EXPECT_LT(0, found);
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_YuvInPlace, testing::ValuesIn(kAllBackends));

}}  // namespace opencv_test
