// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/yuv_decode_reference.hpp"
#include "../../support/device/stream_graph.hpp"
#include "../../support/images/odd_pictures.hpp"

// Chains from and to planes of pictures whose last blocks lack a column or a row, and cuts of such pictures.

namespace opencv_test { namespace {

class CUDASTRIPE_OddSizeChains : public OddPictures
{
protected:
    Mat coloursOf(const PlacedPlanes& planes, const YuvFormat& format,
                  ChromaUpsampling upsampling = ChromaUpsampling::Nearest) const
    {
        FromYuvParams params;
        params.upsampling = upsampling;
        Mat colours;
        cudastripe::cvtFromYuv(copiesOf(planes, format), colours, format, params, StreamRef(), *host_);
        return colours;
    }
    //! Each of both in turn.
    ChromaUpsampling upsampling() const { return call_ / 2 % 2 ? ChromaUpsampling::Linear : ChromaUpsampling::Nearest; }
};

// The kernel of chains has the packings of both formats as data.
TEST_P(CUDASTRIPE_OddSizeChains, fromFormatToFormatGiveWhatTheirPartsGive)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    forAll([&](const YuvFormat& format, Size size) {
        YuvFormat to = format;
        do
            to = oddFormats()[static_cast<size_t>(rng_.uniform(0, int(oddFormats().size())))];
        while (to.imageDepth() != format.imageDepth());
        PlacedPlanes src = place(format, size);
        src.set(randomSamples(format, size, rng_));
        const PlacedPlanes dst = place(to, size);
        const Chain chain = Chain::fromYuv(format, ChannelOrder::BGR, 3, upsampling()).bitwiseNot().toYuv(to);
        withArray(src, [&](InputArray in) {
            withArray(dst, [&](OutputArray out) {
                cudastripe::transform(in, out, chain, noArray(), StreamRef(), *striper_);
            });
        });
        Mat colours = coloursOf(src, format, upsampling());
        cv::bitwise_not(colours, colours);
        std::vector<Mat> expected;
        cudastripe::cvtToYuv(colours, expected, to, StreamRef(), *host_);
        EXPECT_EQ(std::string(), differences(samplesOf(expected), dst.samples(), 0)) << "to " << to.name();
        EXPECT_TRUE(src.guardsIntact() && dst.guardsIntact());
    });
}

TEST_P(CUDASTRIPE_OddSizeChains, fromAnImageToAFormatGiveWhatTheirPartsGive)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    forAll([&](const YuvFormat& format, Size size) {
        const Mat pixels = randomImage(size, CV_MAKETYPE(colourDepth(format), 3 + call_ / 2 % 2), rng_);
        PlacedImage src = placeImage(size, pixels.type());
        src.set(pixels);
        const PlacedPlanes dst = place(format, size);
        withArray(dst, [&](OutputArray out) {
            cudastripe::transform(src.input(), out, Chain().bitwiseNot().toYuv(format), noArray(), StreamRef(),
                                  *striper_);
        });
        Mat inverse;
        cv::bitwise_not(pixels, inverse);
        std::vector<Mat> expected;
        cudastripe::cvtToYuv(inverse, expected, format, StreamRef(), *host_);
        EXPECT_EQ(std::string(), differences(samplesOf(expected), dst.samples(), 0));
        EXPECT_TRUE(dst.guardsIntact());
    });
}

TEST_P(CUDASTRIPE_OddSizeChains, toImagesAndTensorsGiveWhatTheirColoursGive)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    forAll([&](const YuvFormat& format, Size size) {
        PlacedPlanes src = place(format, size);
        src.set(randomSamples(format, size, rng_));
        const bool masked = call_ % 2 == 0;
        Mat mask;
        if (masked) {
            mask.create(size, CV_8UC1);
            rng_.fill(mask, RNG::UNIFORM, 0, 2);
        }
        const auto stepsBehind = [&](Chain chain) {
            if (masked)
                return chain.bitwiseNot();
            return chain.convertTo(CV_32F, 1 / 255., 0.5)
                .toTensor(call_ % 4 == 1 ? TensorLayout::CHW : TensorLayout::HWC);
        };
        Mat expected, result;
        cudastripe::transform(coloursOf(src, format, upsampling()), expected, stepsBehind(Chain()), mask, StreamRef(),
                              *host_);
        withArray(src, [&](InputArray in) {
            const Chain chain = Chain::fromYuv(format, ChannelOrder::BGR, 3, upsampling());
            cudastripe::transform(in, result, stepsBehind(chain), mask, StreamRef(), *striper_);
        });
        EXPECT_TRUE(sameBytes(expected.reshape(1, 1), result.reshape(1, 1)));
        EXPECT_TRUE(src.guardsIntact());
    });
}

// A result that replaces the luma of its source: the kernel must not read its last row again.
TEST_P(CUDASTRIPE_OddSizeChains, mayReplaceTheLumaThatTheyRead)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    forAll([&](const YuvFormat& format, Size size) {
        if (format.depth() != 8)
            return;
        PlacedPlanes planes = place(format, size);
        planes.set(randomSamples(format, size, rng_));
        const auto gray = [](Chain chain) { return chain.bitwiseNot().channels({1}); };
        Mat expected;
        cudastripe::transform(coloursOf(planes, format), expected, gray(Chain()), noArray(), StreamRef(), *host_);
        withArray(planes, [&](const auto& array) {
            auto luma = array[0];
            cudastripe::transform(array, luma, gray(Chain::fromYuv(format)), noArray(), StreamRef(), *striper_);
        });
        EXPECT_EQ(std::string(), differences(expected, planes.plane(0).get(), 0));
        EXPECT_TRUE(planes.guardsIntact());
    });
}

// Also in a graph.
TEST_P(CUDASTRIPE_OddSizeChains, andConversionsGiveTheSameBitsInEveryCut)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Size size(67, 33);
    FromYuvParams params;
    params.upsampling = ChromaUpsampling::Linear;
    for (const YuvFormat& format :
         {YuvFormat::hd(), YuvFormat::jpeg(), YuvFormat::uhd(), YuvFormat(YuvLayout::I422).withDepth(10)}) {
        const Mat pixels = randomImage(size, CV_MAKETYPE(colourDepth(format), 4), rng_);
        std::vector<Mat> expected;
        Mat colours;
        cudastripe::cvtToYuv(pixels, expected, format, StreamRef(), *host_);
        cudastripe::cvtFromYuv(expected, colours, format, params, StreamRef(), *host_);
        for (int stripes = 1; stripes <= size.height + 1; ++stripes) {
            StriperParams cuts = cuttingOfCall(++call_);
            cuts.stripes = stripes;
            const auto striper = backend_.striper(cuts);
            PlacedImage src = placeImage(size, pixels.type()), dst = placeImage(size, colours.type());
            src.set(pixels);
            const PlacedPlanes planes = place(format, size);
            const auto call = [&](const StreamRef& stream) {
                withArray(planes, [&](auto& array) {
                    cudastripe::cvtToYuv(src.input(), array, format, stream, *striper);
                    cudastripe::cvtFromYuv(array, dst.output(), format, params, stream, *striper);
                });
            };
            if (placement() != Placement::Pageable && backend_.devices().size() == 1 && stripes % 2) {
                const OwnedStream stream(*backend_.device(), "captured");
                StreamGraph graph(backend_, stream);
                call(StreamHandle(stream.id().get()));
                graph.end();
                graph.run();
            } else {
                call(StreamRef());
            }
            ASSERT_TRUE(sameBytes(samplesOf(expected), planes.samples())) << format.name() << ", " << stripes;
            ASSERT_TRUE(sameBytes(colours, dst.get())) << format.name() << ", " << stripes;
            ASSERT_TRUE(dst.guardsIntact() && planes.guardsIntact()) << format.name() << ", " << stripes;
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_OddSizeChains, testing::ValuesIn(kAllBackends), backendName);

}}  // namespace opencv_test
