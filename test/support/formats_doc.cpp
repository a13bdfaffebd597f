// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../test_precomp.hpp"

#include "formats_doc.hpp"

#include "../../src/op/yuv/codes.hpp"
#include "../../src/op/yuv/coefficients.hpp"
#include "../../src/op/yuv/packing.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

// One format of each layout and depth.
std::vector<YuvFormat> layouts()
{
    std::vector<YuvFormat> formats;
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        const LayoutDepths depths = depthsOf(layout);
        for (int i = 0; i < depths.count; ++i)
            formats.push_back(YuvFormat(static_cast<YuvLayout>(layout)).withDepth(depths.bits[i].depth));
    }
    return formats;
}

std::string layoutName(const YuvFormat& format)
{
    const std::string name = format.name();
    const size_t matrix = name.find(":bt709");
    return name.substr(0, matrix);
}

std::string typeName(int type)
{
    return cv::format("%s C%d", CV_MAT_DEPTH(type) == CV_8U ? "8U" : "16U", CV_MAT_CN(type));
}

std::string codesOf(const YuvFormat& format)
{
    std::string matrix;
    for (const YuvCode& code : yuvCodes()) {
        if (code.layout == format.layout() && format.depth() == 8)
            matrix = cv::format("`COLOR_…2YUV_%s`",
                                std::string(code.name).substr(std::string(code.name).rfind('_') + 1).c_str());
    }
    return matrix.empty() ? "–" : matrix;
}

std::string imageText(const YuvFormat& format)
{
    const Size size = format.imageSize(Size(100, 100));
    if (size.empty())
        return "planes only";
    std::string height = "H";
    if (size.height != 100)
        height = size.height == 150 ? "3H/2" : cv::format("%dH", size.height / 100);
    return "W × " + height + " of " + typeName(format.imageType());
}

}  // namespace

std::string layoutTable()
{
    std::string text =
        "| layout | samples in memory | chroma sample spans | one image | OpenCV's codes | FFmpeg |\n"
        "|---|---|---|---|---|---|\n";
    for (const YuvFormat& format : layouts()) {
        const LayoutRow& row = kLayoutRows[static_cast<int>(format.layout())];
        std::string planes = row.packing;
        for (size_t space = planes.find(' '); space != std::string::npos; space = planes.find(' ', space + 3))
            planes.replace(space, 1, " / ");
        const bool chroma = packingOf(static_cast<int>(format.layout())).chroma;
        const std::string ffmpeg = format.ffmpegName();
        text += "| `" + layoutName(format) + "` | " + planes + " | " +
                (chroma ? cv::format("%d × %d", row.cols, row.rows) : cv::String("–")) + " | " + imageText(format) +
                " | " + codesOf(format) + " | " + (ffmpeg.empty() ? "–" : "`" + ffmpeg + "`") + " |\n";
    }
    return text;
}

std::string layoutDiagrams()
{
    std::string text = "```\n";
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        const LayoutRow& row = kLayoutRows[layout];
        const YuvPacking packing = packingOf(layout);
        text += std::string(row.name) + "\n";
        for (int p = 0; p < packing.planeCount; ++p) {
            const PlanePacking& plane = packing.planes[p];
            for (int y = 0; y < 2; y += plane.luma ? 1 : packing.rows) {
                text += y == 0 ? cv::format("  plane %d ", p) : cv::String("          ");
                int seen[kSampleKinds] = {};
                for (int group = 0; group < 4 / plane.cols; ++group) {
                    for (int i = 0; i < plane.length; ++i) {
                        const SampleKind kind = plane.kinds[i];
                        const bool v = (kind == SecondChromaSample) != packing.vFirst;
                        const int x = seen[kind]++ * (kind == LumaSample ? 1 : packing.cols);
                        text += cv::format(" %c%d,%d", kind == LumaSample ? 'Y' : v ? 'V' : 'U', x, y);
                    }
                }
                text += "\n";
            }
        }
    }
    return text + "```\n";
}

std::string weightTable()
{
    std::string text =
        "| matrix | range | bits | Y of R, G, B | U of R, G, B | V of R, G, B | shift of Y, chroma |\n"
        "|---|---|---:|---|---|---|---|\n";
    const auto triple = [](const int(&w)[3]) { return cv::format("%d, %d, %d", w[0], w[1], w[2]); };
    for (int m = 0; m < kMatrixCount; ++m) {
        for (YuvRange range : {YuvRange::Limited, YuvRange::Full}) {
            for (int depth : {8, 10, 16}) {
                const auto matrix = static_cast<YuvMatrix>(m);
                if (matrixRow(matrix).given && (range == YuvRange::Full || depth != 8))
                    continue;
                const YuvCoefficients c = coefficientsOf(YuvFormat(YuvLayout::I444, matrix, range).withDepth(depth));
                text += cv::format("| %s | %s | %d | %s | %s | %s | %d, %d |\n", matrixRow(matrix).name,
                                   range == YuvRange::Limited ? "limited" : "full", depth, triple(c.luma).c_str(),
                                   triple(c.u).c_str(), triple(c.v).c_str(), c.lumaShift, c.chromaShift);
            }
        }
    }
    return text;
}

}  // namespace opencv_test
