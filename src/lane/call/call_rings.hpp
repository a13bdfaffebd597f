// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls whose stripes are claimed by devices, and by CPU threads if the call is shared.

#pragma once

#include "../host_team.hpp"
#include "../ring/ring.hpp"
#include "choice.hpp"

namespace cv { namespace cudastripe {

//! The rings of a call, one on each device that takes part.
class CallRings
{
public:
    //! @param previous the frame before, if this one may overlap with it, else null
    CallRings(const OpenCall& call, const Choice& choice, Claims& claims, const FrameFootprint* previous);
    //! Waits for whatever is in flight, after a failure.
    ~CallRings();

    //! True if nothing could be leased, so that the CPU has to do all.
    bool empty() const { return rings_.empty(); }
    //! Returns when all is enqueued, or with `waits` when the result is ready.
    void run(bool waits, HostTeam& team);

    //! True if the links counted as free, and the call had no earlier work to follow.
    bool undisturbed() const;
    //! True if devices were done before threads.
    bool threadsWereLast() const { return threadsWereLast_; }
    //! The fraction of the image that devices did.
    double part() const;
    FrameFootprint footprint() const;

private:
    const Plan& plan() const { return rings_.front()->plan(); }  // all rings have the same stages
    bool usesThreads() const { return choice_.shared || staged(plan().stages); }
    void start(bool waits);
    void runThreads(HostTeam& team);
    void finishRings();
    void end(bool waits);
    bool waitsAsleep() const;
    bool step();
    bool allFinished() const;

    const OpenCall& call_;
    const Choice& choice_;
    std::vector<std::unique_ptr<Ring>> rings_;
    FrameFootprint footprint_;  // of the first ring
    bool linkIsBusy_ = false;   // true if the link of one ring is busy with other calls
    bool threadsWereLast_ = false;
    bool ran_ = false;  // run() has returned
};

}}  // namespace cv::cudastripe
