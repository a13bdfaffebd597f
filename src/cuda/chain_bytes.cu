// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../op/chain_byte_functions.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_INSTANTIATE(NAME, OPERAND) \
    CUDASTRIPE_INSTANTIATE_CHAIN(ByteChainBody<Chain##NAME, ChainOperand::OPERAND>)
#define CUDASTRIPE_LOAD(NAME, OPERAND) CUDASTRIPE_LOAD_CHAIN(ByteChainBody<Chain##NAME, ChainOperand::OPERAND>)

CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_INSTANTIATE)

cudaError_t loadByteChainKernels()
{
    CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_LOAD)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
