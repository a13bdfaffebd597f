// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_rates.hpp"

#include <unistd.h>

#include "calibration.hpp"
#include "opencv2/core/utils/logger.hpp"
#include "rate_cache.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kLargeBytes = 16 << 20;  // for less the defaults cost less than a measurement

// Links differ between the devices of a machine, and users may have one cache folder for several machines.
String cacheName(const Device& device)
{
    char host[256] = {};
    gethostname(host, sizeof(host) - 1);
    return device.name() + " at " + device.busId() + " in " + host;
}

}  // namespace

DeviceRates::DeviceRates(Device& device, bool calibrates) : device_(device)
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
    {
        // One thread finds out; others do not wait for it.
        std::lock_guard<std::mutex> lock(mutex_);
        if (settled_ || (lookedUp_ && !mayMeasure))
            return;
        lookedUp_ = true;
        settled_ = mayMeasure;
    }
    try {
        LinkRates known;
        if (RateCache().load(cacheName(device_), known))
            set(known);
        else if (mayMeasure)
            measure();
    } catch (const std::exception& e) {
        // A plan without measured rates is a little slower at worst.
        CV_LOG_WARNING(NULL,
                       "cudastripe does without measured rates of device " << device_.number() << ": " << e.what());
    }
}

void DeviceRates::measure()
{
    const LinkRates measured = measureRates(device_);
    if (!measured.measured)
        return;
    set(measured);
    RateCache().save(cacheName(device_), measured);
}

void DeviceRates::set(const LinkRates& rates)
{
    std::lock_guard<std::mutex> lock(mutex_);
    rates_ = rates;
    settled_ = true;
}

}}  // namespace cv::cudastripe
