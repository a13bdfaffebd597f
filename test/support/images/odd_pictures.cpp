// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "odd_pictures.hpp"

#include <set>

namespace opencv_test {
namespace {

const Size kSizes[] = {{1, 1}, {1, 2}, {2, 1},   {1, 7},   {7, 1},   {3, 3},   {7, 5},   {8, 5},
                       {7, 6}, {9, 2}, {19, 13}, {33, 16}, {64, 31}, {65, 17}, {127, 9}, {131, 35}};

}  // namespace

const std::vector<YuvFormat>& oddFormats()
{
    static const std::vector<YuvFormat> formats = [] {
        std::vector<YuvFormat> found;
        std::set<std::string> seen;
        const YuvMatrix matrices[] = {YuvMatrix::BT709, YuvMatrix::BT601, YuvMatrix::BT2020};
        for (const YuvFormat& f : YuvFormat::all()) {
            const std::string kind = cv::format("%d %d %d", int(f.layout()), f.depth(), int(f.siting()));
            if (f.planes() == 1 || f.blockSize() == Size(1, 1) || !seen.insert(kind).second)
                continue;
            const YuvRange range = found.size() % 2 ? YuvRange::Full : YuvRange::Limited;
            const YuvFormat format(f.layout(), matrices[found.size() % 3], range);
            found.push_back(format.withDepth(f.depth()).withSiting(f.siting()));
        }
        return found;
    }();
    return formats;
}

void OddPictures::forAll(const std::function<void(const YuvFormat&, Size)>& check)
{
    for (const YuvFormat& format : oddFormats()) {
        for (const Size size : kSizes) {
            striper_ = backend_.striper(cuttingOfCall(++call_));
            check(format, size);
            ASSERT_FALSE(HasFailure()) << format.name() << size << ", call " << call_;
        }
    }
}

Placement OddPictures::placement() const
{
    const int kinds = !backend_.device() ? 1 : backend_.devices().size() == 1 ? 3 : 2;
    return static_cast<Placement>(call_ % kinds);
}

// Rows of half of all pictures are aligned, so that kernels use wide words.
ImageShape OddPictures::shapeOf(int width)
{
    ImageShape shape = randomShape(placement(), rng_);
    if (call_ / 3 % 2) {
        shape.offset = 0;
        shape.padding = (width + 63) / 64 * 64 - width;
    }
    return shape;
}

PlacedPlanes OddPictures::place(const YuvFormat& format, Size size)
{
    return PlacedPlanes(backend_, format, size,
                        [&](int plane) { return shapeOf(format.planeSize(plane, size).width); });
}

PlacedImage OddPictures::placeImage(Size size, int type)
{
    ImageShape shape = shapeOf(size.width).inValues(type);
    shape.padding *= CV_MAT_CN(type);
    return PlacedImage(backend_, shape, size, type);
}

std::vector<Mat> OddPictures::copiesOf(const PlacedPlanes& planes, const YuvFormat& format)
{
    std::vector<Mat> copies;
    for (int p = 0; p < format.planes(); ++p)
        copies.push_back(planes.plane(p).get());
    return copies;
}

}  // namespace opencv_test
