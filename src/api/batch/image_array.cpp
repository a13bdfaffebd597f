// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See image_array.hpp.

#include "image_array.hpp"

namespace cv { namespace cudastripe {

bool isArrayOfImages(const _InputArray& array)
{
    switch (array.kind()) {
    case _InputArray::STD_VECTOR_MAT:
    case _InputArray::STD_ARRAY_MAT:
    case _InputArray::STD_VECTOR_UMAT:
    case _InputArray::STD_VECTOR_CUDA_GPU_MAT:
        return true;
    default:
        return false;
    }
}

void requireMats(const _InputArray& images, const char* argument, const char* function)
{
    if (images.kind() == _InputArray::STD_VECTOR_UMAT) {
        CV_Error_(Error::StsBadArg,
                  ("%s: %s is an array of UMat; a batch has Mat or cuda::GpuMat", function, argument));
    }
}

size_t imageCount(const _InputArray& images)
{
    return images.kind() == _InputArray::STD_VECTOR_CUDA_GPU_MAT ? gpuMatsOf(images).size() : images.total();
}

ImageHeaders::ImageHeaders(const _InputArray& images)
{
    if (images.kind() == _InputArray::STD_VECTOR_CUDA_GPU_MAT)
        gpuMats_ = gpuMatsOf(images).data();
    else if (images.kind() == _InputArray::STD_VECTOR_MAT)
        mats_ = static_cast<const std::vector<Mat>*>(images.getObj())->data();
    else if (images.kind() == _InputArray::STD_ARRAY_MAT)
        mats_ = static_cast<const Mat*>(images.getObj());
    CV_Assert(mats_ || gpuMats_ || imageCount(images) == 0);
}

}}  // namespace cv::cudastripe
