// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See image_planes.hpp.

#include "image_planes.hpp"

namespace cv { namespace cudastripe {

std::vector<PlaneView> planesOf(const PlaneView& image, const YuvFormat& format, Size picture)
{
    if (format.planes() == 1)
        return {};
    std::vector<PlaneView> planes;
    planes.reserve(static_cast<size_t>(format.planes()));
    int64 halfRows = 0;  // of the image, above the plane
    for (int p = 0; p < format.planes(); ++p) {
        const Size size = format.planeSize(p, picture);
        const int64 rowBytes = int64(size.width) * int64(CV_ELEM_SIZE(format.planeType(p)));
        const bool folded = rowBytes < image.rowBytes;
        PlaneView plane = image;
        plane.base = image.row(halfRows / 2);
        plane.rowBytes = rowBytes;
        if (folded) {
            plane.fold = 2;
            plane.phase = static_cast<int>(halfRows % 2);
            plane.foldBytes = rowBytes;
        }
        planes.push_back(plane);
        halfRows += int64(size.height) * (folded ? 1 : 2);
    }
    return planes;
}

}}  // namespace cv::cudastripe
