// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "block.hpp"

#include "../../simd/instruction_set.hpp"

namespace cv { namespace cudastripe {

void runChainRow(const ChainProgram& program, const uchar* tables, const ChainRow& row, ChainBlock& block)
{
#ifdef CUDASTRIPE_X86
    static const auto version = chooseVersion(&runChainRowPlain, &runChainRowAvx2, &runChainRowAvx512);
    version(program, tables, row, block);
#else
    runChainRowPlain(program, tables, row, block);
#endif
}

}}  // namespace cv::cudastripe
