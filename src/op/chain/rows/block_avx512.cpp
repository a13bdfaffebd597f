// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "block_loops.hpp"

#ifdef CUDASTRIPE_X86

namespace cv { namespace cudastripe {

CUDASTRIPE_AVX512 void runChainRowAvx512(const ChainProgram& program, const uchar* tables, const ChainRow& row,
                                         ChainBlock& block)
{
    runChainRowInline(program, tables, row, block);
}

}}  // namespace cv::cudastripe

#endif
