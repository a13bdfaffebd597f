// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Ranges of pageable memory that calls have used.

#include "returning_ranges.hpp"

#include <utility>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kRemembered = 256;
constexpr std::chrono::seconds kRefusalLasts(10);

}  // namespace

ReturningRanges::Visits ReturningRanges::visit(const HostRange& range, std::uint64_t call)
{
    Seen& seen = at(range);
    if (seen.count == 0 || seen.call != call) {
        ++seen.count;
        seen.previous = std::exchange(seen.call, call);
    }
    return {seen.count, seen.previous, std::chrono::steady_clock::now() < seen.refusedUntil};
}

void ReturningRanges::refuse(const HostRange& range)
{
    at(range).refusedUntil = std::chrono::steady_clock::now() + kRefusalLasts;
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
