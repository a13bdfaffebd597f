// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Finds unordered accesses to memory.

#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "../../op/plane_view.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! How many steps of each actor (the host, each stream) have happened before.
class VectorClock
{
public:
    std::uint64_t of(size_t actor) const { return actor < steps_.size() ? steps_[actor] : 0; }
    void advance(size_t actor);
    void join(const VectorClock& other);
    //! Sets the steps of all other actors to 0.
    void forgetOthers(size_t actor);

private:
    std::vector<std::uint64_t> steps_;
};

//! A read or a write of a region by an actor.
struct MemoryAccess
{
    PlaneView view;
    int64 rows;
    bool write;
    size_t actor;
    String what;
};

/** @brief Remembers accesses, and finds unordered ones to the same memory if one of the two writes. */
class AccessHistory
{
public:
    //! Adds an access. It happens after everything in `clock`, where it already counts as a step of its actor. Returns
    //! a sentence for each earlier access that conflicts with it.
    std::vector<String> add(const MemoryAccess& access, const VectorClock& clock);

    //! Forgets the accesses that `everyone` counts. All later accesses must come after this clock.
    void settle(const VectorClock& everyone);

    //! Forgets the accesses to memory that was freed.
    void forget(const PlaneView& row);

private:
    struct Entry
    {
        MemoryAccess access;
        std::uint64_t step;
    };

    std::list<Entry> entries_;
};

}}  // namespace cv::cudastripe
