// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "test_precomp.hpp"

#include "reference/packed_yuv_reference.hpp"
#include "support/packed_yuv_operations.hpp"

namespace opencv_test { namespace {

using PackedYuvParam = std::tuple<BackendKind, int>;  // the operation by its index

class CUDASTRIPE_PackedYuv : public testing::TestWithParam<PackedYuvParam>
{
protected:
    ImageOperation operation() const { return packedYuvOperations()[static_cast<size_t>(std::get<1>(GetParam()))]; }
    BackendKind kind() const { return std::get<0>(GetParam()); }
};

Mat allColours(int channels)
{
    Mat image(4096, 4096, CV_8UC(channels), Scalar::all(77));
    for (int i = 0; i < 1 << 24; ++i) {
        uchar* p = image.ptr(i >> 12) + (i & 4095) * channels;
        p[0] = uchar(i);
        p[1] = uchar(i >> 8);
        p[2] = uchar(i >> 16);
    }
    return image;
}

TEST_P(CUDASTRIPE_PackedYuv, equalsTheReferenceInAnyShapeAndCut)
{
    const Backend backend(kind(), 11);
    if (!backend.available())
        CUDASTRIPE_SKIP(backend.skipReason());
    checkShapes(operation(), backend, 3 + static_cast<std::uint64_t>(std::get<1>(GetParam())));
}

TEST_P(CUDASTRIPE_PackedYuv, everyCuttingGivesTheSameBits)
{
    const Backend backend(kind(), 5);
    if (!backend.available())
        CUDASTRIPE_SKIP(backend.skipReason());
    checkCuttings(operation(), backend);
}

TEST_P(CUDASTRIPE_PackedYuv, equalsTheReferenceForAllColours)
{
    const Backend backend(kind());
    if (!backend.available())
        CUDASTRIPE_SKIP(backend.skipReason());
    const auto striper = backend.striper();
    ImageShape shape;
    shape.placement = backend.devices().size() == 1 ? Placement::PageLocked : Placement::Ordinary;
    checkOnce(operation(), backend, *striper, allColours(4), shape, shape);
}

TEST_P(CUDASTRIPE_PackedYuv, equalsTheReferenceForSixteenBits)
{
    const Backend backend(kind());
    if (!backend.available())
        CUDASTRIPE_SKIP(backend.skipReason());
    const ImageOperation op = operation();
    if (std::find(op.srcTypes.begin(), op.srcTypes.end(), CV_16UC4) == op.srcTypes.end())
        return;
    RNG rng(13);
    const auto striper = backend.striper();
    for (int channels : {3, 4})
        checkOnce(op, backend, *striper, randomImage(Size(1000, 1000), CV_16UC(channels), rng), ImageShape(),
                  ImageShape());
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_PackedYuv,
                       testing::Combine(testing::Values(BackendKind::Host, BackendKind::Simulated,
                                                        BackendKind::TwoSimulated, BackendKind::Cuda),
                                        testing::Range(0, static_cast<int>(packedYuvOperations().size()))));

// If this fails, the platform has replaced cv::cvtColor by something that OpenCV's own formula does not describe.
TEST(CUDASTRIPE_PackedYuvReference, equalsCvtColor)
{
    RNG rng(17);
    for (int code : {COLOR_BGR2YUV, COLOR_RGB2YUV, COLOR_BGR2YCrCb, COLOR_RGB2YCrCb}) {
        for (int type : {CV_8UC3, CV_8UC4, CV_16UC3, CV_16UC4}) {
            const Mat src = randomImage(Size(333, 222), type, rng);
            Mat dst;
            cv::cvtColor(src, dst, code);
            EXPECT_EQ(std::string(), differences(opencvReference(src, code), dst, 0));
        }
    }
}

TEST(CUDASTRIPE_PackedYuvFloat, hostAndDeviceRoundFloatsAlike)
{
    const Backend backend(BackendKind::Cuda);
    if (!backend.available())
        CUDASTRIPE_SKIP(backend.skipReason());
    RNG rng(19);
    const auto host = makeStriper({});
    const auto device = backend.striper();
    const Mat src = randomImage(Size(1024, 1024), CV_32FC4, rng);
    for (int code : {COLOR_BGR2YUV, COLOR_RGB2YUV, COLOR_BGR2YCrCb, COLOR_RGB2YCrCb}) {
        Mat expected, actual;
        cudastripe::cvtColor(src, expected, code, StreamRef(), *host);
        cudastripe::cvtColor(src, actual, code, StreamRef(), *device);
        EXPECT_EQ(0, std::memcmp(expected.data, actual.data, expected.total() * expected.elemSize()));
    }
}

}}  // namespace opencv_test
