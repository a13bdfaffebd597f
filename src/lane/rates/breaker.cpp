// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// When the breaker of a device opens, and when it closes.

#include "breaker.hpp"

#include <algorithm>

#include "../../plan/tuning.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kProbeBytes = 1 << 16;

}  // namespace

// The first calls load kernels and start threads, so they do not count. Calls at the same time share the device, so the
// prediction is multiplied by their number. ranSeconds() stands still while the thread has no processor.
void Breaker::Use::ended(double predicted, double host)
{
    if (endedBefore_ == 0)
        return;
    Breaker& b = breaker_;
    const double took = b.device_.ranSeconds() - start_;
    predicted *= b.begun_ - endedBefore_;
    std::lock_guard<std::mutex> lock(b.mutex_);
    const bool late = took > kLateDevice * predicted;
    b.lost_ = std::max(0., b.lost_ + (late ? std::min(took - predicted, host) : -took));
    if (b.open_)
        return;
    if (b.lost_ == 0)
        b.pause_ = 0;
    if (!late || b.lost_ <= host)
        return;
    b.pauseUntilNextProbe(std::max(kFirstPauseSeconds, 2 * b.pause_));
    b.open_ = true;
}

void Breaker::prepare()
{
    if (prepared_.exchange(true))
        return;
    std::lock_guard<std::mutex> lock(mutex_);
    try {
        makeProbe();
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot probe device " << device_.number() << ": " << e.what());
    }
}

void Breaker::update()
{
    if (!open_)
        return;
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock || !open_ || device_.now() < nextProbe_)
        return;
    try {
        makeProbe();
        if (!probe_->inFlight())
            return probe_->begin({kProbeBytes, 1, 1, 1});
        if (const std::optional<double> seconds = probe_->seconds()) {
            open_ = *seconds > kLateDevice * kProbeSeconds;
            pauseUntilNextProbe(open_ ? 2 * pause_ : 0);
        }
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot probe device " << device_.number() << ": " << e.what());
        pauseUntilNextProbe(kMaxPauseSeconds);
    }
}

void Breaker::makeProbe()
{
    if (!probe_)
        probe_ = std::make_unique<Probe>(device_, kProbeBytes, false);
}

void Breaker::pauseUntilNextProbe(double seconds)
{
    lost_ = 0;
    pause_ = std::min(kMaxPauseSeconds, seconds);
    nextProbe_ = device_.now() + pause_;
}

}}  // namespace cv::cudastripe
