// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LOOK_HPP
#define OPENCV_CUDASTRIPE_LOOK_HPP

#include <optional>

#include "../device/handles.hpp"

namespace cv { namespace cudastripe {

/** @brief A small copy up, a kernel and a copy down, for which nobody waits: how long they take shows whether a device
is busy. One thread at a time. */
class CV_EXPORTS Look
{
public:
    explicit Look(Device& device);
    //! Waits for work in flight, which uses the memory.
    ~Look();
    Look(const Look&) = delete;
    Look& operator=(const Look&) = delete;

    void begin();
    bool begun() const { return begun_; }
    //! What it took on the device, in seconds, if it is complete: then another one can begin.
    std::optional<double> end();

private:
    Device& device_;
    const OwnedStream stream_;
    const OwnedTimer start_, end_;
    const OwnedMemory host_, deviceIn_, deviceOut_;
    bool begun_ = false;
};

}}  // namespace cv::cudastripe

#endif
