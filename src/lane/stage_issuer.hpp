// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The stages of stripes on the streams of a lease.

#pragma once

#include <optional>

#include "lane_work.hpp"
#include "lease/lease.hpp"

namespace cv { namespace cudastripe {

/** @brief Enqueues uploads, kernels and downloads, with the events that order them. One thread at a time.

Dedicated: one stream for each of these stages, and events order a slot's stages. Else a slot belongs to a stream, which
orders its stages. */
class StageIssuer
{
public:
    StageIssuer(const OpenCall& call, const LaneWork& work, Lease& lease);

    //! Orders all stripes behind the caller's stream.
    void forkFrom(StreamId caller);
    //! Orders all stripes behind an event, if there is one, and behind earlier calls.
    void startBehind(const std::optional<EventId>& event);
    //! Enqueues the stages of a round of stripes: one stripe, or several if the order is breadth first.
    void issue(const std::vector<const StripeInSlot*>& round);
    //! True if the stripe is complete; only for polled lanes.
    bool passed(const StripeInSlot& stripe);
    //! Records the end of the call; false if nothing was issued.
    bool close();
    //! Orders the caller's stream behind all stripes; after close().
    void joinTo(StreamId caller) { device_.wait(caller, lease_.done); }

private:
    bool dedicated() const { return !work_.ownStreams; }
    bool uploads(size_t input) const { return work_.needs(Stage::Upload, call_.memory.in[input]); }
    bool stagesIn(size_t input) const { return work_.needs(Stage::StageIn, call_.memory.in[input]); }
    bool stagesOut(size_t output) const { return work_.needs(Stage::StageOut, call_.memory.out[output]); }
    //! True if this call, or one that may overlap with it, has used the slot.
    bool usedBefore(const StripeInSlot& stripe) const { return stripe.number >= work_.slots || lease_.follows; }
    StreamId streamOf(Stage stage, size_t slot) const;
    Lease::SlotEvents& eventsOf(const StripeInSlot& stripe) { return lease_.slots[stripe.slot]; }
    //! True if an output is copied instead of written to its place by the kernel.
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
    size_t usedStreams_ = 0;  // streams with work if slots own them, else 1 if there is work
};

}}  // namespace cv::cudastripe
