// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "formats_doc.hpp"

#include "../../../src/model/yuv/codes.hpp"
#include "../../../src/model/yuv/coefficients.hpp"
#include "../../../src/model/yuv/packing.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

// The formats of a layout, one for each depth.
std::vector<YuvFormat> formatsOf(int layout)
{
    const LayoutDepths depths = depthsOf(layout);
    std::vector<YuvFormat> formats;
    for (int i = 0; i < depths.count; ++i)
        formats.push_back(YuvFormat(static_cast<YuvLayout>(layout)).withDepth(depths.bits[i].depth));
    return formats;
}

// Appends a word to a list if it is new.
void addNew(std::vector<std::string>& list, const std::string& word)
{
    if (!word.empty() && std::find(list.begin(), list.end(), word) == list.end())
        list.push_back(word);
}

std::string join(const std::vector<std::string>& words, const std::string& between)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text.empty() ? "–" : text;
}

std::string typeName(int type)
{
    return cv::format("%s C%d", CV_MAT_DEPTH(type) == CV_8U ? "8U" : "16U", CV_MAT_CN(type));
}

std::string codesOf(YuvLayout layout)
{
    std::vector<std::string> codes;
    for (const YuvCode& code : yuvCodes()) {
        const std::string name = code.name;
        if (code.format.layout() == layout)
            addNew(codes, "`…2YUV_" + name.substr(name.rfind('_') + 1) + "`");
    }
    return join(codes, ", ");
}

std::string imageText(const std::vector<YuvFormat>& formats)
{
    const Size size = formats.front().imageSize(Size(100, 100));
    std::string height = "H";
    if (size.height != 100)
        height = size.height == 150 ? "3H/2" : cv::format("%dH", size.height / 100);
    std::vector<std::string> types;
    for (const YuvFormat& format : formats)
        addNew(types, typeName(format.imageType()));
    return "W × " + height + " of " + join(types, " or ");
}

// The layout or, if there is one before with the same packing, that one.
int drawnLayout(int layout)
{
    const LayoutRow& row = kLayoutRows[layout];
    const auto samePacking = [&](const LayoutRow& other) {
        return other.cols == row.cols && other.rows == row.rows && std::string(other.packing) == row.packing;
    };
    return int(std::find_if(std::begin(kLayoutRows), std::end(kLayoutRows), samePacking) - std::begin(kLayoutRows));
}

}  // namespace

std::string layoutTable()
{
    std::string text =
        "| layout | bits | samples in memory | a chroma sample spans | one image | OpenCV's code | FFmpeg |\n"
        "|---|---|---|---|---|---|---|\n";
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        const LayoutRow& row = kLayoutRows[layout];
        const std::vector<YuvFormat> formats = formatsOf(layout);
        std::string planes = row.packing;
        for (size_t space = planes.find(' '); space != std::string::npos; space = planes.find(' ', space + 3))
            planes.replace(space, 1, " / ");
        std::vector<std::string> bits, ffmpeg;
        for (const YuvFormat& format : formats) {
            addNew(bits, cv::format("%d", format.depth()));
            addNew(ffmpeg, format.ffmpegName().empty() ? "" : "`" + format.ffmpegName() + "`");
        }
        const std::string span = packingOf(layout).chroma ? cv::format("%d × %d", row.cols, row.rows) : cv::String("–");
        text += "| `" + std::string(row.name) + "` | " + join(bits, ", ") + " | " + planes + " | " + span + " | " +
                imageText(formats) + " | " + codesOf(formats.front().layout()) + " | " + join(ffmpeg, ", ") + " |\n";
    }
    return text;
}

std::string layoutDiagrams()
{
    std::string text = "```\n";
    for (int layout = 0; layout < kLayoutCount; ++layout) {
        if (drawnLayout(layout) != layout)
            continue;
        const YuvPacking packing = packingOf(layout);
        text += cv::format("%-9s", kLayoutRows[layout].name);
        for (int p = 0; p < packing.planeCount; ++p) {
            const PlanePacking& plane = packing.planes[p];
            for (int y = 0; y < 2; y += plane.luma ? 1 : packing.rows) {
                if (p > 0 || y > 0)
                    text += y > 0 ? " |" : "  /";
                int seen[kSampleKinds] = {};
                for (int group = 0; group < 4 / plane.cols; ++group) {
                    for (int i = 0; i < plane.length; ++i) {
                        const SampleKind kind = plane.kinds[i];
                        const bool v = (kind == SecondChromaSample) != packing.vFirst;
                        const int x = seen[kind]++ * (kind == LumaSample ? 1 : packing.cols);
                        text += cv::format(" %c%d%d", kind == LumaSample ? 'Y' : v ? 'V' : 'U', x, y);
                    }
                }
            }
        }
        std::vector<std::string> others;
        for (int other = layout + 1; other < kLayoutCount; ++other)
            addNew(others, drawnLayout(other) == layout ? kLayoutRows[other].name : "");
        text += (others.empty() ? "" : "  (also " + join(others, ", ") + ")") + "\n";
    }
    return text + "```\n";
}

std::string weightTable()
{
    std::string text =
        "| matrix | range | Y of R, G, B | U of R, G, B | V of R, G, B | shift of Y, chroma |\n"
        "|---|---|---|---|---|---|\n";
    const auto triple = [](const int(&w)[3]) { return cv::format("%d, %d, %d", w[0], w[1], w[2]); };
    for (int m = 0; m < kMatrixCount; ++m) {
        for (YuvRange range : {YuvRange::Limited, YuvRange::Full}) {
            const auto matrix = static_cast<YuvMatrix>(m);
            if (matrixRow(matrix).integers && range == YuvRange::Full)
                continue;
            const YuvCoefficients c = coefficientsOf(YuvFormat(YuvLayout::I444, matrix, range));
            text += cv::format("| %s | %s | %s | %s | %s | %d, %d |\n", matrixRow(matrix).name,
                               range == YuvRange::Limited ? "limited" : "full", triple(c.luma).c_str(),
                               triple(c.u).c_str(), triple(c.v).c_str(), c.lumaShift, c.chromaShift);
        }
    }
    return text;
}

}  // namespace opencv_test
