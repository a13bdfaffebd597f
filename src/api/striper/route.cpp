// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Names of routes, and Striper::explain.

#include "opencv2/cudastripe/route.hpp"

#include "striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Asks another Striper for the route of calls instead of running them.
class ExplainingImpl final : public Striper::Impl
{
public:
    ExplainingImpl(Striper::Impl& other, RouteChoice& choice) : Impl(other.params()), other_(other), choice_(choice) {}

    bool run(const Call& call) override
    {
        choice_ = other_.explain(call);
        return false;
    }

private:
    Striper::Impl& other_;
    RouteChoice& choice_;
};

}  // namespace

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
    if (deviceLate)
        text += "the device was late, so calls avoid it if they can\n";
    return text;
}

RouteChoice Striper::explain(const std::function<void(Striper&)>& call)
{
    RouteChoice choice;
    Striper explaining(std::make_unique<ExplainingImpl>(impl(), choice));
    call(explaining);
    return choice;
}

}}  // namespace cv::cudastripe
