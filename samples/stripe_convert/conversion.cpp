// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "convert.hpp"

using namespace cv::cudastripe;

void Converter::convert(const Planes& frame, const Format& from, Planes& result)
{
    if (from && target) {
        cvtYuv(frame, *from, result, *target, StreamRef(), striper);
    } else if (from) {
        result.resize(1);
        cvtFromYuv(frame, result[0], *from, StreamRef(), striper);
    } else if (!target) {
        result = frame;
    } else {
        colours = frame[0];
        const int depth = target->imageDepth();
        if (colours.depth() != depth)
            colours.convertTo(colours, depth, depth == CV_16U ? 257 : 1 / 257.);  // white stays white
        cvtToYuv(colours, result, *target, StreamRef(), striper);
    }
}
