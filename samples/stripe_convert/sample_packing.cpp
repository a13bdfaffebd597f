// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "sample_packing.hpp"

#include <sstream>
#include <stdexcept>

using cv::cudastripe::YuvFormat;
using cv::cudastripe::YuvLayout;

namespace {

struct LayoutRow
{
    YuvLayout layout;
    const char *name, *packing;
    int columns, rows;
    const char *depths, *ffmpeg;
};

#define LAYOUT_ROW(NAME, ...) {YuvLayout::NAME, __VA_ARGS__},
const LayoutRow layoutRows[] = {CV_CUDASTRIPE_YUV_LAYOUTS(LAYOUT_ROW)};
#undef LAYOUT_ROW

// The 6 of "10<<6".
int unusedBits(const std::string& depths, int depth)
{
    std::istringstream stream(depths);
    for (std::string text; stream >> text;) {
        const size_t shift = text.find("<<");
        if (std::stoi(text) == depth)
            return shift == std::string::npos ? 0 : std::stoi(text.substr(shift + 2));
    }
    return 0;
}

}  // namespace

SamplePacking packingOf(const YuvFormat& format)
{
    for (const LayoutRow& row : layoutRows) {
        if (row.layout != format.layout())
            continue;
        SamplePacking packing{{}, 1 << unusedBits(row.depths, format.depth())};
        std::istringstream planes(row.packing);
        for (std::string plane; planes >> plane;)
            packing.planes.push_back(plane);
        return packing;
    }
    throw std::logic_error("a layout without a row");
}
