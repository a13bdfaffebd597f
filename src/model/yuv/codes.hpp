// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The codes of cv::cvtColor that convert to a subsampled format, and those that convert from one.

#pragma once

#include <vector>

#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! A code of cv::cvtColor that converts to or from a subsampled format: one row of a table.
struct CV_EXPORTS YuvCode
{
    int code;  //!< a number, since OpenCV before 4.9 has no names for the codes to 4:2:2
    const char* name;
    ChannelOrder order;
    int channels;  //!< of the image, unless the caller requests others for a result; 1: luma alone
    YuvFormat format;
};

//! The format of a layout that these codes have.
CV_EXPORTS YuvFormat formatOfCodes(YuvLayout layout);

//! All codes that convert to a subsampled format.
CV_EXPORTS const std::vector<YuvCode>& yuvCodes();

//! All codes that convert from one. Those from 4:2:0 to grey have the same number, COLOR_YUV2GRAY_420.
CV_EXPORTS const std::vector<YuvCode>& yuvDecodeCodes();

}}  // namespace cv::cudastripe
