// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Small copies and kernels that a device times.

#pragma once

#include <optional>

#include "../../device/handles.hpp"

namespace cv { namespace cudastripe {

/** @brief Times copies and kernels on streams and memory of its own. One thread at a time.

It keeps its memory until it is destroyed: a driver that frees memory waits for all work on the device. */
class CV_EXPORTS Probe
{
public:
    //! What is timed: copies up, then kernels, then copies down. Each reads `bytes` bytes.
    struct Work
    {
        int64 bytes;
        int ups = 0, kernels = 0, downs = 0;
        int upsBeside = 0, downsBeside = 0;  //!< copies at the same time, on a second stream
    };

    //! `beside`: makes the second stream. Throws if there is not enough memory.
    Probe(Device& device, int64 mostBytes, bool beside);
    //! Waits for work in flight, which uses the memory.
    ~Probe();
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    Device& device() { return device_; }
    //! Enqueues work. Nothing else may be in flight.
    void begin(const Work& work);
    //! True until seconds() has found the work complete.
    bool inFlight() const { return inFlight_; }
    //! The time that the work took; none if it is not complete.
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
