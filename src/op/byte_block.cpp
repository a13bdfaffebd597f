// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "byte_block.hpp"

#include "instruction_set.hpp"

namespace cv { namespace cudastripe {

YuvBlockFunction yuvBlockFunction()
{
#ifdef CUDASTRIPE_X86
    return chooseVersion<YuvBlockFunction>(&sse2::yuvBlock, &avx2::yuvBlock, &avx512::yuvBlock);
#else
    return nullptr;
#endif
}

FixedBlockFunction fixedBlockFunction()
{
#ifdef CUDASTRIPE_X86
    return chooseVersion<FixedBlockFunction>(&sse2::fixedBlock, nullptr, nullptr);
#else
    return nullptr;
#endif
}

FixedWordsFunction fixedWordsFunction()
{
#ifdef CUDASTRIPE_X86
    return chooseVersion<FixedWordsFunction>(nullptr, nullptr, &avx512::fixedWords);
#else
    return nullptr;
#endif
}

}}  // namespace cv::cudastripe
