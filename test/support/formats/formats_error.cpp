// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include <array>
#include <cmath>

#include "../../../src/api/striper/striper_impl.hpp"
#include "formats_doc.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

using Deviations = std::array<Deviation, 3>;  // of Y, U and V

// The worst of Y, U and V: they may be different ones.
std::string worstOf(const Deviations& components)
{
    double most = 0, share = 0;
    for (const Deviation& component : components) {
        most = std::max(most, component.most);
        share = std::max(share, component.share());
    }
    return cv::format("%.4f, ", most) + (share > 0 ? cv::format("%.2g %%", share) : cv::String("never"));
}

// All colours of 8 bits, or as many random ones of 16.
Mat colours(int depth, int part)
{
    const int side = 1024;
    Mat image(side, side, depth == CV_8U ? CV_8UC3 : CV_16UC3);
    RNG rng(67 + static_cast<std::uint64_t>(part));
    for (int i = 0; i < side * side; ++i) {
        const int colour = part * side * side + i;
        if (depth == CV_8U)
            image.at<Vec3b>(i / side, i % side) = Vec3b(uchar(colour), uchar(colour >> 8), uchar(colour >> 16));
        else
            drawInReverse(image.at<Vec3w>(i / side, i % side), rng, 65535);
    }
    return image;
}

std::string deviation(const YuvFormat& format, double kr, double kb, Striper& striper)
{
    const int depth = format.depth() == 8 ? CV_8U : CV_16U;
    const double most = std::pow(2., format.depth()) - 1, unit = std::pow(2., format.depth() - 8);
    const bool limited = format.range() == YuvRange::Limited;
    const double black = limited ? 16 * unit : 0, white = limited ? 219 * unit : most;
    const double scale = limited ? 224 * unit : most, highest = depth == CV_8U ? 255 : 65535;
    const int parts = 16;
    std::vector<Deviations> partial(parts);
    const auto judge = [&](int part) {
        const Mat source = colours(depth, part);
        Mat result, codes, values;
        cudastripe::cvtToYuv(source, result, format, ChannelOrder::BGR, StreamRef(), striper);
        result.convertTo(codes, CV_32S);
        source.convertTo(values, CV_64F, 1 / highest);
        const int pixels = source.rows * source.cols;
        const int* code = codes.ptr<int>();
        const double* value = values.ptr<double>();
        auto& [luma, u, v] = partial[size_t(part)];
        const auto distance = [most](int from, double real) {
            return std::abs(from - std::min(most, std::max(0., real)));
        };
        for (int i = 0; i < pixels; ++i, value += 3) {
            const double y = kr * value[2] + (1 - kr - kb) * value[1] + kb * value[0];
            luma.add(distance(code[i], black + white * y));
            u.add(distance(code[pixels + i], 128 * unit + scale * (value[0] - y) / (2 * (1 - kb))));
            v.add(distance(code[2 * pixels + i], 128 * unit + scale * (value[2] - y) / (2 * (1 - kr))));
        }
    };
    parallel_for_(Range(0, parts), [&](const Range& range) {
        for (int part = range.start; part < range.end; ++part)
            judge(part);
    });
    Deviations components;
    for (const Deviations& part : partial) {
        for (size_t i = 0; i < components.size(); ++i)
            components[i].add(part[i]);
    }
    return worstOf(components);
}

}  // namespace

std::string matrixTable(const MatrixCell& cell)
{
    std::string text =
        "| matrix, range | 8 bits | 10 bits | 12 bits | 16 bits |\n"
        "|---|---|---|---|---|\n";
    const auto addRow = [&](YuvMatrix matrix, YuvRange range, const std::vector<int>& depths, double kr, double kb) {
        const YuvFormat format(YuvLayout::I444, matrix, range);
        const std::string name = format.name();
        text += "| `" + name.substr(name.find(':') + 1) + "` |";
        for (int bits : depths)
            text += " " + cell(format.withDepth(bits), kr, kb) + " |";
        text += depths.size() == 1 ? " | | |\n" : "\n";
    };
#define CUDASTRIPE_ADD(NAME, TEXT, KR, KB)                     \
    for (YuvRange range : {YuvRange::Limited, YuvRange::Full}) \
        addRow(YuvMatrix::NAME, range, {8, 10, 12, 16}, KR, KB);
    CV_CUDASTRIPE_YUV_MATRICES(CUDASTRIPE_ADD)
#undef CUDASTRIPE_ADD
    for (YuvMatrix matrix : {YuvMatrix::OpenCV420, YuvMatrix::OpenCV422, YuvMatrix::Tutorial})
        addRow(matrix, YuvRange::Limited, {8}, 0.299, 0.114);
    return text;
}

std::string errorTable()
{
    const auto striper = makeStriper({});
    return matrixTable(
        [&](const YuvFormat& format, double kr, double kb) { return deviation(format, kr, kb, *striper); });
}

}  // namespace opencv_test
