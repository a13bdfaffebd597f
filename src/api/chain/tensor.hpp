// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where a chain that ends in a tensor writes to.

#pragma once

#include "../batch/batch.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! For messages: "8 x 3 x 224 x 224 of CV_32FC1".
String blobText(const std::vector<int>& sizes, int type);

//! A tensor of one picture.
struct Tensor
{
    TensorLayout layout;
    int depth;  //!< of arrays
    int channels;
    Size picture;
    PatchShape patches;
    const char* argument = "dst";  //!< its name in the caller's call

    //! As an image of two dimensions: planes one below the other, channels side by side, or patches one below the
    //! other.
    Size size() const;
    //! As a blob of four dimensions, or two for patches, with `count` pictures.
    std::vector<int> blobSizes(int count = 1) const;
    int type() const { return CV_MAKETYPE(depth, layout == TensorLayout::HWC ? channels : 1); }
};

//! The tensor that a chain makes of a picture. Throws if the picture has no whole groups of patches, or if the tensor
//! is too large.
Tensor tensorOf(const Chain& chain, int channels, Size picture, const char* function);

//! True if `dst` already has the size and type of the tensor, so that nothing is allocated.
bool fits(OutputArray dst, const Tensor& tensor);

//! Opens an image of two dimensions or a blob of four. Throws if `dst` does not fit and must not be changed, if it has
//! gaps on a device, or if it overlaps a source.
ImageAccess openTensorOutput(OutputArray dst, const Tensor& tensor, const std::vector<ImageAccess>& src,
                             const char* function, bool mayBeSame);

//! As runBatch(), into a blob or a GpuMat that has all pictures. Each picture is such a tensor; of patches it may have
//! another number of rows, which is in `rows` then.
void runTensorBatch(InputArray src, const Tensor& tensor, OutputArray dst, const char* function,
                    const Describe& describe, const StreamRef& stream, Striper& striper, Repeats repeats,
                    std::vector<int> rows = {});

//! As runBatch(), into a blob or a GpuMat with all pictures. Throws unless all images have the size
//! and the type of the first one. `secondType` is that of the second images, -1 if there are none.
void runTensorBatch(InputArray src, int secondType, OutputArray dst, const Chain& chain, const char* function,
                    const Describe& describe, const StreamRef& stream, Striper& striper);

}}  // namespace cv::cudastripe
