// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops of chains for any CPU, and the choice between the versions.

#include "loops.hpp"

CUDASTRIPE_CHAIN_LOOPS_FOR(Plain, )

namespace cv { namespace cudastripe {

const ChainLoops& chainLoops()
{
#ifdef CUDASTRIPE_X86
    static const auto version = chooseVersion(&chainLoopsPlain, &chainLoopsAvx2, &chainLoopsAvx512)();
#else
    static const auto version = chainLoopsPlain();
#endif
    return version;
}

}}  // namespace cv::cudastripe
