// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <cfenv>

#include "../../reference/resize/pillow_reference.hpp"
#include "../../support/images/special_floats.hpp"
#include "../../support/resize/resize_operations.hpp"

// Shapes at the limits of vectors, tiles and boxes.

namespace opencv_test { namespace {

using cudastripe::Resampling;
using Filter = Resampling::Filter;
using Alpha = Resampling::Alpha;

class CUDASTRIPE_ResizeCorners : public testing::TestWithParam<BackendKind>
{
protected:
    void SetUp() override { CUDASTRIPE_SKIP_WITHOUT(backend_); }

    //! By the device, if there is one.
    Mat resized(const Mat& src, Size size, const Resampling& resampling) const
    {
        StriperParams params;
        params.route = backend_.device() ? Route::Striped : Route::Host;
        params.stripes = 1;
        Mat dst;
        cudastripe::resize(src, dst, size, resampling, StreamRef(), *backend_.striper(params));
        return dst;
    }

    void expectAsPillow(Size from, int type, Size to, const Resampling& resampling) const
    {
        RNG rng(from.area() + to.area());
        const Mat src = randomImage(from, type, rng);
        EXPECT_EQ(std::string(), differences(pillowResized(src, to, resampling), resized(src, to, resampling), 0))
            << from << " to " << to << " by " << resampling.name();
    }

    const Backend backend_{GetParam()};
};

// A tile needs nearly all shared memory that a block may use.
TEST_P(CUDASTRIPE_ResizeCorners, tilesThatJustFit)
{
    const auto bicubic = Resampling::pillow(Filter::Bicubic);
    expectAsPillow({3840, 1080}, CV_8UC3, {100, 100}, bicubic);
    expectAsPillow({3840, 720}, CV_8UC3, {100, 100}, bicubic);
    expectAsPillow({1920, 1080}, CV_8UC4, {64, 64}, bicubic);
    expectAsPillow({4096, 2160}, CV_8UC4, {128, 128}, Resampling::pillow(Filter::Bilinear));
    for (int side = 40; side < 100; side += 7)
        expectAsPillow({1280, 720}, CV_8UC3, {side, side}, Resampling::pillow(Filter::Lanczos));
}

TEST_P(CUDASTRIPE_ResizeCorners, strongScales)
{
    for (const Resampling& resampling : {Resampling::pillow(Filter::Bicubic), Resampling::pillow(Filter::Box)}) {
        expectAsPillow({3000, 40}, CV_8UC3, {3, 7}, resampling);
        expectAsPillow({40, 3000}, CV_8UC3, {7, 3}, resampling);
        expectAsPillow({3, 2}, CV_8UC4, {700, 300}, resampling);
    }
}

// Sums end before the end of the row that vectors look bytes up in.
TEST_P(CUDASTRIPE_ResizeCorners, boxesThatEndBeforeTheRow)
{
    const auto straight = Resampling::pillow(Filter::Bilinear);
    const auto premultiplied = Resampling::pillow(Filter::Bilinear, Alpha::Premultiplied);
    expectAsPillow({1000, 10}, CV_8UC4, {10, 5}, premultiplied.inBox({0, 0, 20, 10}));
    expectAsPillow({200, 1000}, CV_8UC3, {20, 5}, straight.inBox({0, 0, 20, 1000}));
    expectAsPillow({200, 1000}, CV_8UC4, {20, 5}, premultiplied.inBox({0, 0, 20, 1000}));
}

TEST_P(CUDASTRIPE_ResizeCorners, boxesWithoutAWidthGiveZero)
{
    for (const Rect2d box : {Rect2d(100, 0, 1e-9, 100), Rect2d(0, 100, 100, 1e-9)}) {
        for (int type : {CV_8UC3, CV_32FC1}) {
            const Mat src(100, 100, type, Scalar::all(77));
            const Mat dst = resized(src, {10, 10}, Resampling::pillow(Filter::Box).inBox(box));
            EXPECT_EQ(0, cv::norm(dst, NORM_INF)) << box << ", " << typeToString(type);
        }
    }
}

TEST_P(CUDASTRIPE_ResizeCorners, haveOneNaN)
{
    RNG rng(23);
    Mat src = randomImage({130, 120}, CV_32FC1, rng);
    scatterSpecialFloats(src, 20, rng);
    for (const Resampling& resampling :
         {Resampling::opencv(INTER_LINEAR), Resampling::opencv(INTER_AREA), Resampling::pillow(Filter::Bicubic)}) {
        for (const Size size : {Size(65, 60), Size(33, 41), Size(200, 190)}) {
            const auto host = makeStriper({});
            Mat expected;
            cudastripe::resize(src, expected, size, resampling, StreamRef(), *host);
            const Mat actual = resized(src, size, resampling);
            EXPECT_EQ(0, std::memcmp(expected.data, actual.data, expected.total() * 4)) << resampling.name() << size;
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizeCorners,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda));

// Calls of one shape share tables.
TEST(CUDASTRIPE_ResizeTables, doNotDependOnTheCallersRounding)
{
    RNG rng(29);
    const Mat src = randomImage({64, 64}, CV_8UC3, rng);  // whose scale is one number in any mode
    Mat dst, expected;
    std::fesetround(FE_UPWARD);
    cudastripe::resize(src, dst, {48, 48}, Resampling::opencv(INTER_LINEAR));
    std::fesetround(FE_TONEAREST);
    cudastripe::resize(src, dst, {48, 48}, Resampling::opencv(INTER_LINEAR));
    cv::resize(src, expected, {48, 48});
    EXPECT_TRUE(sameBytes(expected, dst));
}

TEST(CUDASTRIPE_ResizeTables, andSizesDoNotDependOnTheCallersRounding)
{
    RNG rng(67);
    for (int i = 0; i < 600; ++i) {
        const Size from(rng.uniform(1, 90), rng.uniform(1, 90)), to(rng.uniform(1, 90), rng.uniform(1, 90));
        const Mat src = randomImage(from, CV_8UC1, rng);
        const Rect2d box(from.width * 0.3, from.height * 0.1, from.width * 0.6, from.height * 0.7);
        const Resampling all[] = {Resampling::opencv(INTER_NEAREST), Resampling::opencv(INTER_AREA),
                                  Resampling::pillow(Filter::Bicubic).inBox(box)};
        for (const Resampling& resampling : all) {
            Mat dst, expected, chained;
            std::fesetround(i % 2 ? FE_DOWNWARD : FE_UPWARD);
            cudastripe::resize(src, dst, to, resampling);
            cudastripe::transform(src, chained, Chain().resize(to, resampling).bitwiseNot());
            std::fesetround(FE_TONEAREST);
            cudastripe::resize(src, expected, to, resampling);
            ASSERT_TRUE(sameBytes(expected, dst)) << from << to << resampling.name();
            ASSERT_TRUE(sameBytes(~expected, chained)) << from << to << resampling.name();
        }
    }
}

}}  // namespace opencv_test
