// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See registrations.hpp.

#include "registrations.hpp"

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {
namespace {

auto overlaps(const HostRange& range)
{
    return [range](const HostRange& other) { return other.overlaps(range); };
}

bool anyOverlaps(const std::vector<HostRange>& ranges, const HostRange& range)
{
    return std::any_of(ranges.begin(), ranges.end(), overlaps(range));
}

}  // namespace

void SimulatedRegistrations::refuseAll(bool refuses)
{
    std::lock_guard<std::mutex> lock(mutex_);
    refuses_ = refuses;
}

int SimulatedRegistrations::attempts() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return attempts_;
}

size_t SimulatedRegistrations::count() const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return ranges_.size();
}

bool SimulatedRegistrations::contains(const void* address) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    return anyOverlaps(ranges_, HostRange::of(address, 1));
}

// On CUDA a copy that leaves a registration fails, even if the next registration begins there.
String SimulatedRegistrations::wrongWith(const HostRange& range) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    if (std::any_of(ranges_.begin(), ranges_.end(), [&](const HostRange& known) { return known.contains(range); }))
        return String();
    if (anyOverlaps(ranges_, range))
        return "crosses the end of a registration";
    return anyOverlaps(former_, range) ? "touches memory that is not registered any more" : String();
}

bool SimulatedRegistrations::add(const HostRange& range)
{
    std::lock_guard<std::mutex> lock(mutex_);
    ++attempts_;
    if (refuses_ || anyOverlaps(ranges_, range))
        return false;
    former_.erase(std::remove_if(former_.begin(), former_.end(), overlaps(range)), former_.end());
    ranges_.push_back(range);
    return true;
}

bool SimulatedRegistrations::remove(const void* address)
{
    std::vector<SimulatedDevice*> devices;
    HostRange removed;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = std::find_if(ranges_.begin(), ranges_.end(),
                                        [&](const HostRange& known) { return known.address() == address; });
        if (found == ranges_.end())
            return false;
        removed = *found;
        former_.push_back(removed);
        ranges_.erase(found);
        devices = devices_;
    }
    for (SimulatedDevice* device : devices)
        device->loses(removed);
    return true;
}

void SimulatedRegistrations::join(SimulatedDevice& device)
{
    std::lock_guard<std::mutex> lock(mutex_);
    devices_.push_back(&device);
}

void SimulatedRegistrations::leave(SimulatedDevice& device)
{
    std::lock_guard<std::mutex> lock(mutex_);
    devices_.erase(std::remove(devices_.begin(), devices_.end(), &device), devices_.end());
}

}}  // namespace cv::cudastripe
