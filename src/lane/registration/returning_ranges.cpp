// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "returning_ranges.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kRemembered = 256;
constexpr std::chrono::seconds kRefusalLasts(10);

}  // namespace

ReturningRanges::Visits ReturningRanges::visit(const HostRange& range, std::uint64_t call)
{
    Seen& seen = at(range);
    if (seen.visits.count == 0 || seen.call != call) {
        ++seen.visits.count;
        seen.visits.previous = seen.call;
        seen.call = call;
    }
    if (seen.visits.refused)
        seen.visits.refused = std::chrono::steady_clock::now() - seen.refusedAt < kRefusalLasts;
    return seen.visits;
}

void ReturningRanges::refuse(const HostRange& range)
{
    Seen& seen = at(range);
    seen.visits.refused = true;
    seen.refusedAt = std::chrono::steady_clock::now();
}

void ReturningRanges::forget(const HostRange& range)
{
    seen_.remove_if([&](const Seen& seen) { return seen.range.overlaps(range); });
}

ReturningRanges::Seen& ReturningRanges::at(const HostRange& range)
{
    const auto found = std::find_if(seen_.begin(), seen_.end(), [&](const Seen& seen) { return seen.range == range; });
    if (found != seen_.end()) {
        seen_.splice(seen_.begin(), seen_, found);
        return seen_.front();
    }
    if (seen_.size() >= kRemembered)
        seen_.pop_back();
    seen_.emplace_front();
    seen_.front().range = range;
    return seen_.front();
}

}}  // namespace cv::cudastripe
