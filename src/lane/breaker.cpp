// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "breaker.hpp"

#include <algorithm>

#include "../plan/tuning.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {

Breaker::Use::Use(Breaker& breaker)
    : breaker_(breaker), start_(breaker.device_.ranSeconds()), others_(breaker.users_++), begun_(++breaker.begun_)
{
}

// The first call loads kernels and makes threads. Other calls of the Striper have their part of the device, which is
// not late because of them.
void Breaker::Use::ended(double deviceSeconds, double hostSeconds)
{
    if (begun_ == 1)
        return;
    const double took = breaker_.device_.ranSeconds() - start_;
    const double predicted = deviceSeconds * (1 + others_ + (breaker_.begun_ - begun_));
    std::lock_guard<std::mutex> lock(breaker_.mutex_);
    if (took <= kLateDevice * predicted) {
        breaker_.lost_ = std::max(0., breaker_.lost_ - took);
        return;
    }
    breaker_.lost_ += took - predicted;
    if (breaker_.lost_ <= hostSeconds || breaker_.open_)
        return;
    breaker_.lost_ = 0;
    breaker_.pause_ = kFirstPauseSeconds;
    breaker_.nextLook_ = breaker_.device_.now() + breaker_.pause_;
    breaker_.open_ = true;
}

void Breaker::prepare()
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (!look_)
        look_ = std::make_unique<Look>(device_);
}

void Breaker::update()
{
    if (!open_)
        return;
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (lock && open_ && device_.now() >= nextLook_) {
        try {
            lookAgain();
        } catch (const cv::Exception& e) {
            CV_LOG_WARNING(NULL, "cudastripe cannot look at device " << device_.number() << ": " << e.what());
            nextLook_ = device_.now() + kMostPauseSeconds;
        }
    }
}

void Breaker::lookAgain()
{
    if (!look_)
        look_ = std::make_unique<Look>(device_);
    if (!look_->begun()) {
        look_->begin();
        return;
    }
    const std::optional<double> seconds = look_->end();
    if (!seconds)
        return;
    if (*seconds <= kLateDevice * kLookSeconds) {
        open_ = false;
        return;
    }
    pause_ = std::min(kMostPauseSeconds, 2 * pause_);
    nextLook_ = device_.now() + pause_;
}

}}  // namespace cv::cudastripe
