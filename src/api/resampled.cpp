// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See resampled.hpp.

#include "resampled.hpp"

#include "../model/yuv/packing.hpp"
#include "../op/simd/float_mode.hpp"
#include "../op/yuv/op.hpp"
#include "opencv2/core/check.hpp"
#include "yuv/images.hpp"

namespace cv { namespace cudastripe {
namespace {

//! The part of the image that is read.
Rect partOf(const Framing& framing, Size size, const char* function, const char* argument)
{
    const Rect all(Point(), size), part = framing.part.empty() ? all : framing.part, inside = part & all;
    if (framing.beyond ? !inside.empty() : inside == part)
        return inside;
    CV_Error_(Error::StsOutOfRange,
              ("%s: the chain crops %d x %d at (%d, %d); %s has %d x %d: give a part %s", function, part.width,
               part.height, part.x, part.y, argument, size.width, size.height,
               framing.beyond ? "that has a pixel of it" : "inside it, or a border as well"));
}

void cutImage(ImageAccess& image, const Rect& part)
{
    const auto pixelBytes = static_cast<int64>(CV_ELEM_SIZE(image.type));
    image.plane = image.plane.from(part.y);
    image.plane.base += part.x * pixelBytes;
    image.plane.rowBytes = part.width * pixelBytes;
    if (part.height == 1)
        image.plane.step = image.plane.rowBytes;  // the step of every image of one row
    image.size = part.size();
}

//! The smallest region of whole blocks around a part. Blocks at the picture's right and lower edge may lack pixels.
Rect blocksAround(const Rect& part, Size block, Size picture)
{
    const int x = part.x / block.width * block.width, y = part.y / block.height * block.height;
    const auto up = [](int value, int to) { return (value + to - 1) / to * to; };
    return Rect(x, y, std::min(up(part.br().x, block.width), picture.width) - x,
                std::min(up(part.br().y, block.height), picture.height) - y);
}

void cutPlanes(std::vector<ImageAccess>& images, const YuvFormat& format, const Rect& blocks)
{
    const YuvPacking& packing = packingOf(static_cast<int>(format.layout()));
    const auto cut = [&](PlaneView& plane, int p) {
        const auto bytes = [&](int cols) {
            return packing.planes[p].groupsOf(cols) * packing.planes[p].length * (format.depth() > 8 ? 2 : 1);
        };
        plane = plane.from(packing.rowsOf(p, blocks.y));
        plane.base += bytes(blocks.x);
        plane.rowBytes = bytes(blocks.width);
    };
    for (int p = 0; p < packing.planeCount; ++p) {
        if (images.size() == 1 && !images[0].planes.empty()) {
            cut(images[0].planes[static_cast<size_t>(p)], p);
            continue;
        }
        ImageAccess& image = images[static_cast<size_t>(p)];
        cut(image.plane, p);
        image.size = format.planeSize(p, blocks.size());
        if (image.size.height == 1)
            image.plane.step = image.plane.rowBytes;
    }
}

//! Cuts the planes at the blocks around the part, and returns the picture that they then hold.
ChainPicture cutPicture(const Chain& chain, std::vector<ImageAccess>& images, const Rect& part, Size size)
{
    const YuvFormat& format = chain.sourceFormat();
    const YuvPacking& packing = packingOf(static_cast<int>(format.layout()));
    const int granule = granuleOf(format, images);
    ChainPicture picture = {size, part, part.size(), granule, std::nullopt};
    // Interpolation needs chroma beyond the part, so it keeps all of the planes.
    if (!interpolatesChroma(format, chain.sourceUpsampling())) {
        const Rect blocks = blocksAround(part, Size(std::max(packing.planes[0].cols, packing.cols), granule), size);
        picture.part -= blocks.tl();
        picture.source = packing.takes(part.width) && picture.part.tl() == Point() ? part.size() : blocks.size();
        cutPlanes(images, format, Rect(blocks.tl(), picture.source));
    }
    if (picture.part != Rect(Point(), picture.source))
        picture.resampling = Resampling::opencv(INTER_NEAREST);  // takes just the part
    return picture;
}

}  // namespace

void requireResizable(Size size, int type, const Resampling& resampling, const char* function, const char* argument)
{
    const int channels = CV_MAT_CN(type), depth = CV_MAT_DEPTH(type), depths = depthsOf(resampling);
    String list;
    for (int each = CV_8U; each <= CV_64F; ++each) {
        if (depths >> each & 1)
            list += (list.empty() ? "" : ", ") + String(depthToString(each));
    }
    const bool floats = resampling.interpolation() < 0 && depth == CV_32F;
    if (depth > CV_64F || !(depths >> depth & 1) || channels > 4 || (floats && channels > 1)) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: %s has type %s; %s takes 1 to 4 channels of %s%s: convert it first", function, argument,
                   typeToString(type).c_str(), resampling.name().c_str(), list.c_str(),
                   resampling.interpolation() < 0 ? ", but CV_32F only with one channel" : ""));
    }
    const Rect2d& box = resampling.box();
    if (PillowBox::of(resampling, size).inside(size))
        return;
    CV_Error_(Error::StsOutOfRange, ("%s: the box of resampling is %g x %g at (%g, %g); %s has %d x %d: give one "
                                     "inside it",
                                     function, box.width, box.height, box.x, box.y, argument, size.width, size.height));
}

ResizeSizes scaledSizes(Size source, double fx, double fy, const char* function)
{
    const Size size(saturate_cast<int>(source.width * fx), saturate_cast<int>(source.height * fy));
    if (size.empty()) {
        CV_Error_(Error::StsBadSize,
                  ("%s: fx %g and fy %g make %d x %d of a source of %d x %d; both must be at least 1", function, fx, fy,
                   size.width, size.height, source.width, source.height));
    }
    return {source, size, fx, fy, Rect(Point(), size)};
}

bool isCopy(const Resampling& resampling, const ResizeSizes& sizes)
{
    return sizes.result == sizes.source && PillowBox::of(resampling, sizes.source).crops(sizes.result);
}

namespace {

//! The part, of which `picture` is what lies inside the image: it is placed on a border.
ChainPicture padded(ChainPicture picture, const Framing& framing, Point inside)
{
    const Size size = framing.part.size();
    picture.resampling = Resampling::opencv(INTER_NEAREST);
    picture.sizes = sizesOf(picture.part.size(), picture.part.size());
    picture.at = inside - framing.part.tl();
    picture.border = *framing.beyond;
    picture.result = size;
    ChainPicture whole = {size, Rect(Point(), size), size, 1, std::nullopt};
    whole.padded = std::make_shared<const ChainPicture>(std::move(picture));
    return whole;
}

//! Places the resized picture in the result. Only its pixels that lie inside are computed.
void place(ChainPicture& picture, const Framing& framing, const char* function)
{
    const Point at = framing.at;
    const Rect seen =
        Rect(Point(), picture.sizes.result) & Rect(-at.x, -at.y, picture.result.width, picture.result.height);
    if (seen.empty()) {
        CV_Error_(Error::StsOutOfRange,
                  ("%s: the chain places %d x %d pixels at (%d, %d) on an image of %d x %d: none of them lies inside",
                   function, picture.sizes.result.width, picture.sizes.result.height, at.x, at.y, picture.result.width,
                   picture.result.height));
    }
    picture.sizes.made = seen;
    picture.at = seen.tl() + at;
    picture.border = framing.border;
}

}  // namespace

ChainPicture pictureOf(const Chain& chain, const Framing& framing, std::vector<ImageAccess>& images, Size size,
                       int type, const char* function, const char* argument)
{
    const FloatMode mode;  // scales do not depend on the caller's
    const Rect inside = partOf(framing, size, function, argument);
    const Size part = framing.part.empty() ? size : framing.part.size();
    ChainPicture picture = {inside.size(), Rect(Point(), inside.size()), part, 1, std::nullopt};
    if (chain.beginsInYuv())
        picture = cutPicture(chain, images, inside, size);
    else if (inside.size() != size)
        cutImage(images[0], inside);
    if (inside.size() != part)
        picture = padded(picture, framing, inside.tl());
    picture.sizes = sizesOf(part, part);
    if (framing.resampling) {
        const Resampling& resampling = *framing.resampling;
        requireResizable(part, type, resampling, function, chain.beginsInYuv() ? "what fromYuv makes" : argument);
        picture.sizes = framing.resized.empty() ? scaledSizes(part, framing.scales.x, framing.scales.y, function)
                                                : sizesOf(part, framing.resized);
        if (isCopy(resampling, picture.sizes))
            picture.sizes = sizesOf(part, part);
        else
            picture.resampling = resampling;
    }
    picture.result = framing.resultSize(size);
    if (!framing.size.empty()) {
        if (!picture.resampling)
            picture.resampling = Resampling::opencv(INTER_NEAREST);  // copies what is seen
        place(picture, framing, function);
    }
    if (picture.padded && !picture.resampling)
        return *picture.padded;
    return picture;
}

}}  // namespace cv::cudastripe
