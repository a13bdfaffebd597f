// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Batches whose results are the pictures of one tensor.

#pragma once

#include "batch.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! As runBatch(), into a blob of four dimensions or a GpuMat with all pictures. Throws unless all images have the size
//! and the type of the first one. `secondType` is that of the second images, -1 if there are none.
void runTensorBatch(InputArray src, int secondType, OutputArray dst, const Chain& chain, const char* function,
                    const BatchStep& step, const StreamRef& stream, Striper& striper);

}}  // namespace cv::cudastripe
