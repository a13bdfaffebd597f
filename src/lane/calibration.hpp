// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CALIBRATION_HPP
#define OPENCV_CUDASTRIPE_CALIBRATION_HPP

#include <functional>

#include "../device/handles.hpp"
#include "opencv2/cudastripe/rates.hpp"

namespace cv { namespace cudastripe {

/** @brief Measures the rates of a device, on streams and memory of its own.

It keeps these until it goes, since a driver that frees memory waits for whatever else runs on the device. One thread at
a time. */
class CV_EXPORTS Calibration
{
public:
    //! What a measurement may take on the device's clock.
    static constexpr double kMostSeconds = 25e-3;

    explicit Calibration(Device& device);
    //! Waits for work that was given up; nothing may use the memory any more when it goes.
    ~Calibration();
    Calibration(const Calibration&) = delete;
    Calibration& operator=(const Calibration&) = delete;

    /** @brief Takes at most @ref kMostSeconds, whatever else the device does; what was enqueued until then stays
    behind.
    @return the defaults, with `measured` false, if that was too short, if work of a measurement before is still in
    flight, if there is not enough memory, or if what was measured is not plausible, or not the same twice. */
    LinkRates measure();

private:
    bool provideMemory();
    bool passes(EventId event);
    double fill();
    double shortest(EventId end, const std::function<void()>& work);
    void chooseBytes(double copySeconds);
    LinkRates measureOnce();
    void upload(int64 bytes, int copies);
    void both(int uploads, int downloads);
    void convert(int64 bytes);

    Device& device_;
    OwnedStream up_, down_;
    OwnedEvent upDone_, downDone_;
    OwnedMemory hostIn_, hostOut_, deviceIn_, deviceOut_;
    int64 bytes_ = 0;        // of a long copy
    int64 kernelBytes_ = 0;  // that a kernel reads
    double deadline_ = 0;    // on the device's clock
    bool late_ = false;      // nothing more is enqueued
};

}}  // namespace cv::cudastripe

#endif
