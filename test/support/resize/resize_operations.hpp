// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"
#include "resize_modes.hpp"

namespace opencv_test {

//! Of an image, or of the first of a batch; an OpenCV without CUDA does not say it for those on a device.
Size sizeOfFirst(InputArray images);

/** @brief A resampling as an operation, against what defines it.
@param sizeOf the size of the result for a source's */
ImageOperation resizeOperation(const ResizeMode& mode, const std::function<Size(Size)>& sizeOf);

//! Each INTER_ with each kind of scale: up, down, halves, integers, one pixel, factors instead of a size, ...
std::vector<ImageOperation> opencvResizeOperations();

//! Each filter of Pillow with kinds of scale and of boxes, straight and premultiplied, and the orders of its versions.
std::vector<ImageOperation> pillowResizeOperations();

//! Both.
std::vector<ImageOperation> resizeOperations();

//! Each resampling up and down, of few types: for tests with many calls of each.
std::vector<ImageOperation> resizesToCut();

}  // namespace opencv_test
