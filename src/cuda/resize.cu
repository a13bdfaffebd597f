// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernels that resize.

#include "kernels.hpp"
#include "resize_tiles.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_RESIZE_BODY(...) ResizeBody<__VA_ARGS__>,
#define CUDASTRIPE_RESIZE_TILES(...) &loadTiles<__VA_ARGS__>,

cudaError_t loadResizeKernels()
{
    if (const cudaError_t error = loadAll({CUDASTRIPE_SUMS(CUDASTRIPE_RESIZE_TILES) & loadTiles<BoxBytes>}))
        return error;
    return loadKernelsOf<CUDASTRIPE_SUMS(CUDASTRIPE_RESIZE_BODY) ResizeBody<BoxBytes>, NearestBody<uchar>,
                         NearestBody<ushort>, NearestBody<std::uint32_t>, NearestBody<std::uint64_t>, BoxBody<ushort>,
                         BoxBody<float>>();
}

}}  // namespace cv::cudastripe
