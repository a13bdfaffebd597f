// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_HOST_LANE_HPP
#define OPENCV_CUDASTRIPE_HOST_LANE_HPP

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "../device/device.hpp"
#include "claims.hpp"
#include "op_rates.hpp"

namespace cv { namespace cudastripe {

/** @brief Does claimed units on the calling thread, from the back of what is left. */
class HostLane
{
public:
    //! `devices` are those that watch the host, and are told what it does. Claims shrink to 1 / `parts` of what is
    //! left, but not below `leastUnits`.
    HostLane(const StripeOp& op, const StripePlanes& image, Claims& claims, int64 unitsPerClaim, int64 parts,
             int64 leastUnits, std::vector<Device*> devices)
        : op_(op),
          image_(image),
          claims_(claims),
          unitsPerClaim_(unitsPerClaim),
          parts_(parts),
          leastUnits_(leastUnits),
          devices_(std::move(devices))
    {
    }

    //! Takes one claim; false if nothing is left.
    bool work() const
    {
        const Claim claim = claims_.takeBack(unitsPerClaim_, parts_, leastUnits_);
        if (!claim)
            return false;
        const StripePlanes planes = op_.from(image_, claim.first);
        if (!isTeacher()) {
            run(planes, claim.units);
            return true;
        }
        const double start = now();
        run(planes, claim.units);
        taught_.seconds += now() - start;
        taught_.units += claim.units;
        return true;
    }

    //! Tells what claims took, while so many threads worked. The first of them speaks for all: a sum that all add to
    //! would keep them waiting for each other.
    void teach(OpRates& rates, const WorkKind& work, int threads) const
    {
        rates.learn(work, hostBytes(op_, taught_.units), taught_.seconds, threads);
    }

    //! Seconds on the clock that the work is timed by.
    double now() const
    {
        using Clock = std::chrono::steady_clock;
        return devices_.empty() ? std::chrono::duration<double>(Clock::now().time_since_epoch()).count()
                                : devices_.front()->now();
    }

private:
    bool isTeacher() const
    {
        const std::thread::id self = std::this_thread::get_id();
        std::thread::id teacher = teacher_.load(std::memory_order_relaxed);
        if (teacher == std::thread::id())
            return teacher_.compare_exchange_strong(teacher, self, std::memory_order_relaxed);
        return teacher == self;
    }

    void run(const StripePlanes& planes, int64 units) const
    {
        if (devices_.empty()) {
            op_.hostRun(planes, units);
            return;
        }
        for (Device* device : devices_)
            announce(*device, planes, units);
        const auto work = [&] { op_.hostRun(planes, units); };
        devices_.front()->hostRun(hostBytes(op_, units), std::cref(work));
    }

    void announce(Device& device, const StripePlanes& planes, int64 units) const
    {
        for (size_t i = 0; i < op_.inputs().size(); ++i)
            device.hostAccess(planes.in[i], op_.rows(op_.inputs()[i], units), false);
        for (size_t i = 0; i < op_.outputs().size(); ++i)
            device.hostAccess(planes.out[i], op_.rows(op_.outputs()[i], units), true);
    }

    const StripeOp& op_;
    const StripePlanes& image_;
    Claims& claims_;
    int64 unitsPerClaim_, parts_, leastUnits_;
    std::vector<Device*> devices_;
    mutable std::atomic<std::thread::id> teacher_{};
    struct alignas(64) Taught  // a cache line, which only one thread writes to
    {
        int64 units = 0;
        double seconds = 0;
    };
    mutable Taught taught_;
};

}}  // namespace cv::cudastripe

#endif
