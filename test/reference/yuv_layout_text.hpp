// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <array>
#include <string>
#include <vector>

#include "opencv2/cudastripe/yuv_format.hpp"

namespace opencv_test {

//! Where the layout of a format puts things, read from the text of its row.
struct YuvLayoutText
{
    std::vector<std::string> planes;
    int cols = 0, rows = 0;  //!< pixels that a chroma sample spans
    int unusedBits = 0;      //!< below those of a sample
};

YuvLayoutText layoutText(const cv::cudastripe::YuvFormat& format);

//! Calls visit(sample, x, y) for all samples of a picture in the order of memory: 'Y', 'U' or 'V', and its first pixel.
template <class Visit>
void forEachSample(const YuvLayoutText& layout, cv::Size size, const Visit& visit)
{
    for (const std::string& plane : layout.planes) {
        const bool luma = plane.find('Y') != std::string::npos;
        for (int y = 0; y < size.height; y += luma ? 1 : layout.rows) {
            // Each sample of a kind moves on by as many pixels as it spans.
            std::array<int, 256> x = {};
            const size_t first = static_cast<size_t>(plane[0]);
            while (x[first] < size.width) {
                for (char sample : plane) {
                    int& at = x[static_cast<size_t>(sample)];
                    visit(sample, at, y);
                    at += sample == 'Y' ? 1 : layout.cols;
                }
            }
        }
    }
}

}  // namespace opencv_test
