// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of 8-bit chains of one instruction.

#include "../op/chain/body/byte_functions.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_LOAD(NAME, OPERAND) &loadChainKernelsOf<OneInstructionBody<Chain##NAME, ChainOperand::OPERAND>>,
#define CUDASTRIPE_LOAD_WORDS(NAME, OPERAND, ...) \
    &loadChainKernelsOf<WordInstructionBody<Chain##NAME, ChainOperand::OPERAND>>,

cudaError_t loadChainByteKernels()
{
    return loadAll({CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_LOAD)  //
                    CUDASTRIPE_CHAIN_BYTE_WORDS(CUDASTRIPE_LOAD_WORDS)});
}

}}  // namespace cv::cudastripe
