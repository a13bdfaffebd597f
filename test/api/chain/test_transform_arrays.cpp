// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "../../reference/operator_reference.hpp"
#include "../../support/images/image_operation.hpp"
#include "../../support/images/placed_image.hpp"
#include "../../support/operations/operator_cases.hpp"
#include "../../support/process/refusal.hpp"

namespace opencv_test { namespace {

// What transform makes of the arrays that it is given: new memory, old memory, the same memory twice.
class CUDASTRIPE_TransformArrays : public testing::TestWithParam<BackendKind>
{
protected:
    void call(InputArray from, OutputArray to, const Chain& chain) const
    {
        cudastripe::transform(from, to, chain, noArray(), StreamRef(), *striper_);
    }
    void callBoth(InputArray a, InputArray b, OutputArray to, const Chain& chain) const
    {
        cudastripe::transform(a, b, to, chain, noArray(), StreamRef(), *striper_);
    }
    Mat image(int type) { return finiteImage(size_, type, rng_); }

    Backend backend_{GetParam()};
    std::unique_ptr<Striper> striper_ = backend_.striper();
    RNG rng_{173};
    const Size size_{53, 29};
};

TEST_P(CUDASTRIPE_TransformArrays, areCopiedByAChainWithoutSteps)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        for (int channels = 1; channels <= 4; ++channels) {
            const Mat src = valueImage(size_, CV_MAKETYPE(depth, channels), rng_);
            Mat dst;
            call(src, dst, Chain());
            ASSERT_EQ(src.type(), dst.type());
            EXPECT_EQ(0, std::memcmp(src.data, dst.data, src.total() * src.elemSize())) << typeToString(src.type());
            EXPECT_NE(src.data, dst.data);
        }
    }
}

TEST_P(CUDASTRIPE_TransformArrays, mayBeOneMemoryIfPixelsHaveOneSize)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Chain sum = Chain().addWeighted(0.5, secondImage, 2, 1), swap = Chain().channels({3, 0, 1, 2});
    const Mat a = image(CV_8UC4), b = image(CV_8UC4);
    Mat x = a.clone(), y = b.clone(), first = x, second = y;
    call(x, first, swap);
    EXPECT_EQ(x.data, first.data);
    EXPECT_EQ(std::string(), differences(chainReference(swap, a), x, 0));
    x = a.clone();
    first = x;
    callBoth(x, y, first, sum);
    EXPECT_EQ(x.data, first.data);
    EXPECT_EQ(std::string(), differences(chainReference(sum, a, b), x, 0));
    a.copyTo(x);
    callBoth(x, y, second, sum);
    EXPECT_EQ(y.data, second.data);
    EXPECT_EQ(std::string(), differences(chainReference(sum, a, b), y, 0));
    a.copyTo(x);
    callBoth(x, x, x, sum);
    EXPECT_EQ(std::string(), differences(chainReference(sum, a, a), x, 0));
    // Another type of the same size, over the same bytes.
    const Mat floats = image(CV_32FC1);
    Mat source = floats.clone(), integers(size_, CV_32SC1, source.data);
    const Chain toInt = Chain().convertTo(CV_32S, 3);
    call(source, integers, toInt);
    EXPECT_EQ(static_cast<void*>(source.data), integers.data);
    EXPECT_EQ(std::string(), differences(chainReference(toInt, floats), integers, 0));
}

TEST_P(CUDASTRIPE_TransformArrays, areAllocatedWhereOneArrayIsSourceAndResultOfAnotherSize)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Chain chain = Chain().convertTo(CV_32F, 0.5, 1);
    const Mat src = image(CV_8UC3);
    Mat both = src.clone();
    call(both, both, chain);
    EXPECT_EQ(std::string(), differences(chainReference(chain, src), both, 0));
}

TEST_P(CUDASTRIPE_TransformArrays, areRefusedWhereTheyOverlap)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    Mat memory(40, 40, CV_8UC4, Scalar::all(5));
    const Mat before = memory.clone(), a = memory(Rect(0, 0, 20, 20)), other = image(CV_8UC4)(Rect(0, 0, 20, 20));
    Mat shifted = memory(Rect(1, 0, 20, 20)), below = memory(Rect(0, 1, 20, 20));
    const Chain one = Chain().add(Scalar(1)), two = Chain().add(secondImage);
    expectRefusal([&] { call(a, shifted, one); }, {"dst overlaps src"});
    expectRefusal([&] { call(a, below, one); }, {"dst overlaps src"});
    expectRefusal([&] { callBoth(a, other, below, two); }, {"dst overlaps src1"});
    expectRefusal([&] { callBoth(other, a, below, two); }, {"dst overlaps src2"});
    // The same first byte, but pixels or rows of other sizes.
    Mat narrow(20, 20, CV_8UC1, memory.data, memory.step), dense(20, 20, CV_8UC4, memory.data);
    expectRefusal([&] { call(a, narrow, Chain().channels({0})); }, {"dst overlaps src"});
    expectRefusal([&] { call(a, dense, one); }, {"dst overlaps src"});
    // A mask, too, must be read before its memory is written.
    Mat mask(20, 20, CV_8UC1, memory.data + 7, memory.step);
    Mat dst = a;
    expectRefusal([&] { cudastripe::transform(other, dst, one, mask, StreamRef(), *striper_); }, {"dst overlaps mask"});
    EXPECT_EQ(0, cv::norm(before, memory, NORM_INF));
}

TEST_P(CUDASTRIPE_TransformArrays, areReusedWhereTheyFit)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat src = image(CV_16UC2);
    const Chain chain = Chain().bitwiseNot();
    Mat larger(size_ + Size(7, 3), CV_16UC2, Scalar::all(3)), expected = larger.clone();
    const Rect region(Point(5, 1), size_);
    Mat part = larger(region);
    chainReference(chain, src).copyTo(expected(region));
    call(src, part, chain);
    EXPECT_EQ(larger(region).data, part.data);
    EXPECT_EQ(std::string(), differences(expected, larger, 0));
    Mat_<ushort> fixed(size_);
    expectRefusal([&] { call(src, fixed, chain); }, {"dst", "CV_16UC1", "CV_16UC2"});
}

TEST_P(CUDASTRIPE_TransformArrays, mayBeUMatsVectorsAndMatrices)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat src = image(CV_8UC1);
    const Chain chain = Chain().add(Scalar(9));
    UMat from, to;
    src.copyTo(from);
    call(from, to, chain);
    EXPECT_EQ(std::string(), differences(chainReference(chain, src), to.getMat(ACCESS_READ), 0));
    const std::vector<float> values = {1, 2, 3, 4, 5, 6, 7};
    std::vector<float> result;
    call(values, result, Chain().multiply(Scalar(2)));
    EXPECT_EQ(std::vector<float>({2, 4, 6, 8, 10, 12, 14}), result);
}

TEST_P(CUDASTRIPE_TransformArrays, mayBeColumnsThatBecomeVectors)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat src = image(CV_8UC3).col(7), mask = Mat(src.size(), CV_8UC1, Scalar(0));
    const Chain chain = Chain().add(Scalar(1, 2, 3));
    std::vector<Vec3b> result, kept(src.total(), Vec3b(4, 5, 6));
    call(src, result, chain);
    const Mat column(static_cast<int>(result.size()), 1, CV_8UC3, result.data());  // Mat(result) is a row in OpenCV 5
    EXPECT_EQ(std::string(), differences(chainReference(chain, src), column, 0));
    cudastripe::transform(src, kept, chain, mask, StreamRef(), *striper_);
    EXPECT_EQ(std::vector<Vec3b>(src.total(), Vec3b(4, 5, 6)), kept);
}

// What is there cannot be kept, although its last dimensions are those of an image of the right size.
TEST_P(CUDASTRIPE_TransformArrays, withMoreDimensionsAreReplaced)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Mat src = image(CV_8UC1);
    const int sizes[] = {size_.height, size_.width, 2};
    Mat dst(3, sizes, CV_8UC1, Scalar(7));
    cudastripe::transform(src, dst, Chain().add(Scalar(1)), Mat(size_, CV_8UC1, Scalar(0)), StreamRef(), *striper_);
    EXPECT_EQ(size_, dst.size());
    EXPECT_EQ(0, cv::countNonZero(dst));
}

// Rows and memory far beyond a block of the host's, with results that go past the caches.
TEST_P(CUDASTRIPE_TransformArrays, mayBeLarge)
{
    CUDASTRIPE_SKIP_WITHOUT(backend_);
    const Chain chain = Chain().absdiff(secondImage).threshold(31, 200, THRESH_TOZERO);
    const Mat a = randomImage(Size(2503, 1999), CV_8UC3, rng_), b = randomImage(Size(2503, 1999), CV_8UC3, rng_);
    Mat dst;
    callBoth(a, b, dst, chain);
    EXPECT_EQ(std::string(), differences(chainReference(chain, a, b), dst, 0));
    Mat region = Mat(2001, 2601, CV_8UC3)(Rect(3, 1, 2503, 1999));
    callBoth(a, b, region, chain);
    EXPECT_EQ(0, cv::norm(dst, region, NORM_INF));
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_TransformArrays, testing::ValuesIn(kAllBackends), backendName);

}}  // namespace opencv_test
