// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See access_history.hpp.

#include "access_history.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
void VectorClock::advance(size_t actor)
{
    if (steps_.size() <= actor)
        steps_.resize(actor + 1);
    ++steps_[actor];
}

void VectorClock::forgetOthers(size_t actor)
{
    const std::uint64_t own = of(actor);
    steps_.assign(own ? actor + 1 : 0, 0);
    if (own)
        steps_[actor] = own;
}

void VectorClock::join(const VectorClock& other)
{
    if (steps_.size() < other.steps_.size())
        steps_.resize(other.steps_.size());
    for (size_t i = 0; i < other.steps_.size(); ++i)
        steps_[i] = std::max(steps_[i], other.steps_[i]);
}

std::vector<String> AccessHistory::add(const MemoryAccess& access, const VectorClock& clock)
{
    std::vector<String> findings;
    for (const Entry& entry : entries_) {
        const MemoryAccess& earlier = entry.access;
        const bool ordered = clock.of(earlier.actor) >= entry.step;
        if (!ordered && (access.write || earlier.write) &&
            overlap(access.view, access.rows, earlier.view, earlier.rows)) {
            findings.push_back(format("%s (%s) is not ordered behind %s (%s)", access.what.c_str(),
                                      access.write ? "write" : "read", earlier.what.c_str(),
                                      earlier.write ? "write" : "read"));
        }
    }
    entries_.push_back({access, clock.of(access.actor)});
    return findings;
}

void AccessHistory::settle(const VectorClock& everyone)
{
    entries_.remove_if([&](const Entry& entry) { return everyone.of(entry.access.actor) >= entry.step; });
}

void AccessHistory::forget(const PlaneView& row)
{
    entries_.remove_if([&](const Entry& entry) { return overlap(entry.access.view, entry.access.rows, row, 1); });
}

}}  // namespace cv::cudastripe
