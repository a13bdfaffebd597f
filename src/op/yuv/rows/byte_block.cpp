// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "byte_block.hpp"

#include "../../simd/instruction_set.hpp"

namespace cv { namespace cudastripe {

YuvBlockFunction yuvBlockFunction()
{
#ifdef CUDASTRIPE_X86
    return chooseVersion<YuvBlockFunction>(
        nullptr, &sse41::yuvBlock, &avx2::yuvBlock,
        checkHardwareSupport(CV_CPU_AVX_512VNNI) ? &avx512vnni::yuvBlock : &avx512::yuvBlock);
#else
    return nullptr;
#endif
}

}}  // namespace cv::cudastripe
