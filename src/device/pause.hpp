// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How a host thread waits.

#pragma once

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! How often a busy default stream is asked, about two microseconds each time. If it is still busy then, an event is
//! recorded on it, which makes every blocking stream of the process wait.
constexpr int kMostLooksAtDefaultStream = 512;

//! Passes about as much time as a question to the driver takes; where CPUs can wait, without entering the system.
CV_EXPORTS void pauseBriefly();

/** @brief What a host thread does between two looks at a device: it spins, since to be woken may take longer than a
small image does, and lets others run when that lasts; or sleeps, where the device's user wants that. */
class CV_EXPORTS Pause
{
public:
    explicit Pause(bool sleeps) : sleeps_(sleeps) {}
    void pass();
    //! The same, but lets others run at once: they may be the threads that there is to wait for.
    void yield();
    //! There was something to do: the next wait begins anew.
    void restart() { passed_ = 0; }

private:
    const bool sleeps_;
    int64 passed_ = 0;
};

}}  // namespace cv::cudastripe
