// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See image_array.hpp.

#include "image_array.hpp"

namespace cv { namespace cudastripe {

bool isArrayOfImages(const _InputArray& array)
{
    return array.isMatVector() || array.kind() == _InputArray::STD_ARRAY_MAT || array.isUMatVector() ||
           array.isGpuMatVector();
}

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

}}  // namespace cv::cudastripe
