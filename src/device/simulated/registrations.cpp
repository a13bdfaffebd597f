// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "registrations.hpp"

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {

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

// Copies that leave a registration fail on CUDA, also where the next one begins.
String SimulatedRegistrations::wrongWith(const HostRange& range) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& entry : ranges_) {
        if (entry.second.contains(range))
            return String();
    }
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
    for (auto it = former_.begin(); it != former_.end();)
        it = it->second.overlaps(range) ? former_.erase(it) : std::next(it);
    return ranges_.emplace(range.first, range).second;
}

bool SimulatedRegistrations::remove(const void* address)
{
    std::vector<SimulatedDevice*> devices;
    HostRange removed;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto found = ranges_.find(HostRange::of(address, 0).first);
        if (found == ranges_.end())
            return false;
        removed = found->second;
        former_[removed.first] = removed;
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

bool SimulatedRegistrations::anyOverlaps(const Ranges& ranges, const HostRange& range)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const Ranges::value_type& entry) { return entry.second.overlaps(range); });
}

}}  // namespace cv::cudastripe
