// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_rates.hpp"

#include <unistd.h>

#include "host_calibration.hpp"
#include "opencv2/core/utils/logger.hpp"
#include "process_rates.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kFirstPause = 1;  // seconds until a measurement is tried again

// Links differ between the devices of a machine, and several machines may share a folder.
String keyOf(const Device& device)
{
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    return device.name() + " at " + device.busId() + " in " + host;
}

}  // namespace

DeviceRates::DeviceRates(Device& device, bool calibrates) : device_(device), nextTry_(device.now()), pause_(kFirstPause)
{
    settled_ = device.knowsRates(known_.link, known_.host) || !calibrates;
}

DeviceRates::Known DeviceRates::find(bool mayMeasure)
{
    if (mayMeasure && !settled_ && isDue()) {
        const std::unique_lock<std::mutex> alone(measuring_, std::try_to_lock);
        if (alone)
            adoptFromProcess();
        if (alone && isDue() && !measureAlone()) {
            std::lock_guard<std::mutex> lock(mutex_);
            nextTry_ = device_.now() + pause_;
            pause_ *= 2;
        }
    }
    std::lock_guard<std::mutex> lock(mutex_);
    return known_;
}

bool DeviceRates::isDue()
{
    std::lock_guard<std::mutex> lock(mutex_);
    return !settled_ && device_.now() >= nextTry_;
}

void DeviceRates::adoptFromProcess()
{
    Known known;
    if (!settled_ && ProcessRates::get().find(keyOf(device_), known.link, known.host))
        set(known);
}

void DeviceRates::measure()
{
    const std::lock_guard<std::mutex> alone(measuring_);
    measureAlone();
}

// By who holds measuring_; false if nothing came out.
bool DeviceRates::measureAlone()
{
    try {
        if (!calibration_)
            calibration_ = std::make_unique<Calibration>(device_);
        const Known known = {calibration_->measure(), measureHostRates()};
        if (!known.link.measured || !known.host.measured) {
            keep(known);
            return false;
        }
        set(known);
        ProcessRates::get().keep(keyOf(device_), known.link, known.host);
        return true;
    } catch (const std::exception& e) {
        // A choice without measured rates is a little slower at worst.
        CV_LOG_WARNING(NULL,
                       "cudastripe does without measured rates of device " << device_.number() << ": " << e.what());
        return false;
    }
}

// What was measured is better than a default, even if the rest has to be tried again.
void DeviceRates::keep(const Known& known)
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (known.link.measured)
        known_.link = known.link;
    if (known.host.measured)
        known_.host = known.host;
}

void DeviceRates::set(const Known& known)
{
    std::lock_guard<std::mutex> lock(mutex_);
    known_ = known;
    settled_ = true;
}

}}  // namespace cv::cudastripe
