// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See border.hpp.

#include "border.hpp"

#include <numeric>

namespace cv { namespace cudastripe {

BorderOp::BorderOp(const ChainPicture& picture, int type) : StripeOp(picture.result.width, picture.result.height, 1)
{
    const int pixelBytes = static_cast<int>(CV_ELEM_SIZE(type));
    outputs_.push_back(plane(pixelBytes));
    const Rect inside(picture.at, picture.sizes.made.size());
    body_.left = int64(inside.x) * pixelBytes;
    body_.right = int64(inside.br().x) * pixelBytes;
    body_.top = inside.y;
    body_.bottom = inside.br().y;
    body_.phases = pixelBytes / std::gcd(pixelBytes, BorderBody::kBytes);
    const Mat pixel(1, 1, type, picture.border);
    row_.resize(size_t(cols_) * size_t(pixelBytes));
    for (size_t i = 0; i < row_.size(); ++i)
        row_[i] = pixel.data[i % size_t(pixelBytes)];
    for (int i = 0; i < body_.phases * BorderBody::kBytes; ++i)
        reinterpret_cast<uchar*>(body_.pixels)[i] = pixel.data[i % pixelBytes];
}

BorderBody BorderOp::bodyOn(const StripePlanes& planes, int64 units) const
{
    BorderBody body = body_;
    body.dst = planes.out[0];
    body.first = planes.first;
    body.aligned = body.dst.aligned(BorderBody::kBytes, units);
    return body;
}

void BorderOp::hostRun(const StripePlanes& planes, int64 units) const
{
    const auto fill = [&](int64 y, size_t from, size_t to) {
        std::copy(row_.begin() + std::ptrdiff_t(from), row_.begin() + std::ptrdiff_t(to), planes.out[0].row(y) + from);
    };
    for (int64 y = 0; y < units; ++y) {
        const int64 row = planes.first + y;
        const bool meets = row >= body_.top && row < body_.bottom;
        fill(y, 0, meets ? size_t(body_.left) : row_.size());
        if (meets)
            fill(y, size_t(body_.right), row_.size());
    }
}

KernelRef BorderOp::kernel(const StripePlanes& planes, int64 units) const
{
    const int64 items = (outputs_[0].rowBytes + BorderBody::kBytes - 1) / BorderBody::kBytes;
    return KernelRef(bodyOn(planes, units), items, units, accesses(planes, units));
}

}}  // namespace cv::cudastripe
