// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/yuv_layout_text.hpp"
#include "../../reference/yuv_linear_reference.hpp"
#include "../../reference/yuv_reference.hpp"
#include "../../reference/yuv_shuffle_reference.hpp"
#include "../../support/images/odd_pictures.hpp"

// Planes of pictures whose last blocks lack a column or a row, against formulas that know only the pixels there are.

namespace opencv_test { namespace {

class CUDASTRIPE_OddSizes : public OddPictures
{
protected:
    template <class Colours>
    void checkDecoding(ChromaUpsampling upsampling, const Colours& coloursOf)
    {
        forAll([&](const YuvFormat& format, Size size) {
            FromYuvParams params;
            params.order = call_ % 2 ? ChannelOrder::RGB : ChannelOrder::BGR;
            params.channels = 3 + call_ / 2 % 2;
            params.depth = format.depth() > 8 && call_ % 3 == 0 ? int(CV_8U) : colourDepth(format);
            params.upsampling = upsampling;
            const Mat samples = randomSamples(format, size, rng_);
            PlacedPlanes planes = place(format, size);
            planes.set(samples);
            PlacedImage dst = placeImage(size, CV_MAKETYPE(params.depth, params.channels));
            withArray(planes, [&](InputArray src) {
                cudastripe::cvtFromYuv(src, dst.output(), format, params, StreamRef(), *striper_);
            });
            const Mat expected = coloursOf(pictureOf(samples, size, format), format, params);
            EXPECT_EQ(std::string(), differences(expected, dst.get(), 1));
            EXPECT_TRUE(dst.guardsIntact() && planes.guardsIntact());
            EXPECT_TRUE(sameBytes(samples, planes.samples())) << "the source was written";
        });
    }

    //! A format of the same colours that takes such pictures.
    YuvFormat drawLike(const YuvFormat& format)
    {
        static const std::vector<YuvFormat> all = YuvFormat::all();
        for (;;) {
            const YuvFormat& other = all[static_cast<size_t>(rng_.uniform(0, int(all.size())))];
            if (pictureUnit(other) == Size(1, 1))
                return YuvFormat(other.layout(), format.matrix(), format.range())
                    .withDepth(other.depth())
                    .withSiting(static_cast<ChromaSiting>(rng_.uniform(0, 3)));
        }
    }
};

TEST_P(CUDASTRIPE_OddSizes, chromaIsTheMeanOfThePixelsThatThereAre)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    forAll([&](const YuvFormat& format, Size size) {
        const Mat pixels = randomImage(size, CV_MAKETYPE(colourDepth(format), 3 + call_ / 2 % 2), rng_);
        const ChannelOrder order = call_ % 3 ? ChannelOrder::BGR : ChannelOrder::RGB;
        PlacedImage src = placeImage(size, pixels.type());
        src.set(pixels);
        const PlacedPlanes planes = place(format, size);
        withArray(planes, [&](OutputArray dst) {
            cudastripe::cvtToYuv(src.input(), dst, format, order, StreamRef(), *striper_);
        });
        const Mat expected = yuvSamples(pixels, format, order == ChannelOrder::RGB);
        EXPECT_EQ(std::string(), differences(expected, planes.samples(), 1 << layoutText(format).unusedBits));
        EXPECT_TRUE(planes.guardsIntact());
        // The code next to the real number may be another one, but not on another processor.
        std::vector<Mat> onHost;
        cudastripe::cvtToYuv(pixels, onHost, format, order, StreamRef(), *host_);
        EXPECT_TRUE(sameBytes(samplesOf(onHost), planes.samples()));
    });
}

TEST_P(CUDASTRIPE_OddSizes, chromaIsThatOfAllPixelsThatThereAre)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkDecoding(
        ChromaUpsampling::Nearest, [](const YuvPicture& picture, const YuvFormat& format, const FromYuvParams& params) {
            return coloursOfPicture(picture, format, params.order == ChannelOrder::RGB, params.channels, params.depth);
        });
}

TEST_P(CUDASTRIPE_OddSizes, chromaBehindTheLastSampleIsThatSample)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    checkDecoding(ChromaUpsampling::Linear,
                  [](const YuvPicture& picture, const YuvFormat& format, const FromYuvParams& params) {
                      return linearColoursOfPicture(picture, format, params.order == ChannelOrder::RGB, params.channels,
                                                    params.depth);
                  });
}

TEST_P(CUDASTRIPE_OddSizes, shuffledChromaIsTheMeanOfThatOfThePixelsThatThereAre)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    forAll([&](const YuvFormat& format, Size size) {
        const YuvFormat other = drawLike(format), from = call_ % 2 ? format : other, to = call_ % 2 ? other : format;
        const Mat samples = randomSamples(from, size, rng_);
        PlacedPlanes src = place(from, size);
        src.set(samples);
        const PlacedPlanes dst = place(to, size);
        withArray(src, [&](InputArray in) {
            withArray(dst, [&](OutputArray out) { cudastripe::cvtYuv(in, from, out, to, StreamRef(), *striper_); });
        });
        const Mat expected = samplesOfPicture(shuffledPicture(pictureOf(samples, size, from), from, to), to);
        EXPECT_EQ(std::string(), differences(expected, dst.samples(), 0)) << from.name() << " to " << to.name();
        EXPECT_TRUE(src.guardsIntact() && dst.guardsIntact());
        EXPECT_TRUE(sameBytes(samples, src.samples())) << "the source was written";
    });
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_OddSizes, testing::ValuesIn(kAllBackends), backendName);

// So large that blocks of it are stored past the caches.
TEST(CUDASTRIPE_LargeOddSizes, areRight)
{
    RNG rng(317);
    const auto host = makeStriper({});
    const Size size(2047, 1241);
    for (const YuvFormat& format : {YuvFormat::hd(), YuvFormat::jpeg(), YuvFormat(YuvLayout::I422).withDepth(16)}) {
        const Mat pixels = randomImage(size, CV_MAKETYPE(colourDepth(format), 4), rng);
        std::vector<Mat> planes, shuffled;
        cudastripe::cvtToYuv(pixels, planes, format, StreamRef(), *host);
        const Mat samples = samplesOf(planes);
        EXPECT_EQ(std::string(), differences(yuvSamples(pixels, format, false), samples, 1)) << format.name();
        const YuvPicture picture = pictureOf(samples, size, format);
        Mat colours;
        cudastripe::cvtFromYuv(planes, colours, format, ChannelOrder::BGR, 4, StreamRef(), *host);
        EXPECT_EQ(std::string(), differences(coloursOfPicture(picture, format, false, 4), colours, 1)) << format.name();
        const YuvFormat to = YuvFormat(YuvLayout::NV12, format.matrix(), format.range()).withSiting(format.siting());
        cudastripe::cvtYuv(planes, format, shuffled, to, StreamRef(), *host);
        const Mat expected = samplesOfPicture(shuffledPicture(picture, format, to), to);
        EXPECT_EQ(std::string(), differences(expected, samplesOf(shuffled), 0)) << format.name();
    }
}

}}  // namespace opencv_test
