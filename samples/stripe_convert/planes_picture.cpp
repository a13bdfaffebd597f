// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "planes_picture.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <string>

#include "planes.hpp"
#include "sample_packing.hpp"

namespace {

const cv::Size largestCell(788, 788);
const cv::Size smallestCell(160, 120);
const int gap = 8;
const cv::Scalar background(34, 30, 28);

// What a chroma value alone looks like at medium brightness: neutral grey at 128.
cv::Mat chromaColours(bool blueDifference)
{
    const int brightness = 128;
    cv::Mat colours(256, 1, CV_8UC3);
    for (int value = 0; value < 256; ++value) {
        const double c = value - 128;
        colours.at<cv::Vec3b>(value) =
            blueDifference ? cv::Vec3b(cv::saturate_cast<uchar>(brightness + 1.772 * c),
                                       cv::saturate_cast<uchar>(brightness - 0.344 * c), uchar(brightness))
                           : cv::Vec3b(uchar(brightness), cv::saturate_cast<uchar>(brightness - 0.714 * c),
                                       cv::saturate_cast<uchar>(brightness + 1.402 * c));
    }
    return colours;
}

cv::Size scaledSize(cv::Size size)
{
    const double scale =
        std::min({1.0, double(largestCell.width) / size.width, double(largestCell.height) / size.height});
    return cv::Size(std::max(1, cvRound(size.width * scale)), std::max(1, cvRound(size.height * scale)));
}

// Chroma that is drawn larger than it is shows its samples as blocks.
cv::Mat scaled(const cv::Mat& picture, cv::Size size)
{
    if (size == picture.size())
        return picture;
    cv::Mat result;
    const bool larger = size.width > picture.cols || size.height > picture.rows;
    cv::resize(picture, result, size, 0, 0, larger ? cv::INTER_NEAREST : cv::INTER_AREA);
    return result;
}

cv::Mat planeColours(cv::Mat values, double largest, cv::Size size, int plane)
{
    cv::Mat colours;
    values.convertTo(values, CV_8U, 255 / largest);
    values = scaled(values, size);
    if (plane == 0) {
        cv::cvtColor(values, colours, cv::COLOR_GRAY2BGR);
    } else {
        cv::applyColorMap(values, colours, chromaColours(plane == 1));
    }
    return colours;
}

double largestSample(const Conversion& conversion)
{
    if (!conversion.format)
        return 255;
    return ((1 << conversion.format->depth()) - 1) * packingOf(*conversion.format).unit;
}

void drawLabel(cv::Mat cell, const std::string& label)
{
    const int font = cv::FONT_HERSHEY_DUPLEX;
    const double scale = 0.55;
    int baseline = 0;
    const cv::Size text = cv::getTextSize(label, font, scale, 1, &baseline);
    cv::Mat(cell, cv::Rect(0, 0, text.width + 16, text.height + 16)).setTo(background);
    cv::putText(cell, label, {8, 8 + text.height}, font, scale, cv::Scalar(240, 240, 240), 1, cv::LINE_AA);
}

}  // namespace

cv::Mat drawPlanes(const cv::Mat& sourceBgr, const cv::Mat& result, const Conversion& conversion)
{
    const cv::Size picture = scaledSize(sourceBgr.size());
    const cv::Size cell(std::max(picture.width, smallestCell.width), std::max(picture.height, smallestCell.height));
    cv::Mat canvas(2 * cell.height + 3 * gap, 2 * cell.width + 3 * gap, CV_8UC3, background);
    const Planes planes = separatePlanes(result, sourceBgr.size(), conversion);
    for (int i = 0; i <= int(planes.size()); ++i) {
        const cv::Point corner(gap + i % 2 * (cell.width + gap), gap + i / 2 * (cell.height + gap));
        const cv::Mat content = i == 0 ? scaled(sourceBgr, picture)
                                       : planeColours(planes[i - 1], largestSample(conversion), picture, i - 1);
        cv::Mat place(canvas, cv::Rect(corner, cell));
        const cv::Point inner((cell.width - picture.width) / 2, (cell.height - picture.height) / 2);
        content.copyTo(cv::Mat(place, cv::Rect(inner, picture)));
        drawLabel(place, i == 0 ? "source" : conversion.planeNames[i - 1]);
    }
    return canvas;
}
