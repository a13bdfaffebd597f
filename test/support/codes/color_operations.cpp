// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "color_operations.hpp"

#include "../../../src/model/color_codes.hpp"
#include "../../reference/code_reference.hpp"

namespace opencv_test {

using cudastripe::BayerCode;
using cudastripe::ColorCode;
using cudastripe::ColorSpace;

namespace {

//! Of floats: a few units in the last place of the greatest value, or of a hue of 360 degrees. OpenCV's own results
//! differ so much between its code paths; of dark colours hue and saturation amplify this.
double toleranceOf(const ColorCode& row, int depth)
{
    if (depth != CV_32F || row.from == ColorSpace::Gray || row.to == ColorSpace::Colors)
        return depth == CV_32F && row.from >= ColorSpace::Xyz ? 2e-6 : 0;
    return row.to == ColorSpace::Gray ? 4e-7 : row.to == ColorSpace::Xyz ? 8e-7 : row.to > ColorSpace::Xyz ? 2e-4 : 0;
}

//! Hue in degrees, also some of the next circle, and values of 0 to 1.
Mat randomHue(Size size, int type, RNG& rng)
{
    Mat image(size, type), hue(size, CV_32F);
    rng.fill(image, RNG::UNIFORM, 0, 1);
    rng.fill(hue, RNG::UNIFORM, 0, 500);
    const int toFirst[] = {0, 0};
    cv::mixChannels(&hue, 1, &image, 1, toFirst, 1);
    return image;
}

ImageOperation operationOf(const ColorCode& row, int sourceChannels, int resultChannels)
{
    ImageOperation operation;
    operation.name = cv::format("%s, %d to %d channels", row.name, sourceChannels, resultChannels);
    const int code = row.code;
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtColor(src, dst, code, resultChannels, stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat&) {
        if (hasHueReference(code) && src.depth() == CV_8U)
            return hueReference(src, code, resultChannels);
        Mat dst;
        cv::cvtColor(src, dst, code, resultChannels);
        return dst;
    };
    for (int depth = CV_8U; depth <= CV_64F; ++depth) {
        if (row.depths >> depth & 1)
            operation.srcTypes.push_back(CV_MAKETYPE(depth, sourceChannels));
    }
    operation.dstType = [=](int srcType) { return CV_MAKETYPE(CV_MAT_DEPTH(srcType), resultChannels); };
    operation.tolerance = [row](int depth) { return toleranceOf(row, depth); };
    if (row.from > ColorSpace::Xyz && row.to == ColorSpace::Colors) {
        operation.content = [](Size size, int type, RNG& rng) {
            return type == CV_32FC3 ? randomHue(size, type, rng) : randomImage(size, type, rng);
        };
    }
    operation.most = Size(70, 4);  // a block of 64 pixels and a rest
    return operation;
}

ImageOperation operationOf(const BayerCode& row, int channels)
{
    ImageOperation operation;
    operation.name = cv::format("%s to %d channels", row.name, channels);
    const int code = row.code;
    operation.run = [=](InputArray src, OutputArray dst, const StreamRef& stream, Striper& striper) {
        cudastripe::cvtColor(src, dst, code, channels, stream, striper);
    };
    operation.reference = [=](const Mat& src, const Mat&) {
        Mat dst;
        if (src.cols < 3 && src.rows > 2)  // cv::cvtColor writes beyond its rows
            return Mat(src.size(), CV_MAKETYPE(src.depth(), channels), Scalar(0, 0, 0, src.depth() ? 65535 : 255));
        cv::cvtColor(src, dst, code, channels);
        return dst;
    };
    operation.srcTypes = {CV_8UC1, CV_16UC1};
    operation.dstType = [=](int srcType) { return CV_MAKETYPE(CV_MAT_DEPTH(srcType), channels); };
    // OpenCV before 4.14 does not round grey.
    const bool roundsGray = CV_VERSION_MAJOR > 4 || CV_VERSION_MINOR >= 14;
    const double tolerance = channels == 1 && !roundsGray ? 1 : 0;
    operation.tolerance = [tolerance](int) { return tolerance; };
    operation.mayReplaceSource = false;
    return operation;
}

}  // namespace

std::vector<ImageOperation> bayerOperations()
{
    std::vector<ImageOperation> operations;
    for (const BayerCode& row : cudastripe::bayerCodes()) {
        for (int channels = 1; channels <= 4; ++channels) {
            if (row.gives(channels))
                operations.push_back(operationOf(row, channels));
        }
    }
    return operations;
}

std::vector<ImageOperation> colorOperations()
{
    std::vector<ImageOperation> operations;
    for (const ColorCode& row : cudastripe::colorCodes()) {
        for (int from = 1; from <= 4; ++from) {
            for (int to = 1; to <= 4; ++to) {
                if (row.takes(from) && row.gives(to))
                    operations.push_back(operationOf(row, from, to));
            }
        }
    }
    return operations;
}

}  // namespace opencv_test
