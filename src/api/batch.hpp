// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls on many images.

#pragma once

#include <functional>

#include "opencv2/cudastripe/stream_ref.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! True for a std::vector or std::array of images.
bool isArrayOfImages(const _InputArray& array);

//! True if a call is a batch: images come in an array, and go into one.
inline bool isBatch(InputArray src, OutputArray dst)
{
    return isArrayOfImages(src) && isArrayOfImages(dst);
}

size_t imageCount(InputArray images);

//! The images of a std::vector of GpuMat. An OpenCV without CUDA can hold such an array, but only getObj() gives access
//! to it.
inline std::vector<cuda::GpuMat>& gpuMatsOf(const _OutputArray& images)
{
    return *static_cast<std::vector<cuda::GpuMat>*>(images.getObj());
}

//! Calls use(image) for an image of an array.
template <class Use>
void withImage(InputArray images, size_t index, const Use& use)
{
    if (images.kind() == _InputArray::STD_VECTOR_CUDA_GPU_MAT)
        use((*static_cast<const std::vector<cuda::GpuMat>*>(images.getObj()))[index]);
    else
        use(images.getMat(static_cast<int>(index)));
}

//! Throws the error again, with the number of the image that it is about.
[[noreturn]] void throwNaming(const Exception& error, size_t image, const char* function);

//! Calls f(); errors say which image of a batch they are about.
template <class F>
void namingImage(size_t image, const char* function, const F& f)
{
    try {
        f();
    } catch (const Exception& error) {
        throwNaming(error, image, function);
    }
}

//! Calls a public function for image `index` with a Striper that only notes what is to be done.
using BatchStep = std::function<void(size_t index, InputArray src, OutputArray dst, Striper& noting)>;

/** @brief Notes all images of a batch, then does them in one call.

Nothing is written, and `dst` stays as it is, if one of them is refused.
@param allocate makes the images of `dst`, which has none yet, on the device that is current then; null if there is no
need */
void runBatch(InputArray src, OutputArray dst, const char* function, const BatchStep& step, const StreamRef& stream,
              Striper& striper, const std::function<void()>& allocate = nullptr);

}}  // namespace cv::cudastripe
