// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "breaker.hpp"

#include <algorithm>

#include "../../plan/tuning.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kLookBytes = 1 << 16;

}  // namespace

// The first calls load kernels and make threads. Other calls of the Striper have their part of the device, which is not
// late because of them.
void Breaker::Use::ended(double predicted, double without)
{
    if (endedBefore_ == 0)
        return;
    Breaker& b = breaker_;
    const double took =
        b.device_.ranSeconds() - start_;  // while a waiting thread has lost its processor, no time counts
    predicted *= b.begun_ - endedBefore_;
    std::lock_guard<std::mutex> lock(b.mutex_);
    const bool late = took > kLateDevice * predicted;
    b.lost_ = std::max(0., b.lost_ + (late ? took - predicted : -took));
    if (b.open_)
        return;
    if (b.lost_ == 0)
        b.pause_ = 0;
    if (!late || b.lost_ <= without)
        return;
    b.lost_ = 0;
    b.pause_ = std::min(kMostPauseSeconds, std::max(kFirstPauseSeconds, 2 * b.pause_));
    b.nextLook_ = b.device_.now() + b.pause_;
    b.open_ = true;
}

void Breaker::prepare()
{
    if (prepared_.exchange(true))
        return;
    std::lock_guard<std::mutex> lock(mutex_);
    try {
        probe_ = std::make_unique<Probe>(device_, kLookBytes, false);
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot look at device " << device_.number() << ": " << e.what());
    }
}

void Breaker::update()
{
    if (!open_)
        return;
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock || !open_ || device_.now() < nextLook_)
        return;
    try {
        look();
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot look at device " << device_.number() << ": " << e.what());
        pause_ = kMostPauseSeconds;
        nextLook_ = device_.now() + pause_;
    }
}

void Breaker::look()
{
    if (!probe_)
        probe_ = std::make_unique<Probe>(device_, kLookBytes, false);
    if (!probe_->inFlight())
        return probe_->begin({kLookBytes, 1, 1, 1});
    const std::optional<double> seconds = probe_->seconds();
    if (!seconds)
        return;
    open_ = *seconds > kLateDevice * kLookSeconds;
    pause_ = open_ ? std::min(kMostPauseSeconds, 2 * pause_) : 0;
    lost_ = 0;
    nextLook_ = device_.now() + pause_;
}

}}  // namespace cv::cudastripe
