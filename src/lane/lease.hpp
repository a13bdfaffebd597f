// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LEASE_HPP
#define OPENCV_CUDASTRIPE_LEASE_HPP

#include <deque>
#include <utility>

#include "../device/handles.hpp"
#include "call_trail.hpp"

namespace cv { namespace cudastripe {

/** @brief What one call needs of a device: streams, events, and the memory of a ring of slots.

Kept between calls; its streams and events order a call behind the one that used it before. */
class Lease
{
public:
    struct SlotEvents
    {
        explicit SlotEvents(Device& owner)
            : uploaded(owner, "uploaded"), ran(owner, "ran"), downloaded(owner, "downloaded")
        {
        }
        OwnedEvent uploaded;
        OwnedEvent ran;
        OwnedEvent downloaded;
    };

    explicit Lease(Device& owner)
        : device(owner), done(owner, "done"), ended(owner, "ended"), forks_{{owner, "forked"}, {owner, "forked"}}
    {
    }

    //! Makes so many streams, and the events of so many slots.
    void provide(int streamCount, int slotCount);

    //! True if nothing of the calls that used it is left in flight.
    bool idle() { return !lost && (!inFlight || !(inFlight = !device.passed(done))); }

    //! Waits until its streams have nothing left to do; gives up, and the lease for lost, on a device that does not
    //! answer.
    void drain() noexcept;

    //! The caller's earlier work is complete.
    EventId forked() const { return forks_[fork_]; }
    //! The caller's work before the call before is complete.
    EventId forkedBefore() const { return forks_[1 - fork_]; }
    //! Before another fork is recorded.
    void nextFork() { fork_ = 1 - fork_; }

    Device& device;
    std::deque<OwnedStream> streams;  // deques, since their elements do not move
    OwnedEvent done;                  //!< everything of the last call with slots is complete
    OwnedEvent ended;                 //!< the kernels of a DirectCall are complete, which waits for them itself
    const void* caller = nullptr;     //!< the stream of the last call, if it had one
    CallTrail trail;                  //!< of the last call, or of the one that has the lease
    size_t nextSlot = 0;              //!< behind the last one that was filled
    bool follows = false;             //!< the call that has the lease may overlap with the last one
    bool inFlight = false;            //!< `done` was recorded and has not been seen to pass
    bool lost = false;                //!< nobody knows what its streams still do
    std::deque<SlotEvents> slots;
    OwnedMemory deviceMemory;
    OwnedMemory stagingMemory;

private:
    OwnedEvent forks_[2];
    int fork_ = 0;
};

}}  // namespace cv::cudastripe

#endif
