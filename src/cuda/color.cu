// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of conversions between colour spaces, and of Bayer patterns.

#include "../op/color/bayer_body.hpp"
#include "../op/color/body.hpp"
#include "../op/color/formula/formulas.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_LOAD_COLOR(FORMULA, IN, OUT)                                     \
    &loadKernelsOf<ColorBody<FORMULA, IN, OUT, 0>, FewPixelsBody<FORMULA, IN, OUT>, \
                   ColorBody<FORMULA, IN, OUT, kManyPixels>>,

cudaError_t loadColorKernels()
{
    return loadAll(
        {CUDASTRIPE_COLOR_FORMULAS(CUDASTRIPE_LOAD_COLOR) & loadKernelsOf<BayerBody<uchar>, BayerBody<ushort>>});
}

}}  // namespace cv::cudastripe
