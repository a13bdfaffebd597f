// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <deque>
#include <utility>

#include "../../device/handles.hpp"

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

    bool fits(size_t deviceBytes, size_t stagingBytes) const
    {
        return deviceMemory.sizeBytes() >= deviceBytes && stagingMemory.sizeBytes() >= stagingBytes;
    }
    size_t heldBytes() const { return deviceMemory.sizeBytes() + stagingMemory.sizeBytes(); }

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
    std::uint64_t caller = 0;         //!< the identity of the last call's stream; 0 if it had none
    size_t nextSlot = 0;              //!< behind the last one that was filled
    bool follows = false;             //!< the frame that has the lease may overlap with the last one
    bool inFlight = false;            //!< `done` was recorded and has not been seen to pass
    const void* frames = nullptr;     //!< the frame chain that it is kept for; null: any call may have it
    bool lost = false;                //!< nobody knows what its streams still do
    std::deque<SlotEvents> slots;
    OwnedMemory deviceMemory;
    OwnedMemory stagingMemory;

    // Of the pool, and guarded by its lock.
    std::uint64_t uses = 0;        //!< how often it was lent
    size_t countedBytes[2] = {0};  //!< of device memory and of staging memory

private:
    OwnedEvent forks_[2];
    int fork_ = 0;
};

}}  // namespace cv::cudastripe
