// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The table of registered memory that simulated devices share.

#pragma once

#include <mutex>
#include <vector>

#include "../host_range.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

class SimulatedDevice;

/** @brief The memory that simulated devices have registered. As in a driver one registration holds for all of them, and
none may share a byte with another. */
class CV_EXPORTS SimulatedRegistrations
{
public:
    //! Makes the driver refuse every registration.
    void refuseAll(bool refuses);
    //! How many registrations were tried.
    int attempts() const;
    size_t count() const;
    bool contains(const void* address) const;
    //! What is wrong with a device's access to the range, or nothing.
    String wrongWith(const HostRange& range) const;

    bool add(const HostRange& range);
    //! Removes the registration that begins there, and notifies the devices. False if there is none.
    bool remove(const void* address);
    void join(SimulatedDevice& device);
    void leave(SimulatedDevice& device);

private:
    mutable std::mutex mutex_;
    std::vector<HostRange> ranges_, former_;
    std::vector<SimulatedDevice*> devices_;
    int attempts_ = 0;
    bool refuses_ = false;
};

}}  // namespace cv::cudastripe
