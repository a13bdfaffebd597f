// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LEASE_HPP
#define OPENCV_CUDASTRIPE_LEASE_HPP

#include <deque>

#include "../device/handles.hpp"

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

    explicit Lease(Device& owner) : device(owner), forked(owner, "forked"), done(owner, "done") {}

    //! Makes so many streams, and the events of so many slots.
    void provide(int streamCount, int slotCount);

    //! True if nothing of the calls that used it is left in flight.
    bool idle() { return !lost && (!inFlight || !(inFlight = !device.passed(done))); }

    //! Waits until its streams have nothing left to do; gives up, and the lease for lost, on a device that does not
    //! answer.
    void drain() noexcept;

    Device& device;
    std::deque<OwnedStream> streams;  // deques, since their elements do not move
    OwnedEvent forked;                //!< the caller's earlier work is complete
    OwnedEvent done;                  //!< everything of the last call is complete
    bool inFlight = false;            //!< `done` was recorded and has not been seen to pass
    bool lost = false;                //!< nobody knows what its streams still do
    std::deque<SlotEvents> slots;
    OwnedMemory deviceMemory;
    OwnedMemory stagingMemory;
};

}}  // namespace cv::cudastripe

#endif
