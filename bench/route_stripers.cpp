// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "route_stripers.hpp"

#include <map>

namespace bench {

using cv::cudastripe::Route;
using cv::cudastripe::Striper;
using cv::cudastripe::StriperParams;

Striper& striperFor(Route route)
{
    static std::map<Route, Striper*>& stripers = *new std::map<Route, Striper*>();
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
