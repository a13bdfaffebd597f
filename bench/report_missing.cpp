// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_peers.hpp"

namespace bench {

std::string missingPeers()
{
    std::string missing;
    const auto add = [&](const char* name, bool have) {
        if (!have)
            missing += (missing.empty() ? "" : ", ") + std::string(name);
    };
    add("libyuv", builtWithLibyuv());
#ifdef HAVE_CUDASTRIPE_CUDA
    add("cv::cuda's colours (cudaimgproc)", builtWithCudaImgproc());
    add("cv::cuda's operators (cudaarithm)", haveCudaArithm());
    add("NPP", builtWithNpp());
#else
    add("CUDA", false);
#endif
    return missing;
}

}  // namespace bench
