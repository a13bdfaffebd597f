// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <algorithm>
#include <array>

#include "../../support/images/image_operation.hpp"
#include "../../support/images/placed_planes.hpp"

// cvtToYuv with an image for each plane, against the one image.

namespace opencv_test { namespace {

class CUDASTRIPE_YuvPlanes : public testing::TestWithParam<std::tuple<BackendKind, int>>
{
protected:
    static constexpr int kCalls = 14;

    // Another source, and a Striper that cuts it in another way.
    void nextCall()
    {
        const Size size = randomPicture(pictureUnit(format), rng);
        src = randomImage(size, CV_MAKETYPE(format.depth() == 8 ? CV_8U : CV_16U, rng.uniform(3, 5)), rng);
        // Where planes do not fit below each other, what the host makes of the whole.
        std::vector<Mat> whole(format.imageSize(size).empty() ? 0 : 1);
        const _OutputArray dst = whole.empty() ? _OutputArray(whole) : _OutputArray(whole[0]);
        cudastripe::cvtToYuv(src, dst, format, ChannelOrder::RGB, StreamRef(), *makeStriper({}));
        expected = samplesOf(whole);
        striper = backend.striper(cuttingOfCall(call++));
    }

    void convert(InputArray from, OutputArray dst) const
    {
        cudastripe::cvtToYuv(from, dst, format, ChannelOrder::RGB, StreamRef(), *striper);
    }

    template <size_t N>
    void convertToArray(const std::vector<Mat>& planes) const
    {
        std::array<Mat, N> dst;
        std::copy(planes.begin(), planes.end(), dst.begin());
        convert(src, dst);
        for (size_t p = 0; p < N; ++p)
            EXPECT_EQ(planes[p].data, dst[p].data);
    }

    PlacedImage place(int type, Placement placement)
    {
        return PlacedImage(backend, randomShape(placement, rng).inValues(type), src.size(), type);
    }

    Placement hostMemory()
    {
        return backend.device() && rng.uniform(0, 2) ? Placement::PageLocked : Placement::Pageable;
    }

    PlacedPlanes inHostMemory()
    {
        return PlacedPlanes(backend, format, src.size(), [&](int) { return randomShape(hostMemory(), rng); });
    }

    Backend backend{std::get<0>(GetParam()), 67};
    const YuvFormat format = formatsOfLayouts()[static_cast<size_t>(std::get<1>(GetParam()))];
    RNG rng{71 + static_cast<std::uint64_t>(std::get<1>(GetParam()))};
    int call = 0;
    Mat src, expected;
    std::unique_ptr<Striper> striper;
};

TEST_P(CUDASTRIPE_YuvPlanes, anEmptyVectorOrEmptyImagesAreAllocated)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        std::vector<Mat> dst(i % 2 ? size_t(format.planes()) : 0);
        convert(src, dst);
        ASSERT_EQ(size_t(format.planes()), dst.size());
        for (int p = 0; p < format.planes(); ++p) {
            EXPECT_EQ(format.planeSize(p, src.size()), dst[size_t(p)].size());
            EXPECT_EQ(format.planeType(p), dst[size_t(p)].type());
        }
        ASSERT_EQ(std::string(), differences(expected, samplesOf(dst), 0)) << src.size() << ", call " << i;
    }
}

TEST_P(CUDASTRIPE_YuvPlanes, planesInAnyHostMemoryAreFilledWhereTheyLie)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        PlacedImage from = place(src.type(), hostMemory());
        from.set(src);
        const PlacedPlanes planes = inHostMemory();
        std::vector<Mat> dst = planes.mats();
        convert(from.input(), dst);
        for (int p = 0; p < format.planes(); ++p)
            ASSERT_EQ(planes.plane(p).plane().base, dst[size_t(p)].data) << "plane " << p << " was replaced";
        ASSERT_EQ(std::string(), differences(expected, planes.samples(), 0)) << src.size() << ", call " << i;
        ASSERT_TRUE(planes.guardsIntact()) << src.size() << ", call " << i;
    }
}

TEST_P(CUDASTRIPE_YuvPlanes, anArrayOfMatIsFilled)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        const PlacedPlanes planes = inHostMemory();
        if (format.planes() == 1)
            convertToArray<1>(planes.mats());
        else if (format.planes() == 2)
            convertToArray<2>(planes.mats());
        else
            convertToArray<3>(planes.mats());
        ASSERT_EQ(std::string(), differences(expected, planes.samples(), 0)) << src.size() << ", call " << i;
        ASSERT_TRUE(planes.guardsIntact());
    }
}

TEST_P(CUDASTRIPE_YuvPlanes, planesOnADeviceAreFilled)
{
    CUDASTRIPE_SKIP_WITHOUT(backend);
    if (backend.devices().size() != 1)
        CUDASTRIPE_SKIP("planes of a call lie on one device");
    for (int i = 0; i < kCalls; ++i) {
        nextCall();
        PlacedImage from = place(src.type(), static_cast<Placement>(i % 3));
        from.set(src);
        const PlacedPlanes planes(backend, format, src.size(),
                                  [&](int) { return randomShape(Placement::OnDevice, rng); });
        std::vector<cuda::GpuMat> dst = planes.gpuMats();
        convert(from.input(), dst);
        ASSERT_EQ(size_t(format.planes()), dst.size());
        ASSERT_EQ(std::string(), differences(expected, planes.samples(), 0)) << src.size() << ", call " << i;
        ASSERT_TRUE(planes.guardsIntact()) << src.size() << ", call " << i;
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_YuvPlanes,
                       testing::Combine(testing::ValuesIn(kAllBackends),
                                        testing::Range(0, static_cast<int>(formatsOfLayouts().size()))));

}}  // namespace opencv_test
