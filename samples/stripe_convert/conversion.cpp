// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "convert.hpp"

#include <opencv2/imgproc.hpp>

using namespace cv::cudastripe;

void Converter::convert(const Planes& frame, const std::optional<YuvFormat>& from, Planes& result)
{
    if (from && target.format) {
        cvtYuv(frame, *from, result, *target.format, StreamRef(), striper);
    } else if (from) {
        result.resize(1);
        cvtFromYuv(frame, result[0], *from, StreamRef(), striper);
    } else if (!target.format) {
        result = frame;
    } else {
        colours = frame[0];
        const int depth = target.format->imageDepth();
        if (colours.depth() != depth)
            colours.convertTo(colours, depth, depth == CV_16U ? 257 : 1 / 257.);  // white stays white
        const cv::Size block = target.pad ? target.format->blockSize() : cv::Size(1, 1);
        cv::copyMakeBorder(colours, colours, 0, (block.height - colours.rows % block.height) % block.height, 0,
                           (block.width - colours.cols % block.width) % block.width, cv::BORDER_REPLICATE);
        cvtToYuv(colours, result, *target.format, StreamRef(), striper);
    }
}
