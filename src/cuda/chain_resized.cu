// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains that resize images, or the pictures of YUV formats.

#include "chain_yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadChainResizedKernels()
{
    return loadAll({&loadChainResized<ResizedImagePixels>, &loadChainResized<ResizedYuvPixels>});
}

}}  // namespace cv::cudastripe
