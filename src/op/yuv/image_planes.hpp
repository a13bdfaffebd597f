// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The planes of a YUV format in one image.

#pragma once

#include <vector>

#include "../plane_view.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! The planes of one image, which lie one below the other. A row of the image holds two rows of a plane that is half as
//! wide. Empty if the format has one plane. `picture` is the size of the picture.
CV_EXPORTS std::vector<PlaneView> planesOf(const PlaneView& image, const YuvFormat& format, Size picture);

}}  // namespace cv::cudastripe
