// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Opens the planes that a YUV format is read from.

#include "images.hpp"

#include "../images/image_array.hpp"
#include "opencv2/core/check.hpp"

namespace cv { namespace cudastripe {
namespace {

void requireType(const ImageAccess& image, int type, const YuvFormat& format, const char* function)
{
    if (image.type != type) {
        CV_Error_(Error::StsUnsupportedFormat,
                  ("%s: %s has type %s; %s has %s there", function, image.argument, typeToString(image.type).c_str(),
                   format.name().c_str(), typeToString(type).c_str()));
    }
}

Size openOneImage(std::vector<ImageAccess>& images, InputArray src, const YuvFormat& format, const char* function,
                  const char* argument)
{
    openInput(images, src, function, argument);
    ImageAccess& image = images.back();
    const Size block = format.blockSize();
    if (format.planes() > 1 && format.imageSize(Size(2 * block.width, 2 * block.height)).empty()) {
        CV_Error_(Error::StsBadArg, ("%s: %s is one image, but the planes of %s do not fit one below the other; give "
                                     "an array of %d images",
                                     function, argument, format.name().c_str(), format.planes()));
    }
    requireType(image, format.imageType(), format, function);
    const Size picture = format.sourceSize(image.size);
    if (picture.empty()) {
        // The height of an image of one block: at any width, image heights are multiples of it.
        const Size one = format.imageSize(block);
        CV_Error_(
            Error::StsBadSize,
            ("%s: %s is %d x %d; an image of %s has a width that is a multiple of %d and a height that is a "
             "multiple of %d%s",
             function, argument, image.size.width, image.size.height, format.name().c_str(), block.width, one.height,
             format.planes() > 1 ? ": for a picture of another size give an array of its planes" : ""));
    }
    image.planes = planesOf(image, format, picture);
    return picture;
}

}  // namespace

Size openYuvPlane(std::vector<ImageAccess>& images, InputArray plane, int number, const YuvFormat& format, Size picture,
                  const char* function, const char* argument)
{
    const ImageAccess& image = openInput(images, plane, function, argument);
    requireType(image, format.planeType(number), format, function);
    if (number == 0) {
        requirePicture(image.size, format, function, argument);
        return image.size;
    }
    const Size size = format.planeSize(number, picture);
    if (image.size != size) {
        CV_Error_(Error::StsUnmatchedSizes,
                  ("%s: %s is %s; plane %d of %s is %s", function, argument, shapeText(image.size, image.type).c_str(),
                   number, format.name().c_str(), shapeText(size, image.type).c_str()));
    }
    return picture;
}

Size openYuvInput(std::vector<ImageAccess>& images, InputArray src, const YuvFormat& format, const char* function,
                  const YuvArgument& argument)
{
    if (!isArrayOfImages(src))
        return openOneImage(images, src, format, function, argument.name);
    requireMats(src, argument.name, function, "planes may be Mat or cuda::GpuMat");
    const int planes = format.planes();
    if (imageCount(src) != static_cast<size_t>(planes)) {
        CV_Error_(Error::StsUnmatchedSizes,
                  ("%s: %s has %d images; %s has %d planes: give one image, or as many as planes", function,
                   argument.name, int(imageCount(src)), format.name().c_str(), planes));
    }
    Size picture;
    for (int p = 0; p < planes; ++p) {
        withImage(src, static_cast<size_t>(p), [&](InputArray image) {
            picture = openYuvPlane(images, image, p, format, picture, function, argument.planes[p]);
        });
    }
    return picture;
}

}}  // namespace cv::cudastripe
