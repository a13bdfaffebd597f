// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "breaker.hpp"

#include <algorithm>

#include "../plan/tuning.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kLookBytes = 1 << 16;

}  // namespace

// The first calls load kernels and make threads, and what a look needs: under a load without end a driver may allocate
// nothing. Other calls of the Striper have their part of the device, which is not late because of them.
void Breaker::Use::ended(double deviceSeconds, double hostSeconds)
{
    if (endedBefore_ == 0)
        return breaker_.prepare();
    const double took = breaker_.device_.ranSeconds() - start_;
    const double predicted = deviceSeconds * (breaker_.begun_ - endedBefore_);
    std::lock_guard<std::mutex> lock(breaker_.mutex_);
    const bool late = took > kLateDevice * predicted;
    breaker_.lost_ = std::max(0., breaker_.lost_ + (late ? took - predicted : -took));
    if (!late || breaker_.lost_ <= hostSeconds || breaker_.open_)
        return;
    breaker_.lost_ = 0;
    breaker_.pause_ = kFirstPauseSeconds;
    breaker_.nextLook_ = breaker_.device_.now() + breaker_.pause_;
    breaker_.open_ = true;
}

void Breaker::prepare()
{
    std::lock_guard<std::mutex> lock(mutex_);
    try {
        if (!probe_)
            probe_ = std::make_unique<Probe>(device_, kLookBytes);
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
        CV_Assert(probe_);
        if (!probe_->inFlight())
            return probe_->begin({kLookBytes, 1, 1, 1});
        const std::optional<double> seconds = probe_->seconds();
        if (!seconds)
            return;
        open_ = *seconds > kLateDevice * kLookSeconds;
        pause_ = std::min(kMostPauseSeconds, 2 * pause_);
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot look at device " << device_.number() << ": " << e.what());
        pause_ = kMostPauseSeconds;
    }
    nextLook_ = device_.now() + pause_;
}

}}  // namespace cv::cudastripe
