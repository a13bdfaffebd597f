// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../op/chain_byte_functions.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_INSTANTIATE(NAME, OPERAND) \
    template int enqueueChain<ByteChainBody<Chain##NAME, ChainOperand::OPERAND>>(const void*, int64, int64, void*);
#define CUDASTRIPE_LOAD(NAME, OPERAND)                                                            \
    if (const cudaError_t error = loadChain<ByteChainBody<Chain##NAME, ChainOperand::OPERAND>>()) \
        return error;

CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_INSTANTIATE)

cudaError_t loadByteChainKernels()
{
    CUDASTRIPE_CHAIN_BYTE_FUNCTIONS(CUDASTRIPE_LOAD)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
