// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <array>

#include "../../reference/yuv_shuffle_reference.hpp"
#include "../../support/images/placed_planes.hpp"
#include "../../support/operations/cvt_yuv_operations.hpp"
#include "../../support/operations/from_yuv_operations.hpp"

// cvtYuv from and to an image for each plane, with steps of their own, against fractions.

namespace opencv_test { namespace {

class CUDASTRIPE_CvtYuvPlanes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    static constexpr int kCalls = 12;

    // Other samples, another result, and a Striper that cuts them in another way.
    void nextCall()
    {
        const std::vector<YuvFormat> all = yuvLayoutsAndDepths(YuvMatrix::BT2020, from.range());
        to = all[static_cast<size_t>(rng.uniform(0, int(all.size())))];
        to = to.withSiting(static_cast<ChromaSiting>(rng.uniform(0, 3)));
        size = randomPicture(Size(std::max(pictureUnit(from).width, pictureUnit(to).width), 1), rng);
        samples = randomSamples(from, size, rng);
        expected = samplesOfPicture(shuffledPicture(pictureOf(samples, size, from), from, to), to);
        striper = backend.striper(cuttingOfCall(call++));
    }

    void convert(InputArray src, OutputArray dst) const
    {
        cudastripe::cvtYuv(src, from, dst, to, StreamRef(), *striper);
    }

    ImageShape nextShape(bool onDevice)
    {
        const bool locked = backend.device() && rng.uniform(0, 2) > 0;
        return randomShape(onDevice ? Placement::OnDevice : locked ? Placement::PageLocked : Placement::Pageable, rng);
    }

    PlacedPlanes placed(const YuvFormat& format, bool onDevice = false)
    {
        return PlacedPlanes(backend, format, size, [&](int) { return nextShape(onDevice); });
    }

    std::string call_() const
    {
        return cv::format("%d x %d, call %d to %s", size.width, size.height, call, to.name().c_str());
    }

    // Nothing but the result was written.
    void check(const PlacedPlanes& src, const PlacedPlanes& dst) const
    {
        EXPECT_EQ(std::string(), differences(expected, dst.samples(), 0));
        EXPECT_TRUE(dst.guardsIntact());
        EXPECT_TRUE(src.guardsIntact());
        EXPECT_TRUE(sameBytes(samples, src.samples())) << "the source was written";
    }

    const int number = std::get<1>(GetParam());
    Backend backend{std::get<0>(GetParam()), 131};
    const YuvFormat from = yuvLayoutsAndDepths(
        YuvMatrix::BT2020, number % 2 ? YuvRange::Full : YuvRange::Limited)[static_cast<size_t>(number)];
    YuvFormat to;
    RNG rng{137 + static_cast<std::uint64_t>(number)};
    int call = 0;
    Size size;
    Mat samples, expected;
    std::unique_ptr<Striper> striper;
};

TEST_P(CUDASTRIPE_CvtYuvPlanes, planesInAnyHostMemoryBecomePlanes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        PlacedPlanes src = placed(from);
        const PlacedPlanes dst = placed(to);
        src.set(samples);
        std::vector<Mat> results = dst.mats();
        convert(src.mats(), results);
        check(src, dst);
        ASSERT_FALSE(HasFailure()) << call_();
    }
}

TEST_P(CUDASTRIPE_CvtYuvPlanes, planesOnADeviceBecomePlanes)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (backend.devices().size() != 1)
        CUDASTRIPE_SKIP("planes of a call lie on one device");
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        PlacedPlanes src = placed(from, true);
        const PlacedPlanes dst = placed(to, true);
        src.set(samples);
        std::vector<cuda::GpuMat> results = dst.gpuMats();
        convert(src.gpuMats(), results);
        check(src, dst);
        ASSERT_FALSE(HasFailure()) << call_();
    }
}

TEST_P(CUDASTRIPE_CvtYuvPlanes, theResultIsAllocatedAsPlanesOrAsOneImage)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        PlacedPlanes src = placed(from);
        src.set(samples);
        std::vector<Mat> planes;
        convert(src.mats(), planes);
        EXPECT_EQ(std::string(), differences(expected, samplesOf(planes), 0));
        if (to.imageSize(size).empty())
            continue;
        Mat image;
        convert(src.mats(), image);
        EXPECT_EQ(std::string(), differences(expected, samplesOf({image}), 0));
        ASSERT_FALSE(HasFailure()) << call_();
    }
}

CUDASTRIPE_INSTANTIATE(
    /**/, CUDASTRIPE_CvtYuvPlanes,
    testing::Combine(testing::ValuesIn(kAllBackends),
                     testing::Range(0, int(yuvLayoutsAndDepths(YuvMatrix::BT2020, YuvRange::Full).size()))));

}}  // namespace opencv_test
