// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STRIPED_CALL_HPP
#define OPENCV_CUDASTRIPE_STRIPED_CALL_HPP

#include "call_route.hpp"
#include "device_share.hpp"
#include "host_team.hpp"

namespace cv { namespace cudastripe {

//! A call whose stripes devices claim, each through a ring of slots, and threads where it is shared.
class StripedCall
{
public:
    //! Leases a ring on each device. `frames` is null unless the call is a frame that may overlap with the one before.
    StripedCall(const CallInput& call, const CallRoute& route, const std::vector<DeviceEntry*>& devices,
                const StriperParams& params, Claims& claims, const FrameTrail* frames);

    //! True if no device could be leased, so that the CPU has to do all.
    bool empty() const { return shares_.empty(); }
    //! Returns when all is enqueued, or with `waits` when the result is ready.
    void run(bool waits, CallStart& start, HostTeam& team);
    //! Waits for whatever is in flight, after a failure.
    void drain() noexcept;

    //! True if nothing that was enqueued before keeps the devices busy.
    bool undisturbed() const;

    //! What the next frame has to know of this one.
    FrameTrail& trail() { return shares_.front().ring.trail; }

private:
    bool shared() const { return route_.route == Route::Shared; }
    bool usesThreads() const { return shared() || staged(stages()); }
    const StageList& stages() const { return shares_.front().stages; }  // all shares have the same
    void start(bool waits, CallStart& start);
    void runThreads(HostTeam& team);
    void finishLanes();
    void close(bool waits);
    int threads() const;
    bool waitsAsleep() const;
    bool step();
    bool allFinished() const;

    const CallInput& call_;
    const CallRoute& route_;
    const StriperParams& params_;
    Claims& claims_;
    std::vector<DeviceShare> shares_;  // complete before the first lane starts, which refers to its share
};

}}  // namespace cv::cudastripe

#endif
