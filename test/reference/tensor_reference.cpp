// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "tensor_reference.hpp"

using namespace cv::cudastripe;

namespace opencv_test {
namespace {

constexpr int kInfinity = 0x7c00;

Mat words(const Mat& image, int depth, int (*nearest)(float))
{
    Mat result(image.size(), CV_MAKETYPE(depth, image.channels()));
    for (int r = 0; r < image.rows; ++r) {
        for (int i = 0; i < image.cols * image.channels(); ++i)
            result.ptr<ushort>(r)[i] = static_cast<ushort>(nearest(image.ptr<float>(r)[i]));
    }
    return result;
}

Mat valuesOf(const Mat& image, int depth)
{
    if (depth == CV_16F)
        return words(image, CV_16F, &nearestHalf);
    return depth == kBFloat16 ? words(image, tensorArrayDepth(depth), &nearestBFloat) : image;
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

int nearestBFloat(float x)
{
    if (std::isnan(x))
        return 0x7fc0;
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof(bits));
    const int below = static_cast<int>(bits >> 16);  // towards 0
    if (std::isinf(x))
        return below;
    const std::uint32_t rest = bits & 0xffff, half = 0x8000;
    return rest > half || (rest == half && below % 2 == 1) ? below + 1 : below;
}

int tensorArrayDepth(int depth)
{
#ifdef CV_16BF
    return depth;
#else
    return depth == kBFloat16 ? CV_16U : depth;
#endif
}

Mat tensorReference(const Mat& image, TensorLayout layout, int depth)
{
    Mat pixels, tensor;
    image.convertTo(pixels, depth == CV_8U ? CV_8U : CV_32F);
    if (layout == TensorLayout::HWC) {
        tensor = pixels;
    } else {
        std::vector<Mat> planes;
        cv::split(pixels, planes);
        cv::vconcat(planes, tensor);
    }
    return valuesOf(tensor, depth);
}

Mat patchesReference(const Mat& image, const PatchShape& shape, int depth, ChannelOrder order)
{
    Mat pixels, all;
    image.convertTo(pixels, depth == CV_8U ? CV_8U : CV_32F);
    std::vector<Mat> planes;
    cv::split(pixels, planes);
    if (order == ChannelOrder::RGB)
        std::swap(planes[0], planes[2]);
    const int span = shape.span();
    for (int top = 0; top < image.rows; top += span) {
        for (int left = 0; left < image.cols; left += span) {
            for (int i = 0; i < shape.merge * shape.merge; ++i) {
                const Rect patch(left + i % shape.merge * shape.side, top + i / shape.merge * shape.side, shape.side,
                                 shape.side);
                std::vector<Mat> row;
                for (const Mat& plane : planes)
                    row.insert(row.end(), size_t(shape.repeats), plane(patch).clone().reshape(1, 1));
                Mat joined;
                cv::hconcat(row, joined);
                all.push_back(joined);
            }
        }
    }
    return valuesOf(all, depth);
}

}  // namespace opencv_test
