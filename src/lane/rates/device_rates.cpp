// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_rates.hpp"

#include <unistd.h>

#include "calibration.hpp"
#include "opencv2/core/utils/logger.hpp"
#include "process_rates.hpp"

namespace cv { namespace cudastripe {
namespace {

// Links differ between the devices of a machine, and several machines may share a folder.
String keyOf(const Device& device)
{
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    return device.name() + " at " + device.busId() + " in " + host;
}

}  // namespace

DeviceRates::DeviceRates(Device& device, bool calibrates) : device_(device)
{
    settled_ = device.knowsRates(known_.link, known_.host) || !calibrates;
}

DeviceRates::Known DeviceRates::find(bool mayMeasure)
{
    std::unique_lock<std::mutex> alone(measuring_, std::defer_lock);
    if (mayMeasure && !settled_ && alone.try_lock() && !settled_ && device_.now() >= nextTry_) {
        Known known;
        if (findProcessRates(keyOf(device_), known)) {
            set(known);
        } else {
            measureAlone();
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
    measureAlone();
}

void DeviceRates::set(const Known& known)
{
    std::lock_guard<std::mutex> lock(mutex_);
    known_ = known;
    settled_ = true;
}

// By who holds measuring_. What was measured is better than a default, even if the rest has to be tried again.
void DeviceRates::measureAlone()
{
    const bool settledBefore = settled_;
    try {
        if (!probe_)
            probe_ = std::make_unique<Probe>(device_, kCalibrationBytes, true);
        const Known found = {measureLinkRates(*probe_), measureHostRates()};
        if (found.link.measured && found.host.measured)
            keepProcessRates(keyOf(device_), found);
        std::lock_guard<std::mutex> lock(mutex_);
        if (settled_ != settledBefore)
            return;  // rates were given meanwhile
        known_ = {found.link.measured ? found.link : known_.link, found.host.measured ? found.host : known_.host};
        settled_ = settled_ || (known_.link.measured && known_.host.measured);
    } catch (const std::exception& e) {
        // A choice without measured rates is a little slower at worst.
        CV_LOG_WARNING(NULL,
                       "cudastripe does without measured rates of device " << device_.number() << ": " << e.what());
    }
}

}}  // namespace cv::cudastripe
