// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "host_rows.hpp"

#include "opencv2/core.hpp"
#include "opencv2/imgproc.hpp"

namespace bench {
namespace {

using cv::Mat;
using cv::Scalar;
using cv::cudastripe::Chain;
using cv::cudastripe::secondImage;

const Scalar kScalar(7, 9, 11, 13), kFactors(1.5, 0.75, 1.25, 0.5), kLow = Scalar::all(20), kHigh = Scalar::all(90);

#define BENCH_CALLS(...) [=](const Mat& src, const Mat& second, Mat& dst) { (void)second, __VA_ARGS__; }

std::vector<HostRow> rowsOfAllTypes()
{
    return {
        {"add", Chain().add(kScalar), BENCH_CALLS(cv::add(src, kScalar, dst)), true},
        {"subtract", Chain().subtract(kScalar), BENCH_CALLS(cv::subtract(src, kScalar, dst)), true},
        {"multiply", Chain().multiply(kFactors), BENCH_CALLS(cv::multiply(src, kFactors, dst)), true},
        {"divide", Chain().divide(kFactors), BENCH_CALLS(cv::divide(src, kFactors, dst)), true},
        {"absdiff", Chain().absdiff(kScalar), BENCH_CALLS(cv::absdiff(src, kScalar, dst)), true},
        {"min", Chain().min(kLow), BENCH_CALLS(cv::min(src, kLow, dst)), true},
        {"add_image", Chain().add(secondImage), BENCH_CALLS(cv::add(src, second, dst)), true},
        {"absdiff_image", Chain().absdiff(secondImage), BENCH_CALLS(cv::absdiff(src, second, dst)), true},
        {"multiply_image", Chain().multiply(secondImage), BENCH_CALLS(cv::multiply(src, second, dst)), true},
        {"divide_image", Chain().divide(secondImage), BENCH_CALLS(cv::divide(src, second, dst)), true},
        {"min_image", Chain().min(secondImage), BENCH_CALLS(cv::min(src, second, dst)), true},
        {"addWeighted", Chain().addWeighted(0.3, secondImage, 0.7, 1),
         BENCH_CALLS(cv::addWeighted(src, 0.3, second, 0.7, 1, dst)), false},
        {"inRange", Chain().inRange(kLow, kHigh), BENCH_CALLS(cv::inRange(src, kLow, kHigh, dst)), true},
        {"to_32F", Chain().convertTo(CV_32F, 1 / 255.), BENCH_CALLS(src.convertTo(dst, CV_32F, 1 / 255.)), false},
        {"to_8U", Chain().convertTo(CV_8U, 0.5), BENCH_CALLS(src.convertTo(dst, CV_8U, 0.5)), true},
        {"sqr", Chain().sqr(), BENCH_CALLS(cv::pow(src, 2, dst)), true},
        {"two", Chain().subtract(kScalar).multiply(kFactors),
         BENCH_CALLS(cv::subtract(src, kScalar, dst), cv::multiply(dst, kFactors, dst)), true},
        {"five", Chain().absdiff(kScalar).multiply(kFactors).add(kScalar).min(kHigh).max(kLow),
         BENCH_CALLS(cv::absdiff(src, kScalar, dst), cv::multiply(dst, kFactors, dst), cv::add(dst, kScalar, dst),
                     cv::min(dst, kHigh, dst), cv::max(dst, kLow, dst)),
         true},
    };
}

void addRowsOfNarrowAndSingle(std::vector<HostRow>& rows)
{
    rows.push_back({"threshold", Chain().threshold(80, 255, cv::THRESH_BINARY),
                    BENCH_CALLS(cv::threshold(src, dst, 80, 255, cv::THRESH_BINARY)), true});
}

void addRowsOfIntegers(std::vector<HostRow>& rows)
{
    rows.push_back(
        {"bitwise_and_image", Chain().bitwiseAnd(secondImage), BENCH_CALLS(cv::bitwise_and(src, second, dst)), true});
    rows.push_back({"bitwise_not", Chain().bitwiseNot(), BENCH_CALLS(cv::bitwise_not(src, dst)), true});
}

void addRowsOfReals(std::vector<HostRow>& rows)
{
    rows.push_back({"sqrt", Chain().sqrt(), BENCH_CALLS(cv::sqrt(src, dst)), false});
    rows.push_back({"exp", Chain().exp(), BENCH_CALLS(cv::exp(src, dst)), false});
    rows.push_back({"log", Chain().log(), BENCH_CALLS(cv::log(src, dst)), false});
    rows.push_back({"pow", Chain().pow(1.7), BENCH_CALLS(cv::pow(src, 1.7, dst)), false});
    rows.push_back({"magnitude", Chain().magnitude(secondImage), BENCH_CALLS(cv::magnitude(src, second, dst)), false});
}

void addRowsOfBytes(std::vector<HostRow>& rows, int channels)
{
    Mat table(1, 256, CV_8U);
    for (int i = 0; i < 256; ++i)
        table.at<uchar>(i) = cv::saturate_cast<uchar>(i * 37 % 256);
    rows.push_back({"lut", Chain().lut(table), BENCH_CALLS(cv::LUT(src, table, dst)), true});
    if (channels == 4)
        rows.push_back(
            {"premultiply", Chain().premultiply(), BENCH_CALLS(cv::cvtColor(src, dst, cv::COLOR_RGBA2mRGBA)), true});
}

void addRowsOfColours(std::vector<HostRow>& rows, int channels)
{
    const bool alpha = channels == 4;
    std::vector<int> swapped = {2, 1, 0};
    if (alpha)
        swapped.push_back(3);
    const int swap = alpha ? cv::COLOR_BGRA2RGBA : cv::COLOR_BGR2RGB;
    rows.push_back({"gray", Chain().gray(), BENCH_CALLS(cv::cvtColor(src, dst, cv::COLOR_BGR2GRAY)), false});
    rows.push_back({"swap", Chain().channels(swapped), BENCH_CALLS(cv::cvtColor(src, dst, swap)), true});
    rows.push_back({"extract", Chain().channels({1}), BENCH_CALLS(cv::extractChannel(src, dst, 1)), true});
    if (alpha)
        rows.push_back(
            {"drop_alpha", Chain().channels({0, 1, 2}), BENCH_CALLS(cv::cvtColor(src, dst, cv::COLOR_BGRA2BGR)), true});
}

}  // namespace

std::vector<HostRow> hostRowsFor(int type)
{
    const int depth = CV_MAT_DEPTH(type), channels = CV_MAT_CN(type);
    std::vector<HostRow> rows = rowsOfAllTypes();
    if (depth != CV_32S && depth != CV_8S)
        addRowsOfNarrowAndSingle(rows);
    if (depth <= CV_32S)
        addRowsOfIntegers(rows);
    else
        addRowsOfReals(rows);
    if (depth == CV_8U)
        addRowsOfBytes(rows, channels);
    if (channels == 1)
        rows.push_back(
            {"compare", Chain().compare(80, cv::CMP_GT), BENCH_CALLS(cv::compare(src, 80, dst, cv::CMP_GT)), true});
    if (channels >= 3 && depth != CV_64F)
        addRowsOfColours(rows, channels);
    return rows;
}

}  // namespace bench
