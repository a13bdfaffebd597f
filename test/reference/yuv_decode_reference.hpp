// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/yuv_format.hpp"

namespace opencv_test {

//! The codes of a picture apart, without unused bits, as CV_16UC1; chroma has a value for each block, or is empty.
struct YuvPicture
{
    cv::Mat y, u, v;
};

//! A picture of neutral chroma and luma 0. Pixels and blocks are then set by the caller.
YuvPicture greyPicture(cv::Size size, const cv::cudastripe::YuvFormat& format);

//! The samples of all planes in the order of memory, as one row.
cv::Mat samplesOfPicture(const YuvPicture& picture, const cv::cudastripe::YuvFormat& format);
//! The one image that holds all planes.
cv::Mat imageOfPicture(const YuvPicture& picture, const cv::cudastripe::YuvFormat& format);
//! Reads any image whose samples lie in the order of the format, and whose rows have no gaps.
YuvPicture pictureOf(const cv::Mat& image, cv::Size size, const cv::cudastripe::YuvFormat& format);

//! The real R, G, B that codes of Y, U, V stand for, 0 to 255 or to 65535 within the gamut; not rounded, not saturated.
//! For OpenCV420 and OpenCV422 the integers of cv::cvtColor, not saturated.
cv::Vec3d realColour(const cv::Vec3d& yuv, const cv::cudastripe::YuvFormat& format);

//! CV_8U for 8 bits, CV_16U for more.
int colourDepth(const cv::cudastripe::YuvFormat& format);
//! The greatest value of a colour: 255 or 65535.
int greatestColour(const cv::cudastripe::YuvFormat& format);

//! The colours of a picture by realColour, each rounded once, with 3 or 4 channels of CV_8U or CV_16U.
cv::Mat coloursOfPicture(const YuvPicture& picture, const cv::cudastripe::YuvFormat& format, bool rgb, int channels,
                         int depth);
inline cv::Mat coloursOfPicture(const YuvPicture& picture, const cv::cudastripe::YuvFormat& format, bool rgb,
                                int channels)
{
    return coloursOfPicture(picture, format, rgb, channels, colourDepth(format));
}

}  // namespace opencv_test
