// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Opens the planes that a YUV format is written to.

#include "images.hpp"

#include <utility>

#include "../images/image_array.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr const char* kPlaneNames[] = {"dst[0]", "dst[1]", "dst[2]"};

// An empty vector gets as many images as the format has planes.
void setPlaneCount(OutputArray dst, const YuvFormat& format, const char* function)
{
    requireMats(dst, "dst", function, "planes may be Mat or cuda::GpuMat");
    const size_t given = imageCount(dst);
    const size_t planes = static_cast<size_t>(format.planes());
    if (given != planes && (given != 0 || dst.fixedSize())) {
        CV_Error_(Error::StsUnmatchedSizes, ("%s: dst has %d images; %s has %d planes: give one image, as many as "
                                             "planes, or an empty vector",
                                             function, int(given), format.name().c_str(), int(planes)));
    }
    for (int p = 0; dst.fixedType() && p < format.planes(); ++p) {
        if (dst.type() != format.planeType(p)) {
            CV_Error_(Error::StsUnmatchedFormats,
                      ("%s: dst is an array of images of %s; plane %d of %s is of %s: give an array of Mat", function,
                       typeToString(dst.type()).c_str(), p, format.name().c_str(),
                       typeToString(format.planeType(p)).c_str()));
        }
    }
    if (given == planes)
        return;
    if (dst.isGpuMatVector())
        gpuMatsOf(dst).resize(planes);
    else
        static_cast<std::vector<Mat>*>(dst.getObj())->resize(planes);
}

// Planes are often parts of a buffer. So a plane that does not fit is an error, and is not replaced.
template <class Image>
void requireFit(const Image& image, int dims, int plane, Size size, const YuvFormat& format, const char* function)
{
    const int type = format.planeType(plane);
    if (!image.empty() && (dims > 2 || image.size() != size || image.type() != type)) {
        CV_Error_(Error::StsUnmatchedSizes,
                  ("%s: %s is %s; plane %d of %s is %s: give that, or an empty image", function, kPlaneNames[plane],
                   dims > 2 ? "of more than 2 dimensions" : shapeText(image.size(), image.type()).c_str(), plane,
                   format.name().c_str(), shapeText(size, type).c_str()));
    }
}

ImageAccess openPlane(OutputArray dst, int plane, const YuvFormat& format, Size source, bool create,
                      const char* function)
{
    const Size size = format.planeSize(plane, source);
    const int type = format.planeType(plane);
    const auto open = [&](auto& image, int dims) {
        requireFit(image, dims, plane, size, format, function);
        if (!create && image.empty())
            return ImageAccess();
        // Images of a constant vector are not replaced.
        const _OutputArray array = dst.fixedSize() ? _OutputArray(std::as_const(image)) : _OutputArray(image);
        return openOutput(array, size, type, function, kPlaneNames[plane]);
    };
    if (dst.isGpuMatVector())
        return open(gpuMatsOf(dst)[static_cast<size_t>(plane)], 2);
    Mat& mat = dst.getMatRef(plane);
    return open(mat, mat.dims);
}

void requireApart(const std::vector<ImageAccess>& planes, const char* function)
{
    for (size_t i = 0; i < planes.size(); ++i) {
        for (size_t k = 0; k < i; ++k) {
            if (planes[i].plane.base && planes[k].plane.base &&
                overlap(planes[i].plane, planes[i].size.height, planes[k].plane, planes[k].size.height)) {
                CV_Error_(Error::StsBadArg, ("%s: %s and %s overlap: they start at %p and %p", function, kPlaneNames[k],
                                             kPlaneNames[i], planes[k].plane.base, planes[i].plane.base));
            }
        }
    }
}

}  // namespace

std::vector<ImageAccess> openYuvOutput(OutputArray dst, const YuvFormat& format, Size picture,
                                       const std::vector<ImageAccess>& src, const char* function, bool mayBeSame)
{
    if (!isArrayOfImages(dst)) {
        const Size size = format.imageSize(picture);
        if (size.empty() && !format.imageSize(format.blockSize()).empty()) {
            const Size block = format.blockSize();
            CV_Error_(Error::StsBadSize,
                      ("%s: dst is one image, but src is %d x %d; one image of %s needs multiples of %d x %d: give an "
                       "array of %d images, one for each plane",
                       function, picture.width, picture.height, format.name().c_str(), block.width, block.height,
                       format.planes()));
        }
        if (size.empty()) {
            CV_Error_(Error::StsBadArg, ("%s: dst is one image, but the planes of %s do not fit one below the other; "
                                         "give an array of %d images",
                                         function, format.name().c_str(), format.planes()));
        }
        ImageAccess image = openOutput(dst, size, format.imageType(), function, "dst");
        image.planes = planesOf(image, format, picture);
        requireNoOverlap(src, image, function, mayBeSame && format.planes() == 1);
        return listOf(std::move(image));
    }
    setPlaneCount(dst, format, function);
    std::vector<ImageAccess> planes;
    // First checks all existing planes, then creates the others.
    for (bool create : {false, true}) {
        planes.clear();
        for (int p = 0; p < format.planes(); ++p)
            planes.push_back(openPlane(dst, p, format, picture, create, function));
        requireApart(planes, function);
        for (const ImageAccess& plane : planes) {
            if (plane.plane.base)
                requireNoOverlap(src, plane, function, mayBeSame);
        }
    }
    return planes;
}

bool fits(const _OutputArray& dst, const YuvFormat& format, Size picture)
{
    return !isArrayOfImages(dst) && fits(dst, format.imageSize(picture), format.imageType());
}

void requirePicture(Size size, const YuvFormat& format, const char* function, const char* argument)
{
    if (format.planes() == 1)
        requireWholeBlocks(size, format, function, argument);
}

// The error says which side is not a multiple of the block's, and how to change it.
void requireWholeBlocks(Size size, const YuvFormat& format, const char* function, const char* argument)
{
    const Size block = format.blockSize();
    const bool width = size.width % block.width != 0, height = size.height % block.height != 0;
    if (!width && !height)
        return;
    const Size whole(size.width - size.width % block.width, size.height - size.height % block.height);
    const String crop = whole.empty() ? String() : cv::format("crop to %d x %d, ", whole.width, whole.height);
    CV_Error_(
        Error::StsBadSize,
        ("%s: %s is %d x %d; a chroma sample of %s spans %d x %d pixels, so the %s must be a multiple of %d: "
         "%sextend by cv::copyMakeBorder, or %s",
         function, argument, size.width, size.height, format.name().c_str(), block.width, block.height,
         width && height ? "width and the height"
         : width         ? "width"
                         : "height",
         width ? block.width : block.height, crop.c_str(),
         format.planes() == 1 ? "take a format with planes, such as nv16" : "give planes to cvtToYuv or cvtFromYuv"));
}

}}  // namespace cv::cudastripe
