// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference.hpp"

using namespace cv::cudastripe;

namespace {

// Codes as a function of red, green and blue in 0 to the source's largest value.
struct Formula
{
    cv::Matx33d weights;  // rows: Y, U, V
    cv::Vec3d offsets;
    double rounding = 0.5;
};

// The numbers of the standards are typed here again: the library's own would hide an error in them.
Formula standardFormula(double kr, double kb, const YuvFormat& format, double sourceMost)
{
    const double kg = 1 - kr - kb, scale = std::exp2(format.depth() - 8), most = std::exp2(format.depth()) - 1;
    const bool limited = format.range() == YuvRange::Limited;
    const double luma = (limited ? 219 * scale : most) / sourceMost;
    const double chroma = (limited ? 224 * scale : most) / sourceMost;
    const double u = chroma / (2 * (1 - kb)), v = chroma / (2 * (1 - kr));
    return {{luma * kr, luma * kg, luma * kb, -u * kr, -u * kg, u * (1 - kb), v * (1 - kr), -v * kg, -v * kb},
            {limited ? 16 * scale : 0, 128 * scale, 128 * scale}};
}

Formula formulaOf(const YuvFormat& format, double sourceMost)
{
    switch (format.matrix()) {
    case YuvMatrix::BT601:
        return standardFormula(0.299, 0.114, format, sourceMost);
    case YuvMatrix::BT709:
        return standardFormula(0.2126, 0.0722, format, sourceMost);
    case YuvMatrix::BT2020:
        return standardFormula(0.2627, 0.0593, format, sourceMost);
    case YuvMatrix::OpenCV420:
    case YuvMatrix::OpenCV422:
        return {{0.257, 0.504, 0.098, -0.148, -0.291, 0.439, 0.439, -0.368, -0.071}, {16, 128, 128}};
    case YuvMatrix::Tutorial:
        break;
    }
    const cv::Matx33d weights(66, 129, 25, -38, -74, 112, 112, -94, -18);
    return {weights * (1. / 256), {16, 128, 128}, 0};  // all exact, and rounded down
}

// The mean of a rectangle's pixels as red, green, blue.
template <class Sample>
cv::Vec3d meanColour(const cv::Mat& source, cv::Rect pixels, ChannelOrder order)
{
    cv::Vec3d sum;
    for (int y = pixels.y; y < pixels.y + pixels.height; ++y) {
        const auto* row = source.ptr<cv::Vec<Sample, 4>>(y);
        for (int x = pixels.x; x < pixels.x + pixels.width; ++x)
            sum += cv::Vec3d(row[x][0], row[x][1], row[x][2]);
    }
    sum *= 1. / pixels.area();
    return order == ChannelOrder::RGB ? sum : cv::Vec3d(sum[2], sum[1], sum[0]);
}

template <class Sample>
void fillPlane(cv::Mat& plane, const cv::Mat& source, int index, const Conversion& conversion)
{
    const YuvFormat& format = *conversion.format;
    const Formula formula = formulaOf(format, std::numeric_limits<Sample>::max());
    const cv::Size block(source.cols / plane.cols, source.rows / plane.rows);
    const cv::Size sited(format.siting() == ChromaSiting::Center ? block.width : 1,
                         format.siting() == ChromaSiting::TopLeft ? 1 : block.height);
    const double most = std::exp2(format.depth()) - 1;
    for (int y = 0; y < plane.rows; ++y) {
        for (int x = 0; x < plane.cols; ++x) {
            const cv::Rect pixels(cv::Point(x * block.width, y * block.height), sited);
            const cv::Vec3d colour = meanColour<Sample>(source, pixels, conversion.order);
            const double code = formula.weights.row(index).dot(colour.t()) + formula.offsets[index];
            plane.ptr<Sample>(y)[x] =
                Sample(conversion.unit * std::clamp(std::floor(code + formula.rounding), 0., most));
        }
    }
}

}  // namespace

Planes plainPlanes(const cv::Mat& source, const Conversion& conversion)
{
    const cv::Size block = conversion.blockSize();
    Planes planes = {cv::Mat(source.size(), source.depth())};
    for (int i = 1; i < 3 && conversion.format->layout() != YuvLayout::Y; ++i)
        planes.emplace_back(source.rows / block.height, source.cols / block.width, source.depth());
    for (size_t i = 0; i < planes.size(); ++i) {
        if (source.depth() == CV_8U)
            fillPlane<uchar>(planes[i], source, int(i), conversion);
        else
            fillPlane<ushort>(planes[i], source, int(i), conversion);
    }
    return planes;
}
