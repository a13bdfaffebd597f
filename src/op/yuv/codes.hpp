// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The codes of cv::cvtColor that give a subsampled format, and those that read one.

#pragma once

#include <vector>

#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! A code of cv::cvtColor that gives a subsampled format: one row of the table.
struct CV_EXPORTS YuvCode
{
    int code;  //!< a number, since OpenCV before 4.9 has no name for those of 4:2:2
    const char* name;
    ChannelOrder order;
    YuvLayout layout;
    YuvMatrix matrix;

    YuvFormat format() const { return YuvFormat(layout, matrix); }
};

//! All of them.
CV_EXPORTS const std::vector<YuvCode>& yuvCodes();

//! A code of cv::cvtColor that reads a subsampled format: one row of the table.
struct CV_EXPORTS YuvDecodeCode
{
    int code;  //!< a number, as above
    const char* name;
    ChannelOrder order;
    int channels;  //!< of the result, unless the caller wants others; 1: luma alone
    YuvLayout layout;

    YuvFormat format() const;
};

//! All of them. Those from 4:2:0 to grey have one number, COLOR_YUV2GRAY_420.
CV_EXPORTS const std::vector<YuvDecodeCode>& yuvDecodeCodes();

}}  // namespace cv::cudastripe
