// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_layout_text.hpp"

#include <sstream>
#include <stdexcept>

namespace opencv_test {

using namespace cv::cudastripe;

YuvLayoutText layoutText(const YuvFormat& format)
{
    struct Row
    {
        YuvLayout layout;
        const char *name, *packing;
        int cols, rows;
        const char *depths, *ffmpeg;
    };
#define ROW(NAME, ...) {YuvLayout::NAME, __VA_ARGS__},
    static const Row rows[] = {CV_CUDASTRIPE_YUV_LAYOUTS(ROW)};
#undef ROW
    for (const Row& row : rows) {
        if (row.layout != format.layout())
            continue;
        YuvLayoutText layout;
        layout.cols = row.cols;
        layout.rows = row.rows;
        std::istringstream planes(row.packing), depths(row.depths);
        for (std::string plane; planes >> plane;)
            layout.planes.push_back(plane);
        for (std::string depth; depths >> depth;) {
            const size_t shift = depth.find("<<");
            if (std::stoi(depth) == format.depth() && shift != std::string::npos)
                layout.unusedBits = std::stoi(depth.substr(shift + 2));
        }
        return layout;
    }
    throw std::logic_error("a layout without a row");
}

}  // namespace opencv_test
