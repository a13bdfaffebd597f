// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of chains for any CPU, and the choice between the versions.

#include "version.hpp"

CUDASTRIPE_CHAIN_ROWS(Plain, )

namespace cv { namespace cudastripe {

const ChainRowVersion& chainRowVersion()
{
#ifdef CUDASTRIPE_X86
    static const auto version = chooseVersion(&chainRowsPlain, &chainRowsAvx2, &chainRowsAvx512)();
#else
    static const auto version = chainRowsPlain();
#endif
    return version;
}

}}  // namespace cv::cudastripe
