// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_rates.hpp"

#include <unistd.h>

#include "opencv2/core/utils/logger.hpp"
#include "rate_cache.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kLargeBytes = 16 << 20;  // for less the defaults cost less than a measurement
constexpr double kFirstPause = 1;         // seconds until a measurement is tried again

// Links differ between the devices of a machine, and users may have one cache folder for several machines.
String cacheName(const Device& device)
{
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    return device.name() + " at " + device.busId() + " in " + host;
}

}  // namespace

DeviceRates::DeviceRates(Device& device, bool calibrates) : device_(device), nextTry_(device.now()), pause_(kFirstPause)
{
    settled_ = device.knowsRates(rates_) || !calibrates;
}

LinkRates DeviceRates::forCall(double bytes, bool mayMeasure)
{
    if (bytes >= kLargeBytes)
        find(mayMeasure);
    std::lock_guard<std::mutex> lock(mutex_);
    return rates_;
}

void DeviceRates::find(bool mayMeasure)
{
    if (!isDue(mayMeasure))
        return;
    const std::unique_lock<std::mutex> alone(measuring_, std::try_to_lock);
    if (!alone || !isDue(mayMeasure))
        return;
    lookedUp_ = true;
    try {
        LinkRates known;
        if (RateCache().load(cacheName(device_), known)) {
            set(known);
            return;
        }
        if (!mayMeasure || measureAlone())
            return;
    } catch (const std::exception& e) {
        // A plan without measured rates is a little slower at worst.
        CV_LOG_WARNING(NULL,
                       "cudastripe does without measured rates of device " << device_.number() << ": " << e.what());
    }
    postpone();
}

bool DeviceRates::isDue(bool mayMeasure)
{
    std::lock_guard<std::mutex> lock(mutex_);
    return !settled_ && (mayMeasure ? device_.now() >= nextTry_ : !lookedUp_);
}

void DeviceRates::measure()
{
    const std::lock_guard<std::mutex> alone(measuring_);
    measureAlone();
}

// By who holds measuring_; false if nothing came out.
bool DeviceRates::measureAlone()
{
    if (!calibration_)
        calibration_ = std::make_unique<Calibration>(device_);
    const LinkRates measured = calibration_->measure();
    if (!measured.measured)
        return false;
    set(measured);
    RateCache().save(cacheName(device_), measured);
    return true;
}

void DeviceRates::set(const LinkRates& rates)
{
    std::lock_guard<std::mutex> lock(mutex_);
    rates_ = rates;
    settled_ = true;
}

void DeviceRates::postpone()
{
    std::lock_guard<std::mutex> lock(mutex_);
    nextTry_ = device_.now() + pause_;
    pause_ *= 2;
}

}}  // namespace cv::cudastripe
