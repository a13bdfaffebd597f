// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/code_reference.hpp"
#include "../../support/codes/packed_yuv_operations.hpp"
#include "../../support/images/special_floats.hpp"

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
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkShapes(operation(), backend, 3 + static_cast<std::uint64_t>(std::get<1>(GetParam())));
}

TEST_P(CUDASTRIPE_PackedYuv, everyCuttingGivesTheSameBits)
{
    const Backend backend(kind(), 5);
    CUDASTRIPE_SKIP_WITHOUT(backend);
    checkCuttings(operation(), backend);
}

TEST_P(CUDASTRIPE_PackedYuv, equalsTheReferenceForAllColours)
{
    const Backend backend(kind());
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const auto striper = backend.striper();
    ImageShape shape;
    shape.placement = backend.devices().size() == 1 ? Placement::PageLocked : Placement::Pageable;
    const ImageOperation op = operation();
    checkOnce(op, backend, *striper, allColours(CV_MAT_CN(op.srcTypes.back())), shape, shape);
}

TEST_P(CUDASTRIPE_PackedYuv, equalsTheReferenceForSixteenBits)
{
    const Backend backend(kind());
    CUDASTRIPE_SKIP_WITHOUT(backend);
    const ImageOperation op = operation();
    RNG rng(13);
    const auto striper = backend.striper();
    for (int type : op.srcTypes) {
        if (CV_MAT_DEPTH(type) == CV_16U)
            checkOnce(op, backend, *striper, randomImage(Size(1000, 1000), type, rng), ImageShape(), ImageShape());
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_PackedYuv,
                       testing::Combine(testing::ValuesIn(kAllBackends),
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
    for (int code : {COLOR_YUV2BGR, COLOR_YUV2RGB, COLOR_YCrCb2BGR, COLOR_YCrCb2RGB}) {
        for (int type : {CV_8UC3, CV_16UC3}) {
            const Mat src = randomImage(Size(333, 222), type, rng);
            for (int channels : {3, 4}) {
                Mat dst;
                cv::cvtColor(src, dst, code, channels);
                EXPECT_EQ(std::string(), differences(opencvColours(src, code, channels), dst, 0));
            }
        }
    }
}

class CUDASTRIPE_PackedYuvFloat : public testing::TestWithParam<BackendKind>
{
protected:
    void check(const Mat& src)
    {
        const auto host = makeStriper({});
        StriperParams params;
        params.route = Route::Striped;
        const auto device = backend_.striper(params);
        for (const ImageOperation& op : packedYuvOperations()) {
            if (std::find(op.srcTypes.begin(), op.srcTypes.end(), src.type()) == op.srcTypes.end())
                continue;
            Mat expected, actual;
            op.run(Sources(src), expected, StreamRef(), *host);
            op.run(Sources(src), actual, StreamRef(), *device);
            EXPECT_EQ(0, std::memcmp(expected.data, actual.data, expected.total() * expected.elemSize())) << op.name;
        }
    }

    Backend backend_{GetParam()};
};

TEST_P(CUDASTRIPE_PackedYuvFloat, hostAndDeviceRoundIdentically)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(19);
    for (int channels : {3, 4})
        check(randomImage(Size(1024, 1024), CV_32FC(channels), rng));
}

// A width that leaves some pixels to loops for rests.
TEST_P(CUDASTRIPE_PackedYuvFloat, hostAndDeviceGiveTheSameNaN)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    RNG rng(23);
    for (int channels : {3, 4}) {
        for (int oneOf : {2, 50}) {
            Mat src = randomImage(Size(203, 101), CV_32FC(channels), rng);
            scatterSpecialFloats(src, oneOf, rng);
            check(src);
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_PackedYuvFloat, testing::Values(BackendKind::Simulated, BackendKind::Cuda));

TEST(CUDASTRIPE_PackedYuvFloatBits, haveOneNaNForAll)
{
    RNG rng(29);
    Mat src = randomImage(Size(203, 101), CV_32FC3, rng), dst;
    scatterSpecialFloats(src, 3, rng);
    for (int code : {COLOR_BGR2YUV, COLOR_YUV2BGR}) {
        cudastripe::cvtColor(src, dst, code, StreamRef(), *makeStriper({}));
        int count = 0;
        for (size_t i = 0; i < dst.total() * 3; ++i) {
            unsigned bits;
            std::memcpy(&bits, dst.data + 4 * i, 4);
            if ((bits & 0x7fffffff) > 0x7f800000) {
                ASSERT_EQ(0x7fc00000u, bits) << code;
                ++count;
            }
        }
        EXPECT_GT(count, 1000) << code;
    }
}

}}  // namespace opencv_test
