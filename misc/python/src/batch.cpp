// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See batch.hpp.

#include "batch.hpp"

#include "errors.hpp"

namespace cudastripe_python {
namespace {

using cv::cudastripe::YuvFormat;

// If an array cannot be an image of its own, the list is one picture, whose planes have wrong sizes.
bool arePlanes(const std::vector<cv::Mat>& arrays, const YuvFormat& format)
{
    if (arrays.size() != size_t(format.planes()))
        return false;
    bool sizes = true, images = true;
    for (int i = 0; i < format.planes(); ++i) {
        const cv::Mat& array = arrays[size_t(i)];
        if (array.type() != format.planeType(i))
            return false;
        images = images && array.type() == format.imageType();
        const cv::Size picture = arrays[0].size();
        const bool taken = format.planes() > 1 || picture.width % format.blockSize().width == 0;
        sizes = sizes && taken && array.size() == format.planeSize(i, picture);
    }
    return sizes || !images;
}

}  // namespace

bool isBatch(const Images& src, const BatchChoice& choice)
{
    if (!src.areList() || src.areFrame()) {
        if (choice.wanted.value_or(false))
            throwTypeError(cv::format("%s: batch is True; src must be a list of images", choice.function));
        return false;
    }
    if (src.areFrames())
        return true;
    if (choice.wanted)
        return *choice.wanted;
    if (!choice.planes)
        return true;
    if (!choice.dst.is_none())
        return isList(choice.dst);
    return !arePlanes(src.mats(), *choice.planes);
}

void requireNoFrames(const Images& src, const char* function)
{
    if (src.areFrames())
        throwTypeError(cv::format("%s: src is a list of frames; from YUV to YUV, make one call for each", function));
}

void requireOnePlane(const Images& src, nb::handle object, const char* function, const char* argument)
{
    for (size_t i = 0; src.areFrames() && i < src.mats().size(); ++i) {
        const nb::object image = object[i];
        const size_t planes = nb::hasattr(image, "planes") ? nb::len(nb::object(image.attr("planes"))) : 1;
        if (planes > 1) {
            throwTypeError(cv::format("%s: %s[%d] is a frame of %d planes; convert it to colours first, by from_yuv",
                                      function, argument, int(i), int(planes)));
        }
    }
}

void requireNoPlanes(bool planes, const char* function)
{
    if (planes)
        throwValueError(
            cv::format("%s: planes is True, but src is a list of images, each of which gives one array", function));
}

}  // namespace cudastripe_python
