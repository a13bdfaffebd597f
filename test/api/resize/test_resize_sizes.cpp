// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/resize/resize_formulas.hpp"
#include "../../support/resize/resize_operations.hpp"

// Sides from 1 to 3000, drawn at random, and sides for which cv::resize itself has no numbers.

namespace opencv_test { namespace {

constexpr int kMostSide = 3000;
constexpr int kMostPixels = 200000;  // of an image; the references are slow

int randomSide(RNG& rng)
{
    return static_cast<int>(std::exp(rng.uniform(0., std::log(kMostSide + 1.))));
}

//! A side for another one: as long, half or twice, a whole part or multiple, or any.
int randomSideFor(int other, RNG& rng)
{
    const int factor = rng.uniform(2, 6);
    switch (rng.uniform(0, 8)) {
    case 0:
        return other;
    case 1:
        return std::max(1, other / 2);
    case 2:
        return std::min(kMostSide, other * 2);
    case 3:
        return std::max(1, other / factor);
    case 4:
        return std::min(kMostSide, other * factor);
    default:
        return randomSide(rng);
    }
}

//! Two sizes; half of all sources are multiples of 12.
std::pair<Size, Size> randomSizes(RNG& rng)
{
    for (;;) {
        Size from(randomSide(rng), randomSide(rng));
        if (rng.uniform(0, 2))
            from = Size((from.width + 11) / 12 * 12, (from.height + 11) / 12 * 12);
        const Size to(randomSideFor(from.width, rng), randomSideFor(from.height, rng));
        if (from.area() <= kMostPixels && to.area() <= kMostPixels)
            return {from, to};
    }
}

class CUDASTRIPE_ResizeSizes : public testing::TestWithParam<BackendKind>
{
protected:
    //! Checks a call with a cut that is drawn, too.
    void check(const ResizeMode& mode, const Mat& src, Size size, RNG& rng) const
    {
        StriperParams params;
        params.stripes = rng.uniform(0, 2) * rng.uniform(1, 40);
        params.route = rng.uniform(0, 2) ? Route::Auto : Route::Striped;
        ImageShape shape;
        if (backend_.device())
            shape.placement = static_cast<Placement>(rng.uniform(0, 3));
        const ImageOperation operation = resizeOperation(mode, [size](Size) { return size; });
        SCOPED_TRACE(format("to %d x %d in %d stripes", size.width, size.height, params.stripes));
        checkOnce(operation, backend_, *backend_.striper(params), src, shape, shape);
    }

    const Backend backend_{GetParam()};
};

TEST_P(CUDASTRIPE_ResizeSizes, drawnAtRandom)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    constexpr int kCases = 120;  // of each mode
    RNG rng(GetParam() == BackendKind::Host ? 1 : 2);
    for (int i = 0; i < kCases; ++i) {
        for (const ResizeMode& mode : allResizeModes()) {
            const int type = mode.types[static_cast<size_t>(rng.uniform(0, static_cast<int>(mode.types.size())))];
            const auto [from, to] = randomSizes(rng);
            check(mode, randomImage(from, type, rng), to, rng);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_P(CUDASTRIPE_ResizeSizes, beyondSixteenBitsEqualTheFormula)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const std::pair<Size, Size> sizes[] = {
        {Size(40000, 3), Size(33000, 2)}, {Size(3, 70000), Size(5, 35001)}, {Size(100000, 1), Size(7, 1)},
        {Size(5, 4), Size(40000, 3)},     {Size(2, 9), Size(3, 66000)},     {Size(65536, 2), Size(65537, 3)},
    };
    RNG rng(5);
    for (const auto& [from, to] : sizes) {
        for (const int type : {CV_8UC1, CV_8UC3}) {
            const Mat src = randomImage(from, type, rng);
            const auto striper = backend_.striper();
            Mat nearest, linear;
            cudastripe::resize(src, nearest, to, 0, 0, INTER_NEAREST, StreamRef(), *striper);
            cudastripe::resize(src, linear, to, 0, 0, INTER_LINEAR, StreamRef(), *striper);
            EXPECT_EQ(std::string(), differences(nearestByFormula(src, to), nearest, 0)) << from << to;
            EXPECT_EQ(std::string(), differences(linearByFormula(src, to), linear, 0)) << from << to;
        }
    }
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ResizeSizes,
                       testing::Values(BackendKind::Host, BackendKind::Simulated, BackendKind::Cuda), backendName);

// If this fails, the formulas do not describe the platform's cv::resize.
TEST(CUDASTRIPE_ResizeFormulas, equalCvResize)
{
    RNG rng(7);
    for (int i = 0; i < 100; ++i) {
        const auto [from, to] = randomSizes(rng);
        const Mat src = randomImage(from, CV_8UC(rng.uniform(1, 5)), rng);
        Mat nearest, linear;
        cv::resize(src, nearest, to, 0, 0, INTER_NEAREST);
        cv::resize(src, linear, to, 0, 0, INTER_LINEAR);
        EXPECT_EQ(std::string(), differences(nearest, nearestByFormula(src, to), 0)) << from << to;
        if (to * 2 != from) {
            EXPECT_EQ(std::string(), differences(linear, linearByFormula(src, to), 0)) << from << to;
        }
    }
}

}}  // namespace opencv_test
