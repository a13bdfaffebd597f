// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How a host thread waits.

#pragma once

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! How many times a busy default stream is queried; a query takes about two microseconds. If the stream is still busy
//! then, an event is recorded on it, which makes every blocking stream of the process wait.
constexpr int kMaxDefaultStreamQueries = 512;

/** @brief Waits between two queries of a device. It spins, since waking up may take longer than a small image, and
later yields to other threads; or it sleeps, if the device's user wants that. */
class CV_EXPORTS Pause
{
public:
    explicit Pause(bool sleeps) : sleeps_(sleeps) {}
    void pass();
    //! The same, but yields at once: the thread may be waiting for another thread.
    void yield();
    //! The next wait begins with spinning again.
    void restart() { passed_ = 0; }

private:
    const bool sleeps_;
    int64 passed_ = 0;
};

}}  // namespace cv::cudastripe
