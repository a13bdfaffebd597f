// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The CPU threads of a call: real ones, or those that devices simulate.

#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

#include "../open_call.hpp"

namespace cv { namespace cudastripe {

//! Loops of CPU threads for a call, and the work in them. Devices that watch the host are told of both.
class CV_EXPORTS HostThreads
{
public:
    //! One step of a thread. No step waits for another thread, and any thread can finish everything.
    using Step = std::function<Device::Step()>;

    explicit HostThreads(const OpenCall& call) : devices_(call.watchingDevices()) {}

    //! Repeats the step on `threads` threads until it is done. After an exception no step begins; rethrows the first.
    void run(int threads, const Step& step, bool waitsAsleep = false);

    //! Calls work(), which moves `bytes` bytes, on the calling thread. forEachAccess(use) calls use() for each plane
    //! that the work reads or writes.
    template <class ForEachAccess, class Work>
    void work(Stage stage, double bytes, const ForEachAccess& forEachAccess, const Work& work) const
    {
        if (devices_.empty())
            return work();
        forEachAccess([this](const KernelRef::Access& access) {
            for (Device* device : devices_)
                device->hostAccess(access.view, access.rows, access.write);
        });
        devices_.front()->hostWork(stage, -1, bytes, std::cref(work));
    }

    //! Seconds on the threads' clock.
    double now() const { return devices_.empty() ? hostSeconds() : devices_.front()->now(); }

private:
    Device::Step guarded(const Step& step);

    const std::vector<Device*> devices_;  // that watch the host; none if no device does
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::exception_ptr error_;  // the first one; guarded by mutex_
};

}}  // namespace cv::cudastripe
