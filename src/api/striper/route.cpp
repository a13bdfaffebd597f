// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Striper::explain.

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

RouteChoice Striper::explain(const std::function<void(Striper&)>& call)
{
    RouteChoice choice;
    Striper explaining(std::make_unique<ExplainingImpl>(impl(), choice));
    call(explaining);
    return choice;
}

}}  // namespace cv::cudastripe
