// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>

#include "../../device/device.hpp"
#include "../../plan/plan_cache.hpp"
#include "../rates/breaker.hpp"
#include "../rates/device_rates.hpp"
#include "held_memory.hpp"
#include "lease_pool.hpp"
#include "start_marks.hpp"

namespace cv { namespace cudastripe {

//! A device that a Striper uses, with its leases and plans.
struct DeviceEntry
{
    DeviceEntry(std::shared_ptr<Device> usedDevice, const StriperParams& params)
        : device(std::move(usedDevice)),
          pool(*device, params.deviceMemoryLimit, params.stagingMemoryLimit),
          starts(*device),
          held(*device),
          rates(*device, params.calibrate),
          breaker(*device)
    {
    }

    std::shared_ptr<Device> device;
    LeasePool pool;
    StartMarks starts;
    HeldMemory held;
    DeviceRates rates;
    Breaker breaker;
    PlanCache plans;
};

}}  // namespace cv::cudastripe
