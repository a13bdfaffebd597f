// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "tensor_reference.hpp"

using namespace cv::cudastripe;

namespace opencv_test {
namespace {

constexpr int kInfinity = 0x7c00;

Mat halves(const Mat& image)
{
    Mat result(image.size(), CV_MAKETYPE(CV_16F, image.channels()));
    for (int r = 0; r < image.rows; ++r) {
        for (int i = 0; i < image.cols * image.channels(); ++i)
            result.ptr<ushort>(r)[i] = static_cast<ushort>(nearestHalf(image.ptr<float>(r)[i]));
    }
    return result;
}

}  // namespace

double valueOfHalf(int bits)
{
    const int exponent = bits >> 10, mantissa = bits & 1023;
    return exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
}

int nearestHalf(float x)
{
    const int sign = std::signbit(x) ? 0x8000 : 0;
    const double size = std::fabs(double(x));
    if (std::isnan(x))
        return sign | 0x7e00;
    int below = 0, above = kInfinity;
    if (size >= valueOfHalf(kInfinity))
        return sign | kInfinity;
    while (above - below > 1) {
        const int middle = (below + above) / 2;
        (valueOfHalf(middle) <= size ? below : above) = middle;
    }
    const double down = size - valueOfHalf(below), up = valueOfHalf(above) - size;
    return sign | (down < up || (down == up && below % 2 == 0) ? below : above);
}

Mat tensorReference(const Mat& image, TensorLayout layout, int depth)
{
    Mat pixels, tensor;
    image.convertTo(pixels, CV_32F);
    if (layout == TensorLayout::HWC) {
        tensor = pixels;
    } else {
        std::vector<Mat> planes;
        cv::split(pixels, planes);
        cv::vconcat(planes, tensor);
    }
    return depth == CV_16F ? halves(tensor) : tensor;
}

}  // namespace opencv_test
