// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../support/resize/resized_chains.hpp"

// What is seen of a resized picture: a part of it, and a border.

namespace opencv_test { namespace {

using cudastripe::Resampling;

//! What is seen of a resized picture must be that part of all of it.
void checkSeen(const Chain& first, const Mat& src, const Size& part, const Point& at)
{
    Mat whole;
    const auto host = Backend(BackendKind::Host).striper();
    cudastripe::transform(src, whole, Chain(first).add(0), noArray(), StreamRef(), *host);
    Mat expected(part, whole.type(), Scalar(9, 8, 7, 6));
    const Rect seen = Rect(at, whole.size()) & Rect(Point(), part);
    whole(seen - at).copyTo(expected(seen));
    for (const BackendKind kind : {BackendKind::Host, BackendKind::Simulated}) {
        const Backend backend(kind, 97);
        const auto striper = backend.striper();
        const Chain placed = Chain(first).place(part, at, Scalar(9, 8, 7, 6));
        for (const Chain& chain : {placed, Chain(placed).add(0)}) {
            Mat dst(part + Size(1, 0), whole.type(), Scalar::all(77));  // with a guard behind each row
            Mat to = dst.colRange(0, part.width);
            cudastripe::transform(src, to, chain, noArray(), StreamRef(), *striper);
            EXPECT_EQ(std::string(), differences(expected, to.clone(), 0)) << chain.toString();
            EXPECT_EQ(0, cv::norm(dst.col(part.width), Mat(part.height, 1, whole.type(), Scalar::all(77)), NORM_INF));
        }
    }
}

TEST(CUDASTRIPE_ResizedChain, seesAPartAsItIsInTheWhole)
{
    RNG rng(73);
    for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4}) {
        const Mat src = randomImage(Size(60, 60), type, rng), wide = randomImage(Size(400, 60), type, rng);
        Mat coarse;  // many sums lie in the middle of two codes, where integers and floats round differently
        cv::bitwise_and(wide, Scalar::all(0xe0), coarse);
        for (const int mode :
             {INTER_NEAREST, INTER_LINEAR, INTER_LINEAR_EXACT, INTER_AREA, INTER_CUBIC, INTER_LANCZOS4}) {
            const Resampling by = Resampling::opencv(mode);
            checkSeen(Chain().resize(Size(30, 30), by), src, Size(10, 10), Point(-10, -10));
            checkSeen(Chain().resize(Size(200, 30), by), wide, Size(150, 20), Point(-40, -7));
            checkSeen(Chain().resize(Size(7, 7), by), src, Size(4, 4), Point(-3, -3));
            checkSeen(Chain().resize(Size(100, 50), by), src, Size(50, 50), Point(-97, 0));
            checkSeen(Chain().resize(Size(20, 20), by), src, Size(26, 13), Point(4, -9));
            checkSeen(Chain().rescale(1.004, 1.004, by), src, Size(50, 50), Point(-3, 2));
            // The end of a row, which vectors and whole boxes leave.
            for (const int cols : {195, 197, 198, 199}) {
                const Mat twice = coarse.colRange(0, 2 * cols);
                checkSeen(Chain().resize(Size(cols, 30), by), twice, Size(90, 25), Point(90 - cols, -3));
                checkSeen(Chain().resize(Size(cols, 30), by), twice, Size(9, 25), Point(1 - cols, -3));
            }
            for (const double scale : {0.5, 0.25}) {
                const Mat odd = wide.colRange(0, 63);
                const int cols = saturate_cast<int>(scale * odd.cols);
                checkSeen(Chain().rescale(scale, scale, by), odd, Size(cols, 12), Point(-3, -2));
                checkSeen(Chain().rescale(scale, scale, by), odd, Size(9, 12), Point(1 - cols, -2));
            }
        }
        checkSeen(Chain().resize(Size(20, 50), kBicubic), src, Size(9, 13), Point(-10, -30));
        checkSeen(Chain().resize(Size(20, 50), kBicubic), wide, Size(9, 13), Point(-10, -30));
    }
    const YuvFormat nv12 = YuvFormat::hd();
    const Mat frame = randomImage(nv12.imageSize(Size(100, 100)), CV_8UC1, rng);
    for (const int mode : {INTER_NEAREST, INTER_LINEAR}) {
        const Chain enlarged = Chain::fromYuv(nv12).resize(Size(200, 200), Resampling::opencv(mode));
        checkSeen(enlarged, frame, Size(100, 100), Point(-50, -50));
        const Chain scaled =
            Chain::fromYuv(nv12).crop(Rect(1, 1, 90, 90)).rescale(1.003, 1.003, Resampling::opencv(mode));
        checkSeen(scaled, frame, Size(100, 80), Point(3, -5));
    }
}

// The size alone does not say where pixels lie.
TEST(CUDASTRIPE_ResizedChain, takesScalesAsOpenCvDoes)
{
    RNG rng(71);
    const auto host = Backend(BackendKind::Host).striper();
    for (const Point2d scales : {Point2d(0.37, 0.61), Point2d(1.3, 0.5), Point2d(0.5, 0.5), Point2d(0.25, 0.25)}) {
        for (const int interpolation : {INTER_NEAREST, INTER_LINEAR, INTER_AREA, INTER_CUBIC}) {
            const Mat src = randomImage(Size(53, 47), CV_8UC3, rng);
            Mat expected, dst;
            cv::resize(src, expected, Size(), scales.x, scales.y, interpolation);
            const Chain chain = Chain().rescale(scales.x, scales.y, Resampling::opencv(interpolation));
            EXPECT_EQ(expected.size(), chain.resultSize(src.size()));
            cudastripe::transform(src, dst, chain, noArray(), StreamRef(), *host);
            EXPECT_EQ(std::string(), differences(expected, dst, 0)) << scales << interpolation;
            const Rect part(Point(3, 2), dst.size() - Size(5, 4));
            cudastripe::transform(src, dst, Chain(chain).place(part.size(), -part.tl()), noArray(), StreamRef(), *host);
            EXPECT_EQ(std::string(), differences(expected(part).clone(), dst, 0)) << scales << interpolation;
        }
    }
}

}}  // namespace opencv_test
