// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "device_entry.hpp"

namespace cv { namespace cudastripe {

//! How a Striper comes to its devices.
struct DeviceSource
{
    std::function<std::vector<std::shared_ptr<Device>>()> open;
    //! Where memory lies, asked while no device is open. Null: the devices are opened with the Striper.
    std::function<MemoryInfo(const void*)> classify;
};

using DeviceList = std::vector<std::shared_ptr<DeviceEntry>>;

/** @brief The devices of a Striper: opened with it, or when a call first needs them, and opened again after a reset.
Any number of threads. */
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

    //! The devices, which are opened if they are not. A call keeps the list, and with it what it uses.
    std::shared_ptr<const DeviceList> open();
    //! Those that are open; null before the first call that needs them.
    std::shared_ptr<const DeviceList> opened() const;
    //! Throws if the devices were opened before a fork: CUDA does not survive that.
    void requireSameProcess() const;

private:
    //! True if this is a child of the process that opened the devices.
    bool inChild() const;

    const DeviceSource source_;
    const StriperParams params_;

    std::mutex opening_;  // held while devices are opened, which takes long; taken before mutex_
    mutable std::mutex mutex_;
    std::shared_ptr<const DeviceList> list_;  // null before they are opened; guarded by mutex_
    std::atomic<int> openedAt_{-1};           // the fork count when devices were opened; -1 if none are
};

}}  // namespace cv::cudastripe
