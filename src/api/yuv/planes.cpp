// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The planes of a YUV format in the caller's images.

#include "../../op/yuv/image_planes.hpp"
#include "images.hpp"

namespace cv { namespace cudastripe {

std::vector<PlaneView> planesOf(const ImageAccess& image, const YuvFormat& format, Size picture)
{
    return planesOf(image.plane, format, picture);
}

int granuleOf(const YuvFormat& format, const std::vector<ImageAccess>& images)
{
    int fold = 1;
    for (const ImageAccess& image : images) {
        for (const PlaneView& plane : image.planes)
            fold = std::max(fold, plane.fold);
    }
    return format.blockSize().height * fold;
}

}}  // namespace cv::cudastripe
