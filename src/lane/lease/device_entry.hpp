// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A device of a Striper, with all that is kept for its calls.

#pragma once

#include <memory>

#include "../../device/device.hpp"
#include "../../plan/stripe_plan.hpp"
#include "../graph/release_queue.hpp"
#include "../rates/breaker.hpp"
#include "../rates/device_rates.hpp"
#include "held_memory.hpp"
#include "lease_pool.hpp"

namespace cv { namespace cudastripe {

struct DeviceEntry
{
    DeviceEntry(std::shared_ptr<Device> usedDevice, const StriperParams& params)
        : device(std::move(usedDevice)),
          pool(*device, params.deviceMemoryLimit, params.stagingMemoryLimit),
          events(*device, "start"),
          frames(*device, "frame ended"),
          held(*device),
          rates(*device, params.calibrate),
          breaker(*device)
    {
    }
    ~DeviceEntry()
    {
        releaseKept();
        released->close();
    }

    //! Destroys objects that graphs have released. In a DeviceScope, CUDA calls do not break another thread's capture.
    void releaseKept() noexcept
    {
        if (!released->any())
            return;
        try {
            const DeviceScope scope(*device);
            released->release();
        } catch (const cv::Exception&) {
            released->release();  // its context is gone
        }
    }

    std::shared_ptr<Device> device;
    LeasePool pool;
    EventPool events;  //!< recorded where calls start
    EventPool frames;  //!< recorded where frames of pipelines end
    HeldMemory held;
    DeviceRates rates;
    Breaker breaker;
    PlanCache plans;
    const std::shared_ptr<ReleaseQueue> released = std::make_shared<ReleaseQueue>();  //!< objects of graphs
};

}}  // namespace cv::cudastripe
