// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains that never change the depth.

#include "../op/chain/body/word_body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class T, class Tables>
cudaError_t loadWords()
{
    return loadChainKernelsOf<WordBody<T, false, Tables>, WordBody<T, true, Tables>>();
}

}  // namespace

cudaError_t loadChainWordKernels()
{
    return loadAll({&loadWords<uchar, NoTables>, &loadWords<uchar, SomeTables>, &loadWords<schar, NoTables>,
                    &loadWords<schar, SomeTables>, &loadWords<ushort, NoTables>, &loadWords<short, NoTables>,
                    &loadWords<int, NoTables>, &loadWords<float, NoTables>});
}

}}  // namespace cv::cudastripe
