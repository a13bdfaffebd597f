// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_TENSOR_HPP
#define OPENCV_CUDASTRIPE_TENSOR_HPP

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! @addtogroup cudastripe_elementwise
//! @{

//! How the values of a tensor follow each other.
enum class TensorLayout
{
    CHW,     //!< a plane for each channel, as cv::dnn::blobFromImages has them
    HWC,     //!< channels side by side, as in an image
    Patches  //!< a row for each patch of a picture: see Chain::toPatches
};

//! The depth of tensors of bfloat16, the upper half of a float, rounded to nearest, halves to even, as PyTorch rounds.
//! Arrays of it have the depth CV_16BF, or CV_16U in versions of OpenCV that do not know it.
#ifdef CV_16BF
constexpr int kBFloat16 = CV_16BF;
#else
constexpr int kBFloat16 = 1 << 8;
#endif

//! The depth of arrays that hold a tensor of this depth.
constexpr int arrayDepthOf(int tensorDepth)
{
#ifdef CV_16BF
    return tensorDepth;
#else
    return tensorDepth == kBFloat16 ? CV_16U : tensorDepth;
#endif
}

//! How pictures are cut into patches.
struct PatchShape
{
    int side = 14;    //!< pixels of a patch, across and down
    int repeats = 2;  //!< how often a patch has each channel: as many frames of a video as a patch spans
    int merge = 2;    //!< patches of a group, across and down

    //! The sides of pictures are multiples of this.
    int span() const { return side * merge; }
};

//! @}

}}  // namespace cv::cudastripe

#endif
