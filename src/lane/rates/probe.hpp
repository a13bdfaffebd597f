// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <optional>

#include "../../device/handles.hpp"

namespace cv { namespace cudastripe {

/** @brief Copies and kernels that show how fast a device is, timed by itself, on streams and memory of its own.

It keeps these until it goes, since a driver that frees memory waits for whatever else runs on the device. One thread at
a time. */
class CV_EXPORTS Probe
{
public:
    //! What is timed: copies up, kernels and copies down of so many bytes each, in this order. Copies that are not
    //! timed come before, so that the rest is enqueued when the time begins.
    struct Work
    {
        int64 bytes;
        int ups = 0, kernels = 0, downs = 0;
        int upsBeside = 0, downsBeside = 0;  //!< meanwhile, on another stream
    };

    //! Copies and kernels may have so many bytes; with `beside` there may be some on another stream meanwhile. Throws
    //! if there is not enough memory.
    Probe(Device& device, int64 mostBytes, bool beside);
    //! Waits for work in flight, which uses the memory.
    ~Probe();
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    Device& device() { return device_; }
    //! Enqueues work, for which nobody has to wait. Nothing else may be in flight.
    void begin(const Work& work);
    //! True until seconds() has found the work complete.
    bool inFlight() const { return inFlight_; }
    //! What the work took, if it is complete.
    std::optional<double> seconds();

private:
    Device& device_;
    const OwnedStream stream_;
    std::optional<OwnedStream> beside_;
    const OwnedEvent begun_, ended_, besideEnded_;
    const OwnedMemory hostIn_, hostOut_, deviceIn_, deviceOut_;
    bool inFlight_ = false;
};

}}  // namespace cv::cudastripe
