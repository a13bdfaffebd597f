// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <map>

#include "opencv2/cudastripe/striper.hpp"

namespace bench {

//! The default Striper, or one that always takes a route. Kept as a program would. Never destroyed.
inline cv::cudastripe::Striper& striperFor(cv::cudastripe::Route route)
{
    using namespace cv::cudastripe;
    static auto& stripers = *new std::map<Route, Striper*>();
    if (route == Route::Auto)
        return Striper::getDefault();
    Striper*& striper = stripers[route];
    if (!striper) {
        StriperParams params = StriperParams::forCurrentDevice();
        params.route = route;
        striper = new Striper(params);
    }
    return *striper;
}

}  // namespace bench
