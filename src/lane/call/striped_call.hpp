// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls whose stripes are claimed by devices, and by CPU threads if the call is shared.

#pragma once

#include "../host/host_team.hpp"
#include "lease_lanes.hpp"

namespace cv { namespace cudastripe {

class StripedCall
{
public:
    //! Leases a ring on each device. `former`: the frame before if this one may overlap with it, else null.
    StripedCall(const OpenCall& call, const Choice& choice, Claims& claims, const FrameFootprint* former);
    //! Waits for whatever is in flight, after a failure.
    ~StripedCall();

    //! True if nothing could be leased, so that the CPU has to do all.
    bool empty() const { return lanes_.empty(); }
    //! Returns when all is enqueued, or with `waits` when the result is ready.
    void run(bool waits, HostTeam& team);

    //! True if no earlier work keeps the devices busy.
    bool undisturbed() const;
    //! True if devices were done before threads.
    bool threadsWereLast() const { return threadsWereLast_; }
    //! The part of the image that devices did.
    double part() const;

    const FrameFootprint& footprint() const { return lanes_.front()->work().footprint; }

private:
    bool shared() const { return choice_.route == Route::Shared; }
    bool usesThreads() const { return shared() || staged(stages()); }
    const StageList& stages() const { return lanes_.front()->work().stages; }  // all lanes have the same
    void start(bool waits);
    void runThreads(HostTeam& team);
    void finishLanes();
    void close(bool waits);
    int threads() const;
    bool waitsAsleep() const;
    bool step();
    bool allFinished() const;

    const OpenCall& call_;
    const Choice& choice_;
    const std::vector<std::unique_ptr<CudaLane>> lanes_;
    bool threadsWereLast_ = false;
    bool ran_ = false;  // run() has returned
};

}}  // namespace cv::cudastripe
