// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "planes.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace {

const cv::Scalar background(34, 30, 28);

// Scaled to the size. Enlarged chroma shows its samples as blocks.
cv::Mat scaled(const cv::Mat& picture, cv::Size size)
{
    cv::Mat result;
    const bool larger = size.width > picture.cols || size.height > picture.rows;
    cv::resize(picture, result, size, 0, 0, larger ? cv::INTER_NEAREST : cv::INTER_AREA);
    return result;
}

// Luma as grey, chroma as its colour at medium brightness.
cv::Mat planeColours(const cv::Mat& values, int plane)
{
    const int channelOf[] = {0, 2, 1};
    std::vector<cv::Mat> ycrcb(3, cv::Mat(values.size(), CV_8U, cv::Scalar(128)));
    ycrcb[channelOf[plane]] = values;
    cv::Mat colours;
    cv::merge(ycrcb, colours);
    cv::cvtColor(colours, colours, cv::COLOR_YCrCb2BGR);
    return colours;
}

cv::Mat labelled(const cv::Mat& picture, const std::string& label)
{
    const cv::Size smallest(160, 120);
    const int gap = 4, right = std::max(0, smallest.width - picture.cols),
              below = std::max(0, smallest.height - picture.rows), font = cv::FONT_HERSHEY_DUPLEX;
    cv::Mat cell;
    cv::copyMakeBorder(picture, cell, gap + below / 2, gap + (below + 1) / 2, gap + right / 2, gap + (right + 1) / 2,
                       cv::BORDER_CONSTANT, background);
    const double scale = 0.55;
    const cv::Size text = cv::getTextSize(label, font, scale, 1, nullptr);
    cell(cv::Rect(gap, gap, text.width + 16, text.height + 16)).setTo(background);
    cv::putText(cell, label, {gap + 8, gap + 8 + text.height}, font, scale, cv::Scalar::all(240), 1, cv::LINE_AA);
    return cell;
}

}  // namespace

Planes separatePlanes(const cv::Mat& yuv, cv::Size picture, const Conversion& conversion)
{
    CV_Assert(yuv.isContinuous());
    const cv::Size block = conversion.blockSize();
    const cv::Size chroma(picture.width / block.width, picture.height / block.height);
    Planes planes = {cv::Mat(picture, yuv.depth())};
    for (int i = 1; i < 3 && conversion.packing != std::vector<std::string>{"Y"}; ++i)
        planes.emplace_back(chroma, yuv.depth());

    uchar* from = yuv.data;
    for (const std::string& letters : conversion.packing) {
        // Seen as an image with a channel for each letter. A letter that comes twice stands for two pixels of its
        // plane.
        const std::string all = "YUV";
        cv::Mat packed;
        std::vector<cv::Mat> to;
        std::vector<int> pairs;
        for (size_t i = 0; i < planes.size(); ++i) {
            const int channels = int(std::count(letters.begin(), letters.end(), all[i]));
            if (channels == 0)
                continue;
            const int first = to.empty() ? 0 : int(pairs.size() / 2);
            to.push_back(planes[i].reshape(channels));
            for (size_t at = letters.find(all[i]), n = 0; at != std::string::npos;
                 at = letters.find(all[i], at + 1), ++n)
                pairs.insert(pairs.end(), {int(at), first + int(n)});
        }
        packed = cv::Mat(to[0].size(), CV_MAKETYPE(yuv.depth(), int(letters.size())), from);
        cv::mixChannels(&packed, 1, to.data(), to.size(), pairs.data(), pairs.size() / 2);
        from += packed.total() * packed.elemSize();
    }
    return planes;
}

cv::Mat drawPlanes(const cv::Mat& colours, const cv::Mat& yuv, const Conversion& conversion)
{
    const double largest = 788, scale = std::min({1., largest / colours.cols, largest / colours.rows});
    const cv::Size size(std::max(1, cvRound(colours.cols * scale)), std::max(1, cvRound(colours.rows * scale)));
    const int bits = conversion.format ? conversion.format->depth() : 8;
    const bool ycrcb = !conversion.format && conversion.packing[0] == "YVU";
    const char* const names[] = {"Y", ycrcb ? "Cb" : "U", ycrcb ? "Cr" : "V"};

    const bool rgb = conversion.order == cv::cudastripe::ChannelOrder::RGB;
    cv::Mat bgr;
    colours.convertTo(bgr, CV_8U, colours.depth() == CV_8U ? 1 : 1 / 257.);
    if (colours.channels() == 4)
        cv::cvtColor(bgr, bgr, rgb ? cv::COLOR_RGBA2BGR : cv::COLOR_BGRA2BGR);
    std::vector<cv::Mat> cells = {labelled(scaled(bgr, size), conversion.toColours ? "result" : "source")};
    const Planes planes = separatePlanes(yuv, colours.size(), conversion);
    for (size_t i = 0; i < planes.size(); ++i) {
        cv::Mat values;
        planes[i].convertTo(values, CV_8U, 255. / (((1 << bits) - 1) * conversion.unit));
        cells.push_back(labelled(planeColours(scaled(values, size), int(i)), names[i]));
    }
    while (cells.size() < 4)
        cells.emplace_back(cells[0].size(), CV_8UC3, background);
    cv::Mat upper, lower, all;
    cv::hconcat(cells[0], cells[1], upper);
    cv::hconcat(cells[2], cells[3], lower);
    cv::vconcat(upper, lower, all);
    cv::copyMakeBorder(all, all, 4, 4, 4, 4, cv::BORDER_CONSTANT, background);
    return all;
}
