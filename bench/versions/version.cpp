// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "version.hpp"

#include "opencv2/cudastripe.hpp"
#include "opencv2/imgproc.hpp"

using namespace cv::cudastripe;

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void* cudastripe_version_make(int route)
{
    StriperParams params = StriperParams::forCurrentDevice();
    params.route = static_cast<Route>(route);
    return new Striper(params);  // until the process ends: CUDA may be gone before
}

EXPORTED void cudastripe_version_convert(void* striper, const cv::Mat* in, cv::Mat* out)
{
    cvtColor(*in, *out, cv::COLOR_BGR2YUV, StreamRef(), *static_cast<Striper*>(striper));
}
