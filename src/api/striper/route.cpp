// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Striper::explain.

#include "striper_impl.hpp"

namespace cv { namespace cudastripe {

RouteChoice Striper::explain(const std::function<void(Striper&)>& call)
{
    const auto choice = std::make_shared<RouteChoice>();
    Striper explaining(shared(), choice);
    call(explaining);
    return *choice;
}

}}  // namespace cv::cudastripe
