// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Conversions on the CPU's threads. Each gives kTaken, or kNotImplemented if OpenCV must do it.

#pragma once

#include "../src/model/color_codes.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"
#include "opencv2/imgproc.hpp"

namespace cudastripe_hal {

constexpr int kTaken = 0, kNotImplemented = 1;

//! The caller's memory.
struct Memory
{
    const uchar* base;
    size_t step;
};

struct Images
{
    Memory src, dst;
    cv::Size size;
};

int convertColors(const Images& images, cv::cudastripe::ColorSpace from, cv::cudastripe::ColorSpace to, bool redFirst,
                  int depth, int scn, int dcn);

//! Packed YUV, or YCrCb.
int convertPacked(const Images& images, bool toColors, bool redFirst, bool isCbCr, int depth, int channels);

//! A YUV image with its planes, and the other one, of colours.
struct YuvWork
{
    cv::cudastripe::YuvLayout layout;
    Memory planes[2];  //!< of luma, and of chroma if that has its own step or address
    Memory colors;
    cv::Size size;
    int channels;
    bool redFirst;
};

int convertFormat(const YuvWork& work, bool toColors);

//! Factors are samples of the result for one of the source.
int resizeImage(int type, const Memory& src, cv::Size source, const Memory& dst, cv::Size result, double scaleX,
                double scaleY, int interpolation);

//! Calls that were taken.
size_t callCount();

}  // namespace cudastripe_hal
