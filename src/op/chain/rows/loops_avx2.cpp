// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "loop_bodies.hpp"

#ifdef CUDASTRIPE_X86

namespace cv { namespace cudastripe {
namespace {

template <class Function, class Immediate, class Source, class Result>
CUDASTRIPE_AVX2 void loop(const ChainArrays& arrays)
{
    runLoop<Function, Immediate, Source, Result>(arrays);
}

constexpr ChainLoop kLoops[] = {CUDASTRIPE_CHAIN_LOOPS_OF_TWO(CUDASTRIPE_CHAIN_LOOP_OF_TWO)
                                    CUDASTRIPE_CHAIN_LOOPS(CUDASTRIPE_CHAIN_LOOP)};

}  // namespace

ChainLoops chainLoopsAvx2()
{
    return {kLoops, sizeof(kLoops) / sizeof(kLoops[0])};
}

}}  // namespace cv::cudastripe

#endif
