// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <algorithm>
#include <array>

#include "../../reference/yuv_decode_reference.hpp"
#include "../../reference/yuv_layout_text.hpp"
#include "../../support/images/placed_planes.hpp"
#include "../../support/operations/from_yuv_operations.hpp"

// cvtFromYuv of an image for each plane, against real arithmetic; and what does not change a result.

namespace opencv_test { namespace {

class CUDASTRIPE_FromYuvPlanes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    static constexpr int kCalls = 14;

    // Other samples, and a Striper that cuts them in another way.
    void nextCall()
    {
        size = randomPicture(pictureUnit(format), rng);
        samples = randomSamples(format, size, rng);
        channels = rng.uniform(3, 5);
        expected = coloursOfPicture(pictureOf(samples, size, format), format, true, channels);
        striper = backend.striper(cuttingOfCall(call++));
    }

    void convert(InputArray from, OutputArray dst) const
    {
        cudastripe::cvtFromYuv(from, dst, format, ChannelOrder::RGB, channels, StreamRef(), *striper);
    }

    template <size_t N>
    Mat convertArray(const std::vector<Mat>& planes) const
    {
        std::array<Mat, N> src;
        std::copy(planes.begin(), planes.end(), src.begin());
        Mat dst;
        convert(src, dst);
        return dst;
    }

    Placement hostMemory()
    {
        return backend.device() && rng.uniform(0, 2) ? Placement::PageLocked : Placement::Pageable;
    }

    PlacedPlanes placed(bool onDevice = false)
    {
        PlacedPlanes planes(backend, format, size,
                            [&](int) { return randomShape(onDevice ? Placement::OnDevice : hostMemory(), rng); });
        planes.set(samples);
        return planes;
    }

    PlacedImage result(Placement placement)
    {
        return PlacedImage(backend, randomShape(placement, rng).inValues(expected.type()), size, expected.type());
    }

    std::string wrong(const Mat& actual) const { return differences(expected, actual, fromYuvTolerance(format)); }

    // Nothing but the result was written.
    void checkMemory(const PlacedPlanes& planes, const PlacedImage& dst) const
    {
        EXPECT_TRUE(dst.guardsIntact());
        EXPECT_TRUE(planes.guardsIntact());
        EXPECT_TRUE(sameBytes(samples, planes.samples())) << "the source was written";
    }

    Backend backend{std::get<0>(GetParam()), 101};
    const YuvFormat format = formatsOfLayouts()[static_cast<size_t>(std::get<1>(GetParam()))];
    RNG rng{103 + static_cast<std::uint64_t>(std::get<1>(GetParam()))};
    int call = 0, channels = 3;
    Size size;
    Mat samples, expected;
    std::unique_ptr<Striper> striper;
};

TEST_P(CUDASTRIPE_FromYuvPlanes, planesInAnyHostMemoryAreRead)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        const PlacedPlanes planes = placed();
        PlacedImage dst = result(hostMemory());
        convert(planes.mats(), dst.output());
        ASSERT_EQ(std::string(), wrong(dst.get())) << size << ", call " << i;
        checkMemory(planes, dst);
        ASSERT_FALSE(HasFailure()) << size << ", call " << i;
    }
}

TEST_P(CUDASTRIPE_FromYuvPlanes, anArrayOfMatIsReadAndTheResultAllocated)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        const PlacedPlanes planes = placed();
        const std::vector<Mat> mats = planes.mats();
        const Mat dst = mats.size() == 1   ? convertArray<1>(mats)
                        : mats.size() == 2 ? convertArray<2>(mats)
                                           : convertArray<3>(mats);
        ASSERT_EQ(std::string(), wrong(dst)) << size << ", call " << i;
    }
}

TEST_P(CUDASTRIPE_FromYuvPlanes, planesOnADeviceAreRead)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (backend.devices().size() != 1)
        CUDASTRIPE_SKIP("planes of a call lie on one device");
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        const PlacedPlanes planes = placed(true);
        PlacedImage dst = result(static_cast<Placement>(i % 3));
        convert(planes.gpuMats(), dst.output());
        ASSERT_EQ(std::string(), wrong(dst.get())) << size << ", call " << i;
        checkMemory(planes, dst);
        ASSERT_FALSE(HasFailure()) << size << ", call " << i;
    }
}

// The same samples in one image and in planes give the same bits.
TEST_P(CUDASTRIPE_FromYuvPlanes, theOneImageGivesTheSameBits)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        const Size one = format.imageSize(size);
        if (one.empty() && size.width % 2 + size.height % 2 > 0)
            continue;
        if (one.empty())
            CUDASTRIPE_SKIP("planes of this layout do not fit below each other");
        const PlacedPlanes planes = placed();
        Mat fromPlanes, fromImage;
        convert(planes.mats(), fromPlanes);
        convert(samples.reshape(CV_MAT_CN(format.imageType()), one.height), fromImage);
        ASSERT_TRUE(sameBytes(fromPlanes, fromImage)) << size << ", call " << i;
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_FromYuvPlanes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(formatsOfLayouts().size()))));

class CUDASTRIPE_FromYuvCalls : public testing::Test
{
protected:
    Mat decode(InputArray src, const YuvFormat& format) const
    {
        Mat dst;
        cudastripe::cvtFromYuv(src, dst, format, StreamRef(), *striper);
        return dst;
    }

    std::unique_ptr<Striper> striper = makeStriper({});
    RNG rng{107};
};

TEST_F(CUDASTRIPE_FromYuvCalls, theLowerBitsOfP010AndP012AreIgnored)
{
    int formats = 0;
    for (const YuvFormat& format : YuvFormat::all()) {
        const int unused = (1 << layoutText(format).unusedBits) - 1;
        if (unused == 0)
            continue;
        ++formats;
        const Mat dirty = randomYuvImage(format.imageSize(Size(82, 34)), CV_16UC1, rng, format);
        Mat clean = dirty.clone();
        clean.forEach<ushort>([=](ushort& sample, const int*) { sample = static_cast<ushort>(sample & ~unused); });
        ASSERT_TRUE(sameBytes(decode(clean, format), decode(dirty, format))) << format.name();
    }
    EXPECT_EQ(2 * 18, formats);
}

TEST_F(CUDASTRIPE_FromYuvCalls, sitingMakesNoDifference)
{
    for (YuvLayout layout : {YuvLayout::I420, YuvLayout::NV12, YuvLayout::UYVY, YuvLayout::P010}) {
        const YuvFormat format(layout, YuvMatrix::BT2020);
        const Mat src = randomYuvImage(format.imageSize(Size(82, 34)), format.imageType(), rng, format);
        const Mat left = decode(src, format.withSiting(ChromaSiting::Left));
        EXPECT_TRUE(sameBytes(left, decode(src, format.withSiting(ChromaSiting::Center)))) << format.name();
        EXPECT_TRUE(sameBytes(left, decode(src, format.withSiting(ChromaSiting::TopLeft)))) << format.name();
    }
}

TEST_F(CUDASTRIPE_FromYuvCalls, theTutorialIsReadAsBT601)
{
    const Mat src = randomImage(Size(82, 34), CV_8UC3, rng);
    const YuvFormat bt601(YuvLayout::Packed444, YuvMatrix::BT601);
    EXPECT_TRUE(sameBytes(decode(src, bt601), decode(src, YuvFormat::tutorial())));
}

TEST_F(CUDASTRIPE_FromYuvCalls, packedSamplesMayBeReplacedByTheirColours)
{
    for (int depth : {8, 16}) {
        const YuvFormat format = YuvFormat(YuvLayout::Packed444).withDepth(depth);
        Mat image = randomImage(Size(82, 34), format.imageType(), rng);
        const Mat expected = decode(image.clone(), format);
        const uchar* const memory = image.data;
        cudastripe::cvtFromYuv(image, image, format, StreamRef(), *striper);
        EXPECT_EQ(memory, image.data);
        EXPECT_TRUE(sameBytes(expected, image));
    }
}

TEST_F(CUDASTRIPE_FromYuvCalls, aUMatIsRead)
{
    const Mat src = randomImage(YuvFormat::hd().imageSize(Size(82, 34)), CV_8UC1, rng);
    const UMat umat = src.getUMat(ACCESS_READ);
    EXPECT_TRUE(sameBytes(decode(src, YuvFormat::hd()), decode(umat, YuvFormat::hd())));
}

TEST_F(CUDASTRIPE_FromYuvCalls, theSizeOfTheImageGivesThatOfThePicture)
{
    for (const YuvFormat& format : YuvFormat::all()) {
        const Size block = format.blockSize(), image = format.imageSize(block);
        if (image.empty())
            continue;
        for (int y = 1; y <= 5; ++y) {
            for (int x = 1; x <= 5; ++x) {
                const Size picture(x * block.width, y * block.height);
                ASSERT_EQ(picture, format.sourceSize(format.imageSize(picture))) << format.name();
            }
        }
        EXPECT_TRUE(format.sourceSize(Size()).empty()) << format.name();
        for (int down = 1; down < image.height; ++down)
            EXPECT_TRUE(format.sourceSize(Size(image.width, image.height + down)).empty()) << format.name();
        for (int beside = 1; beside < block.width; ++beside) {
            EXPECT_TRUE(format.sourceSize(Size(image.width + beside, image.height)).empty()) << format.name();
            EXPECT_TRUE(format.imageSize(Size(block.width + beside, block.height)).empty()) << format.name();
        }
        for (int below = 1; below < block.height; ++below)
            EXPECT_TRUE(format.imageSize(Size(block.width, block.height + below)).empty()) << format.name();
    }
    EXPECT_EQ(Size(65536, 65536), YuvFormat(YuvLayout::I420).sourceSize(Size(65536, 98304)));
}

}}  // namespace opencv_test
