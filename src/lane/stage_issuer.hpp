// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <optional>

#include "call/lane_work.hpp"
#include "lease/lease.hpp"

namespace cv { namespace cudastripe {

/** @brief Enqueues the device's stages of stripes on a lease's streams, in the issue order, with the events that order
them. Not for several threads at once.

Dedicated: one stream each for uploads, kernels and downloads; events hand a slot from one to the next. Else a slot
belongs to a stream, which orders its stages by itself, and events serve the ends only. */
class StageIssuer
{
public:
    StageIssuer(const OpenCall& call, const LaneWork& work, Lease& lease);

    //! Orders all stripes behind what is on the caller's stream now.
    void forkFrom(StreamId caller);
    //! Orders all stripes behind a mark, if there is one, and behind earlier calls.
    void startBehind(const std::optional<EventId>& mark);
    //! Enqueues stripes: breadth first stage by stage, else stripe by stripe.
    void issue(const std::vector<const StripeInSlot*>& round);
    //! True if everything that was issued for the stripe is complete; only if the lane is polled.
    bool passed(const StripeInSlot& stripe);
    //! Marks the end of the call in the streams; false if nothing was issued, so that there is nothing to wait for.
    bool close();
    //! Orders the caller's stream behind all stripes; after close().
    void joinTo(StreamId caller) { device_.wait(caller, lease_.done); }

private:
    bool dedicated() const { return !work_.ownStreams; }
    bool uploads(size_t input) const { return work_.needs(Stage::Upload, call_.memory.in[input]); }
    bool stagesIn(size_t input) const { return work_.needs(Stage::StageIn, call_.memory.in[input]); }
    bool stagesOut(size_t output) const { return work_.needs(Stage::StageOut, call_.memory.out[output]); }
    //! By this call, or by one that may overlap with it.
    bool usedBefore(const StripeInSlot& stripe) const { return stripe.number >= work_.slots || lease_.follows; }
    StreamId streamOf(Stage stage, size_t slot) const;
    Lease::SlotEvents& eventsOf(const StripeInSlot& stripe) { return lease_.slots[stripe.slot]; }
    //! True if an output is copied, not written to its place by the kernel.
    bool downloads(const StripeInSlot& stripe, size_t output) const
    {
        return work_.needs(Stage::Download, call_.memory.out[output]) && !work_.writesItself(stripe.number);
    }
    StripePlanes imagePart(const StripeInSlot& stripe) const { return call_.op->from(call_.image, stripe.first); }
    KernelRef kernelOf(const StripeInSlot& stripe) const;
    void issue(Stage stage, const StripeInSlot& stripe);
    void upload(const StripeInSlot& stripe, StreamId stream);
    void run(const StripeInSlot& stripe, StreamId stream);
    void download(const StripeInSlot& stripe, StreamId stream);

    const OpenCall& call_;
    const LaneWork& work_;
    Lease& lease_;
    Device& device_;
    size_t usedStreams_ = 0;  // where slots own their streams: those that were issued to; else 1
};

}}  // namespace cv::cudastripe
