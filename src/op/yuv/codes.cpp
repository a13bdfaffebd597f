// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of cv::cvtColor's codes for subsampled formats.

#include "codes.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_CODE(CODE, ORDER, CHANNELS, LAYOUT, MATRIX)                                              \
    {                                                                                                       \
        CODE, "COLOR_" #CHANNELS "2YUV_" #LAYOUT, ChannelOrder::ORDER, YuvLayout::LAYOUT, YuvMatrix::MATRIX \
    }
#define CUDASTRIPE_CODES(LAYOUT, MATRIX, FROM_RGB, FROM_BGR, FROM_RGBA, FROM_BGRA)                            \
    CUDASTRIPE_CODE(FROM_RGB, RGB, RGB, LAYOUT, MATRIX), CUDASTRIPE_CODE(FROM_BGR, BGR, BGR, LAYOUT, MATRIX), \
        CUDASTRIPE_CODE(FROM_RGBA, RGB, RGBA, LAYOUT, MATRIX), CUDASTRIPE_CODE(FROM_BGRA, BGR, BGRA, LAYOUT, MATRIX)

const std::vector<YuvCode>& yuvCodes()
{
    static const std::vector<YuvCode> table = {
        CUDASTRIPE_CODES(I420, OpenCV420, 127, 128, 129, 130), CUDASTRIPE_CODES(YV12, OpenCV420, 131, 132, 133, 134),
        CUDASTRIPE_CODES(UYVY, OpenCV422, 143, 144, 145, 146), CUDASTRIPE_CODES(YUY2, OpenCV422, 147, 148, 151, 152),
        CUDASTRIPE_CODES(YVYU, OpenCV422, 149, 150, 153, 154),
    };
    return table;
}

}}  // namespace cv::cudastripe
