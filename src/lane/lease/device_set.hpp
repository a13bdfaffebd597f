// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The devices of a Striper.

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "device_entry.hpp"

namespace cv { namespace cudastripe {

struct DeviceSource
{
    std::function<std::vector<std::shared_ptr<Device>>()> open;
    //! Classifies memory while no device is open. Null: devices are opened with the Striper.
    std::function<MemoryInfo(const void*)> classify;
};

using DeviceList = std::vector<std::shared_ptr<DeviceEntry>>;

//! Devices that are opened with a Striper or by the first call that needs them, and again after a reset. Any number of
//! threads.
class DeviceSet
{
public:
    DeviceSet(const DeviceSource& source, const StriperParams& params);
    ~DeviceSet();
    DeviceSet(const DeviceSet&) = delete;
    DeviceSet& operator=(const DeviceSet&) = delete;

    const DeviceSource& source() const { return source_; }
    //! True if calls that need no device do not open any.
    bool lazy() const { return source_.classify != nullptr; }
    MemoryInfo classifyUnopened(const void* address) const { return source_.classify(address); }

    //! Opens the devices if they are not open. A call keeps the list as long as it runs.
    std::shared_ptr<const DeviceList> open();
    //! Null if no device was opened.
    std::shared_ptr<const DeviceList> opened() const;
    //! True if this is a child of the process that opened the devices: CUDA does not survive a fork.
    bool inChild() const;
    //! Throws if inChild().
    void requireSameProcess() const;

private:
    const DeviceSource source_;
    const StriperParams params_;

    std::mutex opening_;  // held while devices are opened; taken before mutex_
    mutable std::mutex mutex_;
    std::shared_ptr<const DeviceList> list_;  // guarded by mutex_
    std::atomic<int> openedAt_{-1};           // the fork count when devices were opened; -1 if none are
};

}}  // namespace cv::cudastripe
