// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The images that a call resizes.

#pragma once

#include "../op/chain/op.hpp"
#include "images/array_access.hpp"

namespace cv { namespace cudastripe {

//! Throws unless the resampling takes an image of this type, in which its box lies.
void requireResizable(Size size, int type, const Resampling& resampling, const char* function, const char* argument);

//! Those of a call that says the scales. Throws if they make no pixel.
ResizeSizes scaledSizes(Size source, double fx, double fy, const char* function);

//! True if pixels stay as they are, alpha included.
bool isCopy(const Resampling& resampling, const ResizeSizes& sizes);

/** @brief What a chain reads of its first image, and what it makes of it.

`images` are those of the first format, or the one image, whose picture has this size and this type. What lies outside
the part of `framing` is cut off there, as far as whole blocks do. Throws if the part lies outside, if the resampling
does not take the pixels, or if none is seen of what is placed. */
ChainPicture pictureOf(const Chain& chain, const Framing& framing, std::vector<ImageAccess>& images, Size size,
                       int type, const char* function, const char* argument);

}}  // namespace cv::cudastripe
