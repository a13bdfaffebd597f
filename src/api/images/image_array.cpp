// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See image_array.hpp.

#include "image_array.hpp"

namespace cv { namespace cudastripe {

void requireMats(const _InputArray& images, const char* argument, const char* function, const char* accepted)
{
    if (images.isUMatVector())
        CV_Error_(Error::StsBadArg, ("%s: %s is an array of UMat; %s", function, argument, accepted));
}

void requireSources(const _InputArray& src, const char* function)
{
    if (imageCount(src) == 0)
        CV_Error_(Error::StsBadArg, ("%s: src is an array without images", function));
    requireMats(src, "src", function);
}

size_t imageCount(const _InputArray& images)
{
    return images.isGpuMatVector() ? gpuMatsOf(images).size() : images.total();
}

ImageHeaders::ImageHeaders(const _InputArray& images)
{
    if (images.isGpuMatVector())
        gpuMats_ = gpuMatsOf(images).data();
    else if (images.isMatVector())
        mats_ = static_cast<const std::vector<Mat>*>(images.getObj())->data();
    else if (images.kind() == _InputArray::STD_ARRAY_MAT)
        mats_ = static_cast<const Mat*>(images.getObj());
    CV_Assert(mats_ || gpuMats_ || imageCount(images) == 0);
}

void throwNaming(const Exception& error, size_t image, const char* function)
{
    const String prefix = String(function) + ": ";
    const String text = error.err.compare(0, prefix.size(), prefix) == 0 ? error.err.substr(prefix.size()) : error.err;
    CV_Error_(error.code, ("%simage %zu: %s", prefix.c_str(), image, text.c_str()));
}

}}  // namespace cv::cudastripe
