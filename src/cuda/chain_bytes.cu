// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of 8-bit chains of one instruction.

#include "../op/chain/byte_functions.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_INSTANTIATE(NAME, OPERAND) \
    CUDASTRIPE_INSTANTIATE_CHAIN(OneInstructionBody<Chain##NAME, ChainOperand::OPERAND>)
#define CUDASTRIPE_LOAD(NAME, OPERAND) CUDASTRIPE_LOAD_CHAIN(OneInstructionBody<Chain##NAME, ChainOperand::OPERAND>)

#define CUDASTRIPE_INSTANTIATE_WORDS(NAME, OPERAND, ...) \
    CUDASTRIPE_INSTANTIATE_CHAIN(WordInstructionBody<Chain##NAME, ChainOperand::OPERAND>)
#define CUDASTRIPE_LOAD_WORDS(NAME, OPERAND, ...) \
    CUDASTRIPE_LOAD_CHAIN(WordInstructionBody<Chain##NAME, ChainOperand::OPERAND>)

CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_INSTANTIATE)
CUDASTRIPE_CHAIN_BYTE_WORDS(CUDASTRIPE_INSTANTIATE_WORDS)

cudaError_t loadChainByteKernels()
{
    CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_LOAD)
    CUDASTRIPE_CHAIN_BYTE_WORDS(CUDASTRIPE_LOAD_WORDS)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
