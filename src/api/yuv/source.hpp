// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where a YUV format is read from.

#pragma once

#include "../array_access.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! What messages call an argument, and its planes if it is an array of them.
struct YuvArgument
{
    const char* name;
    const char* planes[3];
};
constexpr YuvArgument kYuvSrc = {"src", {"src[0]", "src[1]", "src[2]"}};
constexpr YuvArgument kYuvSrc1 = {"src1", {"src1[0]", "src1[1]", "src1[2]"}};

//! Opens one image, or one for each plane if `src` is an array of them, and gives the size of the picture. Throws if
//! the images do not fit the format.
Size openYuvInput(std::vector<ImageAccess>& images, InputArray src, const YuvFormat& format, const char* function,
                  const YuvArgument& argument = kYuvSrc);

//! Opens a plane, and gives the size of the picture, which plane 0 has. Throws if it does not fit.
Size openYuvPlane(std::vector<ImageAccess>& images, InputArray plane, int number, const YuvFormat& format, Size picture,
                  const char* function, const char* argument);

}}  // namespace cv::cudastripe
