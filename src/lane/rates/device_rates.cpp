// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// When the rates of a device are measured.

#include "device_rates.hpp"

#include <unistd.h>

#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

// Devices of one name may have different links, and machines may share a folder.
String keyOf(const Device& device)
{
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    return device.facts().name + " at " + device.facts().busId + " in " + host;
}

}  // namespace

DeviceRates::DeviceRates(Device& device, bool calibrates) : device_(device)
{
    settled_ = device.knowsRates(known_.link, known_.host) || !calibrates;
}

KnownRates DeviceRates::find(bool mayMeasure)
{
    std::unique_lock<std::mutex> alone(measuring_, std::defer_lock);
    if (mayMeasure && !settled_ && alone.try_lock() && !settled_ && device_.now() >= nextTry_) {
        if (const auto known = findProcessRates(keyOf(device_))) {
            set(*known);
        } else {
            measureLocked();
            nextTry_ = device_.now() + pause_;
            pause_ *= 2;
        }
    }
    std::lock_guard<std::mutex> lock(mutex_);
    return known_;
}

void DeviceRates::measure()
{
    const std::lock_guard<std::mutex> alone(measuring_);
    measureLocked();
}

void DeviceRates::set(const KnownRates& known)
{
    std::lock_guard<std::mutex> lock(mutex_);
    known_ = known;
    settled_ = true;
}

// Rates of the link and rates of the CPU replace their defaults independently, if they could be measured.
void DeviceRates::measureLocked()
{
    const bool settledBefore = settled_;
    try {
        if (!probe_)
            probe_ = std::make_unique<Probe>(device_, kCalibrationBytes, true);
        const KnownRates found = {measureLinkRates(*probe_), measureHostRates()};
        if (found.link.measured && found.host.measured)
            keepProcessRates(keyOf(device_), found);
        std::lock_guard<std::mutex> lock(mutex_);
        if (settled_ != settledBefore)
            return;  // the user has set rates in the meantime
        known_ = {found.link.measured ? found.link : known_.link, found.host.measured ? found.host : known_.host};
        settled_ = settled_ || (known_.link.measured && known_.host.measured);
    } catch (const std::exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe uses default rates for device " << device_.number() << ": " << e.what());
    }
}

}}  // namespace cv::cudastripe
