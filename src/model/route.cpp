// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Names of routes, and the text of a choice.

#include "opencv2/cudastripe/route.hpp"

namespace cv { namespace cudastripe {

String toString(Route route)
{
    static const char* const names[] = {"auto", "host", "direct", "striped", "shared"};
    return route >= Route::Auto && route <= Route::Shared ? names[static_cast<int>(route)] : "no route";
}

String RouteChoice::toString() const
{
    String text;
    for (const RouteEstimate& estimate : estimates) {
        text += estimate.route == route ? (forced ? "! " : "> ") : "  ";
        text += cudastripe::toString(estimate.route) + ": ";
        text += estimate.possible ? format("%.3f ms, ", estimate.seconds * 1e3) : "impossible: ";
        text += String(estimate.why) + "\n";
    }
    if (!plan.empty())
        text += plan + "\n";
    if (deviceLate)
        text += "the device was late, so calls avoid it if they can\n";
    return text;
}

}}  // namespace cv::cudastripe
