// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/striper.hpp"

namespace bench {

//! Stripes through the current device, also where the CPU would be faster. Never destroyed.
inline cv::cudastripe::Striper& gpuStriper()
{
    static cv::cudastripe::Striper& striper = *[] {
        cv::cudastripe::StriperParams params = cv::cudastripe::StriperParams::forCurrentDevice();
        params.route = cv::cudastripe::Route::Striped;
        return new cv::cudastripe::Striper(params);
    }();
    return striper;
}

}  // namespace bench
