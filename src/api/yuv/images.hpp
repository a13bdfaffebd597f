// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The caller's images of a YUV format: the planes that are read from and written to.

#pragma once

#include "../images/array_access.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! As planesOf() of the view of the whole image.
std::vector<PlaneView> planesOf(const ImageAccess& image, const YuvFormat& format, Size picture);

//! The granule in rows of the picture: one block, or two if two rows of a plane share a row of memory.
int granuleOf(const YuvFormat& format, const std::vector<ImageAccess>& images);

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

//! Opens one image, or one for each plane if `dst` is an array of them, for a picture of this size. Throws if `dst`
//! does not fit, or if planes overlap each other or a source. With `mayBeSame` a plane may be exactly a source; one
//! image of several planes may not.
std::vector<ImageAccess> openYuvOutput(OutputArray dst, const YuvFormat& format, Size picture,
                                       const std::vector<ImageAccess>& src, const char* function, bool mayBeSame);

//! True if the destination is there already, as one image, so that nothing is allocated for it.
bool fits(const _OutputArray& dst, const YuvFormat& format, Size picture);

//! Throws unless the sides of `argument` are multiples of the format's block, as codes of cv::cvtColor need them.
void requireWholeBlocks(Size size, const YuvFormat& format, const char* function, const char* argument = "src");

//! Throws unless the format takes a picture of this size: any in several planes, else whole blocks.
void requirePicture(Size size, const YuvFormat& format, const char* function, const char* argument = "src");

}}  // namespace cv::cudastripe
