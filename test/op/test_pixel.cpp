// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

namespace opencv_test { namespace {

using cv::cudastripe::Pixel;

static_assert(sizeof(Pixel<uchar, 3>) == 3 && alignof(Pixel<uchar, 3>) == 1, "as in an image");
static_assert(sizeof(Pixel<double, 4>) == 32 && alignof(Pixel<double, 4>) == alignof(double), "as in an image");
// Not std::is_trivial, which asks for the first two: Clang 14 denies it although both hold.
static_assert(std::is_trivially_copyable<Pixel<ushort, 4>>::value, "travels as bytes");
static_assert(std::is_trivially_default_constructible<Pixel<ushort, 4>>::value, "may lie in shared memory");
static_assert(std::is_standard_layout<Pixel<ushort, 4>>::value, "travels as bytes");
static_assert(Pixel<int, 2>(3, 4)[1] == 4 && Pixel<int, 2>(3, 4) == Pixel<int, 2>(3, 4), "usable in constants");

TEST(CUDASTRIPE_Pixel, hasTheTypeOfItsImage)
{
    using cv::cudastripe::kPixelType;
    EXPECT_EQ(CV_8UC1, kPixelType<uchar>);
    EXPECT_EQ(CV_8UC4, (kPixelType<Pixel<uchar, 4>>));
    EXPECT_EQ(CV_8SC2, (kPixelType<Pixel<schar, 2>>));
    EXPECT_EQ(CV_16UC3, (kPixelType<Pixel<ushort, 3>>));
    EXPECT_EQ(CV_16SC1, (kPixelType<Pixel<short, 1>>));
    EXPECT_EQ(CV_32SC1, kPixelType<int>);
    EXPECT_EQ(CV_32FC3, (kPixelType<Pixel<float, 3>>));
    EXPECT_EQ(CV_64FC4, (kPixelType<Pixel<double, 4>>));
    EXPECT_GT(0, kPixelType<int64>);
    EXPECT_GT(0, kPixelType<Vec3b>);
}

TEST(CUDASTRIPE_Pixel, comparesEveryValue)
{
    const Pixel<float, 3> p(1, 2, 3);
    EXPECT_TRUE(p == (Pixel<float, 3>(1, 2, 3)));
    for (int i = 0; i < 3; ++i) {
        Pixel<float, 3> q = p;
        q[i] = 7;
        EXPECT_TRUE(p != q);
    }
}

template <class F, class = void>
constexpr bool kTransforms = false;
template <class F>
constexpr bool kTransforms<F, std::void_t<decltype(cv::cudastripe::transform(
                                  std::declval<const Mat&>(), std::declval<Mat&>(), std::declval<const F&>()))>> = true;

struct OneArgument
{
    uchar operator()(Pixel<uchar, 3> p) const { return p[0]; }
};

struct TwoArguments
{
    uchar operator()(uchar a, uchar b) const { return a < b ? a : b; }
};

// What is no function object of one pixel is refused by a sentence of the compiler: test/compile.
TEST(CUDASTRIPE_Pixel, whatIsNoChainIsTakenForAFunctionObject)
{
    EXPECT_TRUE(kTransforms<OneArgument>);
    EXPECT_TRUE(kTransforms<TwoArguments>);
    EXPECT_TRUE(kTransforms<cv::cudastripe::Chain>) << "by the form for chains";
}

}}  // namespace opencv_test
