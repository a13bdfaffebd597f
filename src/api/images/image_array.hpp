// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Arrays of images, and what the headers of their images say.

#pragma once

#include "../../model/arguments.hpp"
#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

namespace cv { namespace cudastripe {

//! Throws if it is an array of UMat. `accepted` ends the error's text.
void requireMats(const _InputArray& images, const char* argument, const char* function,
                 const char* accepted = "a batch has Mat or cuda::GpuMat");

//! Throws unless it is an array that may be the source of a batch.
void requireSources(const _InputArray& src, const char* function);

size_t imageCount(const _InputArray& images);

//! The images of a std::vector of GpuMat. An OpenCV without CUDA can hold such an array, but only getObj() gives access
//! to it.
inline std::vector<cuda::GpuMat>& gpuMatsOf(const _InputArray& images)
{
    return *static_cast<std::vector<cuda::GpuMat>*>(images.getObj());
}

//! Calls use(image) for an image of an array.
template <class Use>
void withImage(const _InputArray& images, size_t index, const Use& use)
{
    if (images.isGpuMatVector())
        use(static_cast<const cuda::GpuMat&>(gpuMatsOf(images)[index]));
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

//! What the header of an image says, without a reference to its memory.
struct ImageHeader
{
    uchar* data;
    size_t step;
    int rows, cols;  //!< -1 if there are more than two dimensions
    int type;
    bool refCounted;        //!< its memory is freed with its last header
    const void* allocator;  //!< of a GpuMat

    Size size() const { return Size(cols, rows); }
};

inline ImageHeader headerOf(const Mat& image)
{
    return {image.data, image.step[0], image.rows, image.cols, image.type(), image.u != nullptr, nullptr};
}
inline ImageHeader headerOf(const cuda::GpuMat& image)
{
    return {image.data, image.step, image.rows, image.cols, image.type(), image.refcount != nullptr, image.allocator};
}

//! The headers of an array of Mat or GpuMat, which must not grow meanwhile.
class ImageHeaders
{
public:
    explicit ImageHeaders(const _InputArray& images);
    ImageHeader operator[](size_t i) const { return mats_ ? headerOf(mats_[i]) : headerOf(gpuMats_[i]); }

private:
    const Mat* mats_ = nullptr;
    const cuda::GpuMat* gpuMats_ = nullptr;
};

//! True if both are images of the same size, type and step that own memory in the same way.
inline bool differOnlyInAddress(const ImageHeader& a, const ImageHeader& b)
{
    return a.data && b.data && a.step == b.step && a.rows == b.rows && a.cols == b.cols && a.type == b.type &&
           a.refCounted == b.refCounted && a.allocator == b.allocator;
}

}}  // namespace cv::cudastripe
