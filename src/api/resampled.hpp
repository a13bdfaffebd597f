// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The images that a call resizes.

#pragma once

#include "../op/chain/op.hpp"
#include "images/array_access.hpp"

namespace cv { namespace cudastripe {

//! Throws unless the resampling takes an image of this type, in which its box lies.
void requireResizable(Size size, int type, const Resampling& resampling, const char* function, const char* argument);

//! The sizes of a call that gives scales instead of a size. Throws if the result has no pixel.
ResizeSizes scaledSizes(Size source, double fx, double fy, const char* function);

//! True if pixels stay as they are, alpha included.
bool isCopy(const Resampling& resampling, const ResizeSizes& sizes);

/** @brief The picture that a chain reads, and the result that it makes of it.

`images` has the planes of the chain's YUV format, or the one source image; `size` and `type` are those of the picture.
The images are cut to the part of `framing`: YUV at whole blocks, or not at all if chroma is interpolated. Throws if the
part exceeds the picture, if the resampling does not take the pixels, or if no placed pixel lies in the result. */
ChainPicture pictureOf(const Chain& chain, const Framing& framing, std::vector<ImageAccess>& images, Size size,
                       int type, const char* function, const char* argument);

}}  // namespace cv::cudastripe
