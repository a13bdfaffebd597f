// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The tables of cv::cvtColor's codes for subsampled formats.

#include "codes.hpp"

namespace cv { namespace cudastripe {

YuvFormat formatOfCodes(YuvLayout layout)
{
    const bool halvesRows = YuvFormat(layout).blockSize().height == 2;
    return YuvFormat(layout, halvesRows ? YuvMatrix::OpenCV420 : YuvMatrix::OpenCV422);
}

#define CUDASTRIPE_CODE(CODE, NAME, ORDER, CHANNELS, LAYOUT)                                         \
    {                                                                                                \
        CODE, "COLOR_" NAME #LAYOUT, ChannelOrder::ORDER, CHANNELS, formatOfCodes(YuvLayout::LAYOUT) \
    }
#define CUDASTRIPE_CODES(BEFORE, BEHIND, LAYOUT, OF_RGB, OF_BGR, OF_RGBA, OF_BGRA) \
    CUDASTRIPE_CODE(OF_RGB, BEFORE "RGB" BEHIND, RGB, 3, LAYOUT),                  \
        CUDASTRIPE_CODE(OF_BGR, BEFORE "BGR" BEHIND, BGR, 3, LAYOUT),              \
        CUDASTRIPE_CODE(OF_RGBA, BEFORE "RGBA" BEHIND, RGB, 4, LAYOUT),            \
        CUDASTRIPE_CODE(OF_BGRA, BEFORE "BGRA" BEHIND, BGR, 4, LAYOUT)

const std::vector<YuvCode>& yuvCodes()
{
    static const std::vector<YuvCode> table = {
        CUDASTRIPE_CODES("", "2YUV_", I420, 127, 128, 129, 130),
        CUDASTRIPE_CODES("", "2YUV_", YV12, 131, 132, 133, 134),
        CUDASTRIPE_CODES("", "2YUV_", UYVY, 143, 144, 145, 146),
        CUDASTRIPE_CODES("", "2YUV_", YUY2, 147, 148, 151, 152),
        CUDASTRIPE_CODES("", "2YUV_", YVYU, 149, 150, 153, 154),
    };
    return table;
}

const std::vector<YuvCode>& yuvDecodeCodes()
{
    static const std::vector<YuvCode> table = {
        CUDASTRIPE_CODES("YUV2", "_", NV12, 90, 91, 94, 95),
        CUDASTRIPE_CODES("YUV2", "_", NV21, 92, 93, 96, 97),
        CUDASTRIPE_CODES("YUV2", "_", YV12, 98, 99, 102, 103),
        CUDASTRIPE_CODES("YUV2", "_", I420, 100, 101, 104, 105),
        CUDASTRIPE_CODES("YUV2", "_", UYVY, 107, 108, 111, 112),
        CUDASTRIPE_CODES("YUV2", "_", YUY2, 115, 116, 119, 120),
        CUDASTRIPE_CODES("YUV2", "_", YVYU, 117, 118, 121, 122),
        {106, "COLOR_YUV2GRAY_420", ChannelOrder::BGR, 1, formatOfCodes(YuvLayout::I420)},
        CUDASTRIPE_CODE(123, "YUV2GRAY_", BGR, 1, UYVY),
        CUDASTRIPE_CODE(124, "YUV2GRAY_", BGR, 1, YUY2),
    };
    return table;
}

}}  // namespace cv::cudastripe
