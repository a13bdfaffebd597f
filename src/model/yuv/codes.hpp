// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The codes of cv::cvtColor that give a subsampled format, and those that read one.

#pragma once

#include <vector>

#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! A code of cv::cvtColor that gives a subsampled format, or reads one: one row of a table.
struct CV_EXPORTS YuvCode
{
    int code;  //!< a number, since OpenCV before 4.9 has no name for those that give 4:2:2
    const char* name;
    ChannelOrder order;
    int channels;  //!< of the image; as a result it may have others if the caller wants; 1: luma alone
    YuvFormat format;
};

//! All that give a format.
CV_EXPORTS const std::vector<YuvCode>& yuvCodes();

//! All that read one. Those from 4:2:0 to grey have one number, COLOR_YUV2GRAY_420.
CV_EXPORTS const std::vector<YuvCode>& yuvDecodeCodes();

}}  // namespace cv::cudastripe
