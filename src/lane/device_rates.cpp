// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_rates.hpp"

#include "calibration.hpp"
#include "opencv2/core/utils/logger.hpp"
#include "rate_cache.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kLargeBytes = 16 << 20;  // for less the defaults cost less than a measurement

}  // namespace

DeviceRates::DeviceRates(Device& device, bool calibrates) : device_(device)
{
    settled_ = device.knowsRates(rates_) || !calibrates;
}

LinkRates DeviceRates::forCall(double bytes)
{
    if (bytes >= kLargeBytes)
        find();
    std::lock_guard<std::mutex> lock(mutex_);
    return rates_;
}

void DeviceRates::find()
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (settled_)
        return;
    if (RateCache().load(device_.name(), rates_))
        settled_ = true;
    else
        measureLocked();
}

void DeviceRates::measure()
{
    std::lock_guard<std::mutex> lock(mutex_);
    measureLocked();
}

// A plan without measured rates is a little slower at worst, so that no failure counts.
void DeviceRates::measureLocked()
{
    settled_ = true;
    try {
        const LinkRates measured = measureRates(device_);
        if (!measured.measured)
            return;
        rates_ = measured;
        RateCache().save(device_.name(), rates_);
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe does without measured rates of device " << device_.number() << ": " << e.err);
    }
}

}}  // namespace cv::cudastripe
