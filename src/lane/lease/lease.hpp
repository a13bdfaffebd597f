// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Streams, events and memory that a call borrows.

#pragma once

#include <deque>
#include <utility>

#include "../../device/handles.hpp"
#include "../../device/wait_for.hpp"

namespace cv { namespace cudastripe {

class Lease;

struct LeaseRequest
{
    std::uint64_t caller = 0;  //!< the identity of the caller's stream; 0 if there is none
    int streams = 0;
    int slots = 0;
    size_t deviceBytes = 0;           //!< of all slots together
    size_t stagingBytes = 0;          //!< of all slots together
    const Lease* previous = nullptr;  //!< lease of the frame before; preferred if no other call has had it since
    std::uint64_t previousUses = 0;   //!< Lease::uses of that frame
};

//! Is kept between calls. Its streams and events order a call behind the call that had the lease before.
class Lease
{
public:
    struct SlotEvents
    {
        explicit SlotEvents(Device& owner) : events{{owner, "uploaded"}, {owner, "ran"}, {owner, "downloaded"}} {}
        //! The event behind a stage of the slot.
        EventId behind(Stage stage) const
        {
            return events[stage == Stage::Upload ? 0 : stage == Stage::RunDevice ? 1 : 2];
        }
        OwnedEvent events[3];
    };

    explicit Lease(Device& owner)
        : device(owner), done(owner, "done"), ended(owner, "ended"), forks_{{owner, "forked"}, {owner, "forked"}}
    {
    }

    void provide(int streamCount, int slotCount)
    {
        // Profilers show these names; they are true for dedicated streams.
        static const char* const names[] = {"up", "run", "down"};
        while (static_cast<int>(streams.size()) < streamCount)
            streams.emplace_back(device, streams.size() < 3 ? names[streams.size()] : "more");
        while (static_cast<int>(slots.size()) < slotCount)
            slots.emplace_back(device);
    }

    bool fits(const LeaseRequest& request) const
    {
        return deviceMemory.sizeBytes() >= request.deviceBytes && stagingMemory.sizeBytes() >= request.stagingBytes;
    }
    OwnedMemory& memory(OwnedMemory::Place place)
    {
        return place == OwnedMemory::OnDevice ? deviceMemory : stagingMemory;
    }
    size_t heldBytes() const { return deviceMemory.sizeBytes() + stagingMemory.sizeBytes(); }

    //! Waits for all its streams. On a device that does not answer, the lease is lost.
    void drain() noexcept
    {
        for (const OwnedStream& stream : streams)
            lost = !waitUntilIdle(device, stream) || lost;
    }

    //! The event behind the caller's earlier work.
    EventId forked() const { return forks_[fork_]; }
    //! The event behind the earlier work that the lease's previous call followed.
    EventId forkedBefore() const { return forks_[1 - fork_]; }
    //! Call this before recording forked().
    void nextFork() { fork_ = 1 - fork_; }

    Device& device;
    std::deque<OwnedStream> streams;  // deques, since their elements do not move
    OwnedEvent done;                  //!< behind the last call that used its memory
    OwnedEvent ended;                 //!< behind the last call that used none of it
    std::uint64_t caller = 0;         //!< the identity of the last call's stream; 0 if it had none
    bool inFlight = false;            //!< `done` was recorded and has not been seen to pass
    bool inCallersStream = false;     //!< `done` was recorded there, else in the stream of slot 0's last stage
    bool usesLink = true;             //!< the last call copies, or its kernels read or write host memory
    bool lost = false;                //!< its streams may still do something
    std::deque<SlotEvents> slots;
    OwnedMemory deviceMemory;
    OwnedMemory stagingMemory;

    // Guarded by the pool's lock.
    bool lent = false;
    std::uint64_t uses = 0;        //!< how often it was lent
    size_t countedBytes[2] = {0};  //!< of each OwnedMemory::Place, including those about to be allocated

private:
    OwnedEvent forks_[2];
    int fork_ = 0;
};

}}  // namespace cv::cudastripe
