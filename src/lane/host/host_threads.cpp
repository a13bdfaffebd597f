// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops of a call's CPU threads.

#include "host_threads.hpp"

namespace cv { namespace cudastripe {

void HostThreads::run(int threads, const Step& step, bool waitsAsleep)
{
    const auto loop = [&] { return guarded(step); };
    if (devices_.empty())
        runHostLoop(threads, loop, waitsAsleep);
    else
        devices_.front()->hostLoop(threads, loop);
    if (error_)
        std::rethrow_exception(error_);
}

Device::Step HostThreads::guarded(const Step& step)
{
    if (failed_)
        return Device::Step::Done;
    try {
        return step();
    } catch (...) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!error_)
            error_ = std::current_exception();
        failed_ = true;
        return Device::Step::Done;
    }
}

}}  // namespace cv::cudastripe
