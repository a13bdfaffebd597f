// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <functional>

#include "../../support/images/image_operation.hpp"

// What a number, a Scalar and a Vec mean as the other operand of a step.

namespace opencv_test { namespace {

using namespace cv::cudastripe;

//! A step with a bare number, and the call of OpenCV that names each channel's value.
struct NumberCase
{
    const char* name;
    Chain chain;
    std::function<void(const Mat& src, Mat& dst)> call;
};

void PrintTo(const NumberCase& c, std::ostream* out)
{
    *out << c.name;
}

#define CALL(...) [](const Mat& src, Mat& dst) { __VA_ARGS__; }

std::vector<NumberCase> numberCases()
{
    return {
        {"add", Chain().add(3), CALL(cv::add(src, Scalar::all(3), dst))},
        {"subtract", Chain().subtract(3), CALL(cv::subtract(src, Scalar::all(3), dst))},
        {"subtractFrom", Chain().subtractFrom(90), CALL(cv::subtract(Scalar::all(90), src, dst))},
        {"multiply", Chain().multiply(2), CALL(cv::multiply(src, Scalar::all(2), dst))},
        {"multiplyScaled", Chain().multiply(2, 0.5), CALL(cv::multiply(src, Scalar::all(2), dst, 0.5))},
        {"divide", Chain().divide(0.25), CALL(cv::divide(src, Scalar::all(0.25), dst))},
        {"divideScaled", Chain().divide(4, 2), CALL(cv::divide(src, Scalar::all(4), dst, 2))},
        {"divideInto", Chain().divideInto(1000), CALL(cv::divide(1000, src, dst))},
        {"absdiff", Chain().absdiff(40), CALL(cv::absdiff(src, Scalar::all(40), dst))},
        {"min", Chain().min(40), CALL(cv::min(src, Scalar::all(40), dst))},
        {"max", Chain().max(40), CALL(cv::max(src, Scalar::all(40), dst))},
        {"bitwiseAnd", Chain().bitwiseAnd(85), CALL(cv::bitwise_and(src, Scalar::all(85), dst))},
        {"bitwiseOr", Chain().bitwiseOr(85), CALL(cv::bitwise_or(src, Scalar::all(85), dst))},
        {"bitwiseXor", Chain().bitwiseXor(85), CALL(cv::bitwise_xor(src, Scalar::all(85), dst))},
        {"inRange", Chain().inRange(20, 90), CALL(cv::inRange(src, Scalar::all(20), Scalar::all(90), dst))},
        {"compare", Chain().compare(40, CMP_GT), CALL(cv::compare(src, Scalar::all(40), dst, CMP_GT))},
        {"threshold", Chain().threshold(40, 200, THRESH_BINARY), CALL(cv::threshold(src, dst, 40, 200, THRESH_BINARY))},
        {"convertTo", Chain().convertTo(-1, 2, 3), CALL(src.convertTo(dst, -1, 2, 3))},
    };
}

class CUDASTRIPE_ChannelValues : public testing::TestWithParam<NumberCase>
{
};

TEST_P(CUDASTRIPE_ChannelValues, aNumberMeansEveryChannel)
{
    const NumberCase& given = GetParam();
    const Backend host(BackendKind::Host);
    const auto striper = host.striper();
    RNG rng(127);
    for (int depth : {CV_8U, CV_16S, CV_32F}) {
        for (int channels = 1; channels <= 4; ++channels) {
            Mat src(Size(37, 11), CV_MAKETYPE(depth, channels)), expected, dst;
            rng.fill(src, RNG::UNIFORM, 1, 101);
            given.call(src, expected);
            cudastripe::transform(src, dst, given.chain, noArray(), StreamRef(), *striper);
            EXPECT_EQ(std::string(), differences(expected, dst, 0)) << typeToString(src.type());
        }
    }
}

std::string caseName(const testing::TestParamInfo<NumberCase>& info)
{
    return info.param.name;
}

CUDASTRIPE_INSTANTIATE(/**/, CUDASTRIPE_ChannelValues, testing::ValuesIn(numberCases()), caseName);

Vec3b colour(const Chain& chain)
{
    Mat dst;
    cudastripe::transform(Mat(1, 1, CV_8UC3, Scalar(10, 20, 30)), dst, chain);
    return dst.at<Vec3b>(0);
}

TEST(CUDASTRIPE_ChannelValuesOf, aScalarOrVecAreWhatTheyName)
{
    EXPECT_EQ(Vec3b(13, 20, 30), colour(Chain().add(Scalar(3))));
    EXPECT_EQ(Vec3b(11, 22, 33), colour(Chain().add(Scalar(1, 2, 3))));
    EXPECT_EQ(Vec3b(11, 22, 33), colour(Chain().add({1, 2, 3})));
    EXPECT_EQ(Vec3b(11, 22, 33), colour(Chain().add(Vec3d(1, 2, 3))));
    EXPECT_EQ(Vec3b(11, 22, 30), colour(Chain().add(Vec2i(1, 2))));
    EXPECT_EQ(Vec3b(11, 22, 33), colour(Chain().add(Scalar_<int>(1, 2, 3, 4))));
    EXPECT_EQ(Vec3b(20, 0, 0), colour(Chain().multiply(Scalar(2))));
}

TEST(CUDASTRIPE_ChannelValuesOf, numbersOfAnyTypeMeanEveryChannel)
{
    const Vec3b expected(12, 22, 32);
    EXPECT_EQ(expected, colour(Chain().add(2)));
    EXPECT_EQ(expected, colour(Chain().add(2.)));
    EXPECT_EQ(expected, colour(Chain().add(2.f)));
    EXPECT_EQ(expected, colour(Chain().add(2u)));
    EXPECT_EQ(expected, colour(Chain().add(uchar(2))));
    EXPECT_EQ(expected, colour(Chain().add(size_t(2))));
    EXPECT_EQ(expected, colour(Chain().add({2})));
    EXPECT_EQ(Scalar::all(2), Chain().add(2).steps()[0].scalar);
}

}}  // namespace opencv_test
