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

#define CUDASTRIPE_CODE_TO(CODE, ORDER, COLOURS, CHANNELS, LAYOUT)                                \
    {                                                                                             \
        CODE, "COLOR_YUV2" #COLOURS "_" #LAYOUT, ChannelOrder::ORDER, CHANNELS, YuvLayout::LAYOUT \
    }
#define CUDASTRIPE_CODES_TO(LAYOUT, TO_RGB, TO_BGR, TO_RGBA, TO_BGRA)                                 \
    CUDASTRIPE_CODE_TO(TO_RGB, RGB, RGB, 3, LAYOUT), CUDASTRIPE_CODE_TO(TO_BGR, BGR, BGR, 3, LAYOUT), \
        CUDASTRIPE_CODE_TO(TO_RGBA, RGB, RGBA, 4, LAYOUT), CUDASTRIPE_CODE_TO(TO_BGRA, BGR, BGRA, 4, LAYOUT)

YuvFormat YuvDecodeCode::format() const
{
    const bool halvesRows = YuvFormat(layout).blockSize().height == 2;
    return YuvFormat(layout, halvesRows ? YuvMatrix::OpenCV420 : YuvMatrix::OpenCV422);
}

const std::vector<YuvDecodeCode>& yuvDecodeCodes()
{
    static const std::vector<YuvDecodeCode> table = {
        CUDASTRIPE_CODES_TO(NV12, 90, 91, 94, 95),
        CUDASTRIPE_CODES_TO(NV21, 92, 93, 96, 97),
        CUDASTRIPE_CODES_TO(YV12, 98, 99, 102, 103),
        CUDASTRIPE_CODES_TO(I420, 100, 101, 104, 105),
        CUDASTRIPE_CODES_TO(UYVY, 107, 108, 111, 112),
        CUDASTRIPE_CODES_TO(YUY2, 115, 116, 119, 120),
        CUDASTRIPE_CODES_TO(YVYU, 117, 118, 121, 122),
        {106, "COLOR_YUV2GRAY_420", ChannelOrder::BGR, 1, YuvLayout::I420},
        CUDASTRIPE_CODE_TO(123, BGR, GRAY, 1, UYVY),
        CUDASTRIPE_CODE_TO(124, BGR, GRAY, 1, YUY2),
    };
    return table;
}

}}  // namespace cv::cudastripe
